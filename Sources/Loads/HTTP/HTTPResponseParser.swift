/// The head of a response (RFC 9112 §4, RFC 9110 §15).
package struct HTTPResponseHead: Equatable, Sendable {
    package var status: Int
    /// The 1 of HTTP/1.1.
    package var minorVersion: Int
    package var fields: HTTPFields
    /// Whether the connection serves another request after this response.
    package var keepsAlive: Bool
    /// Body length; nil when it shows only at the end.
    package var length: Int64?

    package var isSuccess: Bool { status / 100 == 2 }
}

/// Reads the responses of one connection, in pieces of any size. It does no I/O and keeps no body.
package struct HTTPResponseParser: Sendable {
    package enum Event: Equatable, Sendable {
        /// An interim response other than 101; the final one follows (RFC 9110 §15.2).
        case interim(status: Int)
        case head(HTTPResponseHead)
        /// So many bytes of the input were body.
        case content(Int)
        /// The message is whole; the next byte belongs to the next response.
        case end
    }

    /// Largest head that is read. Servers send a few hundred bytes, large cookies a few thousand.
    package static let headLimit = 65_536

    private var scanner = HeadScanner(limit: HTTPResponseParser.headLimit, beginning: Array("HTTP/".utf8))
    private var body: BodyDecoder?
    private let toHead: Bool

    /// - Parameter toHead: the request was HEAD, so no body follows whatever the fields say (RFC 9112 §6.3).
    package init(toHead: Bool = false) { self.toHead = toHead }

    /// Not a byte of the next response has come.
    package var isBetweenMessages: Bool { body == nil && scanner.isEmpty }

    /// Content that follows for certain, which may be taken off the socket without looking at it.
    package var knownRemaining: Int64 { body?.knownRemaining ?? 0 }

    /// Content was taken off the socket; at most ``knownRemaining``.
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
        return try begin(lines)
    }

    /// The connection ended: the end of a body that was to end so, else a problem.
    package mutating func endOfInput() throws(HTTPProblem) -> Event {
        guard let body else { throw .endedInHead }
        guard body.endsWithConnection else { throw .endedInBody }
        self.body = nil
        return .end
    }

    private mutating func begin(_ lines: [[UInt8]]) throws(HTTPProblem) -> Event {
        let (status, minorVersion) = try Self.statusLine(lines[0])
        let fields = try HTTPFields(lines: lines.dropFirst())
        if status == 101 { throw .unexpectedUpgrade }
        if status < 200 { return .interim(status: status) }
        let framing = try framing(status: status, minorVersion: minorVersion, fields)
        body = BodyDecoder(framing, trailerLimit: Self.headLimit)
        var head = HTTPResponseHead(
            status: status, minorVersion: minorVersion, fields: fields,
            keepsAlive: fields.keepAlive(minorVersion: minorVersion), length: nil)
        switch framing {
        case .length(let length): head.length = length
        case .untilClose: head.keepsAlive = false
        case .chunked: break
        }
        return .head(head)
    }

    private func framing(
        status: Int, minorVersion: Int, _ fields: HTTPFields
    ) throws(HTTPProblem) -> BodyDecoder.Framing {
        let chunked = try fields.isChunked()
        let length = try fields.contentLength()
        // §6.3: without a body whatever the fields say.
        if toHead || status == 204 || status == 304 { return .length(0) }
        if chunked {
            // Both at once ought to be handled as an error; a coding in HTTP/1.0 is faulty framing (§6.1, §6.3).
            guard length == nil, minorVersion >= 1 else { throw .conflictingLength }
            return .chunked
        }
        if let length { return .length(length) }
        return .untilClose
    }

    /// `HTTP/1.1 200 OK`; the reason may be missing, with or without its space.
    private static func statusLine(_ line: [UInt8]) throws(HTTPProblem) -> (status: Int, minorVersion: Int) {
        let prefix = Array("HTTP/".utf8)
        guard line.count >= 12, line.starts(with: prefix), line[6] == UInt8(ascii: "."),
            line[8] == UInt8(ascii: " "), let major = digit(line[5]), let minor = digit(line[7])
        else { throw .malformedStartLine }
        guard major == 1, minor <= 1 else { throw .unsupportedVersion }
        guard let hundreds = digit(line[9]), let tens = digit(line[10]), let ones = digit(line[11]),
            line.count == 12 || line[12] == UInt8(ascii: " ")
        else { throw .malformedStartLine }
        let status = hundreds * 100 + tens * 10 + ones
        guard (100...599).contains(status) else { throw .malformedStartLine }
        return (status, minor)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= 0x30 && byte <= 0x39 ? Int(byte) - 0x30 : nil
    }
}
