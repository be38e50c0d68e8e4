public import LinecheckJSON
import LinecheckQuantities

/// What a bridge is to do; it runs as a process of its own, which is told this as one argument.
public struct BridgeTask: Sendable {
    /// The interface toward the client, and the one toward the server.
    public var client: String
    public var server: String
    public var up: Way
    public var down: Way

    public init(client: String, server: String, up: Way, down: Way) {
        (self.client, self.server, self.up, self.down) = (client, server, up, down)
    }
}

extension BridgeTask {
    public var json: JSONValue {
        .object(pairs: [
            "client": .string(client), "server": .string(server), "up": up.json, "down": down.json,
        ])
    }

    /// Reads what ``json`` writes.
    public init(_ source: SourceText) throws(Problems) {
        let node = try JSONReader.read(source)
        var ways: [Way] = []
        for key in ["up", "down"] {
            let text = node.member(key)?.value.plain.canonicalText ?? "{}"
            ways.append(try LineReader.way(SourceText(name: source.name, text: text)))
        }
        guard let client = node.member("client")?.value.string, let server = node.member("server")?.value.string else {
            throw Problems([
                Problem(
                    code: "missing-key", in: source, at: node.range,
                    message: "a bridge needs \"client\" and \"server\", the names of two interfaces")
            ])
        }
        self.init(client: client, server: server, up: ways[0], down: ways[1])
    }
}

extension Way {
    /// What is impaired; the queue is the kernel's.
    fileprivate var json: JSONValue {
        .object(pairs: [
            "delay": .string(delay.text), "jitter": .string(jitter.text), "loss": .string(loss.text),
            "duplicates": .string(duplicates.text), "reordering": .string(reordering.text),
        ])
    }
}
