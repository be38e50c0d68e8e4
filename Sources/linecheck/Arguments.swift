import LinecheckJSON

/// A command line that cannot be understood: what, and the next thing to try.
struct UsageError: Error, Equatable {
    var message: String
    var hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

/// The words after a command, sorted into flags and operands.
struct Arguments: Equatable {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    func has(_ flag: String) -> Bool { values[flag] != nil }
    /// The value of a flag; the last one when it stood more than once.
    func value(_ flag: String) -> String? { values[flag]?.last }
    func values(_ flag: String) -> [String] { values[flag] ?? [] }

    /// Sorts words by a command's table: `--flag value`, `--flag=value`, `-o value`; `--` ends the flags.
    init(_ words: [String], of command: Command) throws(UsageError) {
        var rest = words[...]
        var flagsEnded = false
        while let word = rest.popFirst() {
            if flagsEnded || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                flagsEnded = true
            } else {
                try take(word, &rest, of: command)
            }
        }
        guard command.operandCount.contains(operands.count) else {
            let wanted = command.operands.isEmpty ? "no operands" : command.operands
            throw UsageError(
                "linecheck \(command.name) takes \(wanted), not \(operands.count) operands",
                hint: command.examples.first.map { "for example: \($0)" })
        }
    }

    /// Where a flag that a command has not is to be found: at another command, or under another name.
    private static func hint(for flag: String, of command: Command) -> String {
        let owners = CommandTable.commands.filter { $0.flag(flag).map { !$0.isHidden } ?? false }.map(\.name)
        if !owners.isEmpty { return "it is one of linecheck \(owners.joined(separator: ", linecheck "))" }
        let near = nearestName(to: flag, among: command.flags.map(\.name))
        return near.map { "did you mean \($0)?" } ?? "see linecheck \(command.name) --help"
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, of command: Command
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let flag = command.flag(parts[0]) else {
            throw UsageError(
                "\(parts[0]) is not a flag of linecheck \(command.name)", hint: Self.hint(for: parts[0], of: command))
        }
        guard flag.isRepeatable || values[flag.name] == nil else { throw UsageError("\(flag.name) is given twice") }
        guard let wanted = flag.value else {
            guard parts.count == 1 else { throw UsageError("\(flag.name) takes no value") }
            values[flag.name] = []
            return
        }
        // `CERT KEY` are two.
        let count = wanted.split(separator: " ").count
        var taken = parts.count == 2 ? [parts[1]] : []
        while taken.count < count, let word = rest.popFirst() { taken.append(word) }
        guard taken.count == count else {
            throw UsageError(
                "\(flag.name) needs \(count == 1 ? "a value" : "\(count) values"): \(flag.name) \(wanted)")
        }
        values[flag.name, default: []] += taken
    }
}
