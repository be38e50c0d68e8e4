import LinecheckSockets

/// Response heads as bytes (RFC 9112 §4).
enum ServerHead {
    static let proceed = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    static func bytes(
        _ status: ServerStatus, length: Int64, type: String, keepAlive: Bool, fields: [String] = []
    ) -> [UInt8] {
        let lines =
            [
                "HTTP/1.1 \(status.rawValue) \(status.reason)",
                "Date: \(HTTPDate.text(secondsSince1970: Int(KernelClock.realtime / 1_000_000_000)))",
                "Server: \(UserAgent.text)",
                "Content-Type: \(type)",
                "Content-Length: \(length)",
                "Cache-Control: no-store",
                "Connection: \(keepAlive ? "keep-alive" : "close")",
            ] + fields + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// A whole response with a short text; a body is never empty, one byte at least.
    static func text(
        _ status: ServerStatus, _ text: String, keepAlive: Bool, withBody: Bool = true, fields: [String] = []
    ) -> [UInt8] {
        let body = Array("\(text)\n".utf8)
        let head = bytes(
            status, length: Int64(body.count), type: "text/plain; charset=utf-8", keepAlive: keepAlive, fields: fields)
        return withBody ? head + body : head
    }
}
