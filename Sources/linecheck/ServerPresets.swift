import LinecheckJSON
import LinecheckLoads
import LinecheckReport

/// The server of a command line's `--server`: the values of a plan's `download` and `upload`, and what its refusals mean.
struct ChosenServer {
    private let preset: ServerPreset
    private let base: String

    /// `cloudflare`, `librespeed=https://speed.example/backend`, `http://192.0.2.7:8080` (a `linecheck serve`), or
    /// `https://mirror.example/big.iso` (a plain file).
    init(_ text: String) throws(UsageError) {
        let lower = text.lowercased()
        let isURL = lower.hasPrefix("http://") || lower.hasPrefix("https://")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = isURL ? Self.kind(of: text) : parts[0]
        base = Self.withoutSlash(isURL ? text : parts.count == 2 ? parts[1] : "")
        guard let preset = ServerPreset.all.first(where: { $0.name == name }) else {
            let names = ServerPreset.all.map(\.name)
            throw UsageError(
                "there is no server \"\(name)\"",
                hint: nearestName(to: name, among: names).map { "did you mean \($0)?" }
                    ?? "known are \(names.joined(separator: ", ")), or a URL")
        }
        guard preset.needsBase != base.isEmpty else {
            throw UsageError(
                preset.needsBase
                    ? "\(name) needs a URL: --server \(name)=https://…"
                    : "\(name) has a URL of its own: --server \(name)")
        }
        guard base.isEmpty || HTTPURL(base) != nil else {
            throw UsageError(
                "\"\(isURL ? text : parts[1])\" is no http or https URL", hint: "for example http://192.0.2.7:8080")
        }
        self.preset = preset
    }

    /// Settings for those variables that a plan has.
    func settings(for variables: [String]) throws(UsageError) -> [(name: String, value: String)] {
        guard variables.contains("download") || variables.contains("upload") else {
            throw UsageError(
                "--server sets the variables download and upload, and this plan has neither",
                hint: "set the plan's own variables with --set NAME=VALUE")
        }
        var settings: [(name: String, value: String)] = []
        if variables.contains("download") { settings.append(("download", preset.url(preset.download, base: base))) }
        guard variables.contains("upload") else { return settings }
        guard let upload = preset.upload else {
            throw UsageError(
                "this plan uploads, and \(preset.title.prefix { $0 != ";" }) takes no upload",
                hint: "name a linecheck serve or a LibreSpeed back end, or add --set upload=URL")
        }
        return settings + [("upload", preset.url(upload, base: base))]
    }

    /// What the statuses that loads met mean at this server, one sentence each.
    func explanations(of statuses: [Int]) -> [String] {
        preset.refusals.filter { refusal in statuses.contains { String($0) == refusal.status } }
            .map { "HTTP \($0.status) from \(preset.name): \($0.words)" }
    }

    /// A URL without a path is a server of one's own, one with a path a file.
    private static func kind(of url: String) -> String {
        let rest = url.drop { $0 != "/" }.drop { $0 == "/" }
        return rest.contains("/") && !rest.hasSuffix("/") ? "file" : "linecheck"
    }

    private static func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
}
