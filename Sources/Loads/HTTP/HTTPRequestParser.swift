/// The head of a request (RFC 9112 §3).
package struct HTTPRequestHead: Equatable, Sendable {
    package var method: String
    /// Path and query, also when the client sent the absolute form (§3.2.2).
    package var target: String
    package var minorVersion: Int
    package var fields: HTTPFields
    package var keepsAlive: Bool
    /// Body length; nil for a chunked body.
    package var length: Int64?
    /// Whether the client said how long its body is, by a length or by chunks.
    package var declaresBody: Bool
}

/// Reads the requests of one connection, in pieces of any size. It does no I/O and keeps no body.
package struct HTTPRequestParser: Sendable {
    package enum Event: Equatable, Sendable {
        case head(HTTPRequestHead)
        case content(Int)
        case end
    }

    /// Largest head that is read; 431 beyond.
    package static let headLimit = 16_384

    private var scanner = HeadScanner(limit: HTTPRequestParser.headLimit)
    private var body: BodyDecoder?

    package init() {}

    package var isBetweenMessages: Bool { body == nil && scanner.isEmpty }

    package var knownRemaining: Int64 { body?.knownRemaining ?? 0 }

    package mutating func skip(_ count: Int64) { body?.skip(count) }

    /// Consumes input from the offset on, up to one event; nil: more input is needed.
    package mutating func next(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPProblem) -> Event? {
        if body != nil {
            switch try body?.decode(input, &offset) {
            case .content(let count): return .content(count)
            case .end:
                body = nil
                return .end
            case nil: return nil
            }
        }
        guard let lines = try scanner.scan(input, &offset) else { return nil }
        let head = try Self.head(lines)
        let framing: BodyDecoder.Framing = head.length.map { .length($0) } ?? .chunked
        body = BodyDecoder(framing, trailerLimit: Self.headLimit)
        return .head(head)
    }

    private static func head(_ lines: [[UInt8]]) throws(HTTPProblem) -> HTTPRequestHead {
        let (method, target, minorVersion) = try requestLine(lines[0])
        let fields = try HTTPFields(lines: lines.dropFirst())
        let chunked = try fields.isChunked()
        let length = try fields.contentLength()
        // §6.3: both at once is how requests are smuggled; a coding in HTTP/1.0 is faulty framing (§6.1).
        if chunked, length != nil || minorVersion == 0 { throw .conflictingLength }
        return HTTPRequestHead(
            method: method, target: target, minorVersion: minorVersion, fields: fields,
            keepsAlive: fields.keepAlive(minorVersion: minorVersion), length: chunked ? nil : length ?? 0,
            declaresBody: chunked || length != nil)
    }

    private static func requestLine(
        _ line: [UInt8]
    ) throws(HTTPProblem) -> (method: String, target: String, minorVersion: Int) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(HTTPFields.isTokenByte),
            !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }), parts[2].starts(with: "HTTP/".utf8)
        else { throw .malformedStartLine }
        let minorVersion: Int
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": minorVersion = 1
        case "HTTP/1.0": minorVersion = 0
        default: throw .unsupportedVersion
        }
        let target = String(decoding: parts[1], as: UTF8.self)
        return (String(decoding: parts[0], as: UTF8.self), originForm(target), minorVersion)
    }

    private static func originForm(_ target: String) -> String {
        guard target.lowercased().hasPrefix("http://") else { return target }
        let rest = target.dropFirst("http://".count)
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "?" ? "/" + String(rest[start...]) : String(rest[start...])
    }
}
