import LinecheckLoads
import LinecheckSockets

extension LoadServer {
    /// On a free port of 127.0.0.1.
    static func onLoopback(_ configuration: Configuration = Configuration()) throws -> LoadServer {
        try LoadServer(
            listen: [SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])], configuration: configuration)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
