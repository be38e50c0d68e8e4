import LinecheckJSON

/// The language of `servers.json`: what `check` holds a catalogue of servers to.
struct ServerCatalogue {
    private static let keys = ["title", "download", "upload", "refusals"]
    private let source: SourceText

    init(_ source: SourceText) { self.source = source }

    /// Every problem of a catalogue, servers in their order.
    func problems(_ root: JSONNode) -> [Problem] {
        members(of: root).flatMap { server -> [Problem] in
            guard server.value.members != nil else {
                return [problem("wrong-type", server.value.range, "a server is an object", "write { \"download\": … }")]
            }
            let members = members(of: server.value)
            var found = members.flatMap { problems($0.key, $0.keyRange, $0.value) }
            if !members.contains(where: { $0.key == "download" }) {
                found.append(
                    problem(
                        "missing-key", server.keyRange, "the server \"\(server.key)\" has no \"download\"",
                        "write \"download\": \"https://…\"; ${base} stands for the URL behind --server NAME=URL"))
            }
            return found
        }
    }

    private func problems(_ key: String, _ place: Range<Int>, _ value: JSONNode) -> [Problem] {
        switch key {
        case "title":
            return value.string == nil ? [problem("wrong-type", value.range, "a title is a string", nil)] : []
        case "download", "upload":
            guard let text = value.string else {
                return [problem("wrong-type", value.range, "\"\(key)\" is a string with a URL", nil)]
            }
            let isURL = ["http://", "https://", "${base}"].contains { text.hasPrefix($0) }
            return isURL ? [] : [problem("bad-value", value.range, "this is no URL", "begin with https:// or ${base}")]
        case "refusals":
            guard value.members != nil else {
                return [problem("wrong-type", value.range, "refusals are an object", "write { \"403\": \"why\" }")]
            }
            return members(of: value).flatMap { refusal($0.key, $0.keyRange, $0.value) }
        default:
            let near = nearestName(to: key, among: Self.keys)
            return [
                problem(
                    "unknown-key", place, "\"\(key)\" is not a key of a server",
                    near.map { "did you mean \"\($0)\"?" } ?? "keys are \(Self.keys.joined(separator: ", "))")
            ]
        }
    }

    private func refusal(_ status: String, _ place: Range<Int>, _ words: JSONNode) -> [Problem] {
        guard let number = Int(status), (300...599).contains(number) else {
            return [problem("bad-value", place, "\"\(status)\" is no HTTP status that refuses", "write 300 to 599")]
        }
        return words.string == nil ? [problem("wrong-type", words.range, "what a status means is a string", nil)] : []
    }

    /// Without comments.
    private func members(of node: JSONNode) -> [JSONNode.Member] {
        (node.members ?? []).filter { !$0.key.hasPrefix("#") }
    }

    private func problem(_ code: String, _ range: Range<Int>, _ message: String, _ fix: String?) -> Problem {
        Problem(code: code, in: source, at: range, message: message, fix: fix)
    }
}
