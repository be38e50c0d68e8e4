/// The `--set` pairs of a command line.
struct PlanSettings {
    let pairs: [(name: String, value: String)]

    init(_ arguments: Arguments) throws(UsageError) {
        var pairs: [(name: String, value: String)] = []
        for setting in arguments.values("--set") {
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--set takes NAME=VALUE, not \"\(setting)\"", hint: "for example: --set streams=2")
            }
            pairs.append((parts[0], parts[1]))
        }
        self.pairs = pairs
    }
}
