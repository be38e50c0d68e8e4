internal import LinecheckCapture

/// One connection of HTTP/2 (RFC 9113) as far as one request at a time needs it.
struct HTTP2Stream {
    enum Event: Equatable {
        /// Bytes that have to be written.
        case write([UInt8])
        /// The final response's fields.
        case head(status: Int, fields: [String: String])
        case body([UInt8])
        /// The response is whole. False: the peer takes no more requests on this connection.
        case end(isReusable: Bool)
    }

    private enum FrameType: UInt8 {
        case data = 0
        case headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    private var input: [UInt8] = []
    private var stream: UInt32 = 0
    private var hasGreeted = false
    private var isLeaving = false
    /// A header block that is not whole yet, and whether the stream ends with it.
    private var block: (bytes: [UInt8], ends: Bool)?
    /// Frames longer than the default maximum are an error (RFC 9113 §4.2).
    private static let frameLimit = 16_384

    /// Preface, settings and the first request, or the next request.
    mutating func request(_ fields: KeyValuePairs<String, String>, body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        if !hasGreeted {
            hasGreeted = true
            bytes += Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
            // SETTINGS_HEADER_TABLE_SIZE 0, SETTINGS_ENABLE_PUSH 0 (§6.5.2).
            bytes += Self.frame(.settings, flags: 0, stream: 0, [0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])
        }
        // Streams of a client are odd (§5.1.1).
        stream = stream == 0 ? 1 : stream + 2
        bytes += Self.frame(
            .headers, flags: body.isEmpty ? 0x05 : 0x04, stream: stream, HeaderBlock.encode(fields))
        if !body.isEmpty { bytes += Self.frame(.data, flags: 0x01, stream: stream, body) }
        return bytes
    }

    private static func frame(_ type: FrameType, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type.rawValue, flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
    }

    mutating func hear(_ bytes: [UInt8]) throws(ConversationFault) -> [Event] {
        input += bytes
        var events: [Event] = []
        while input.count >= 9 {
            let length = Int(input[0]) << 16 | Int(input[1]) << 8 | Int(input[2])
            guard length <= Self.frameLimit else { throw ConversationFault(.httpMalformed) }
            guard input.count >= 9 + length else { break }
            let (type, flags) = (input[3], input[4])
            let number = (input[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) & 0x7FFF_FFFF
            let payload = Array(input[9..<9 + length])
            input.removeFirst(9 + length)
            // Frames of types that one does not know are to be ignored (§4.1).
            guard let type = FrameType(rawValue: type) else { continue }
            events += try read(type, flags, number, payload)
        }
        return events
    }

    private mutating func read(
        _ type: FrameType, _ flags: UInt8, _ number: UInt32, _ payload: [UInt8]
    ) throws(ConversationFault) -> [Event] {
        guard block == nil || type == .continuation else { throw ConversationFault(.httpMalformed) }
        switch type {
        case .settings: return flags & 1 == 0 ? [.write(Self.frame(.settings, flags: 1, stream: 0, []))] : []
        case .ping: return flags & 1 == 0 ? [.write(Self.frame(.ping, flags: 1, stream: 0, payload))] : []
        case .goAway:
            isLeaving = true
            // Above the last stream that it will answer (§6.8).
            let last = payload.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            if payload.count < 8 || last < stream { throw ConversationFault(.connectionClosed) }
            return []
        case .reset where number == stream: throw ConversationFault(.connectionReset)
        case .headers where number == stream:
            block = (try unpadded(payload, flags, hasPriority: flags & 0x20 != 0), flags & 1 != 0)
            return flags & 4 != 0 ? try head() : []
        case .continuation where number == stream && block != nil:
            block?.bytes += payload
            guard (block?.bytes.count ?? 0) <= 65_536 else { throw ConversationFault(.httpMalformed) }
            return flags & 4 != 0 ? try head() : []
        case .data where number == stream:
            let body = try unpadded(payload, flags, hasPriority: false)
            var events: [Event] = [.body(body)]
            // What was taken off the connection's window is given back, or a warm connection dries up (§6.9).
            if !payload.isEmpty {
                let count = UInt32(payload.count)
                events.append(
                    .write(
                        Self.frame(
                            .windowUpdate, flags: 0, stream: 0,
                            (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })))
            }
            return flags & 1 != 0 ? events + [.end(isReusable: !isLeaving)] : events
        case .pushPromise: throw ConversationFault(.httpMalformed)
        default: return []
        }
    }

    private mutating func head() throws(ConversationFault) -> [Event] {
        guard let block, let fields = HeaderBlock.decode(block.bytes) else { throw ConversationFault(.httpMalformed) }
        self.block = nil
        let end: [Event] = block.ends ? [.end(isReusable: !isLeaving)] : []
        guard let text = fields.first(where: { $0.name == ":status" })?.value else { return end }
        guard let status = Int(text), (100..<600).contains(status) else { throw ConversationFault(.httpMalformed) }
        // An interim response; the final one follows (RFC 9110 §15.2).
        if status < 200 { return [] }
        return [.head(status: status, fields: Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first })]
            + end
    }

    private func unpadded(
        _ payload: [UInt8], _ flags: UInt8, hasPriority: Bool
    ) throws(ConversationFault) -> [UInt8] {
        var rest = payload[...]
        let padding = flags & 8 != 0 ? Int(rest.popFirst() ?? 0) : 0
        if hasPriority { rest = rest.dropFirst(5) }
        guard padding <= rest.count else { throw ConversationFault(.httpMalformed) }
        return Array(rest.dropLast(padding))
    }
}
