/// Tells content from framing in a chunked body (RFC 9112 §7.1).
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        /// In the digits of a chunk's size; `digits` of them seen.
        case size(Int64, digits: Int)
        /// After the size, in chunk extensions, which are ignored.
        case sizeExtension(Int64)
        /// The LF of the size line must follow.
        case sizeLineFeed(Int64)
        case data(Int64)
        /// CR LF after the data.
        case dataReturn, dataLineFeed
        case trailer
    }

    /// 2^53: what JSON and JavaScript hold exactly; more is nonsense.
    static let largestChunk: Int64 = 1 << 53
    /// Bytes of one size line, extensions included.
    static let longestSizeLine = 4_096

    private var state = State.size(0, digits: 0)
    private var lineLength = 0
    private var trailers: HeadScanner

    init(trailerLimit: Int) { trailers = HeadScanner(limit: trailerLimit) }

    /// What is left of the current chunk: content that needs no decoding.
    var knownRemaining: Int64 { if case .data(let left) = state { left } else { 0 } }

    mutating func skip(_ count: Int64) { took(count) }

    /// Consumes framing, or content of the current chunk; nil: more input is needed.
    mutating func decode(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPProblem) -> BodyStep? {
        while offset < input.count {
            switch state {
            case .data(let left):
                let count = Int(min(left, Int64(input.count - offset)))
                offset += count
                took(Int64(count))
                return .content(count)
            case .trailer:
                return try decodeTrailer(input, &offset) ? .end : nil
            default:
                try decodeFraming(input[offset])
                offset += 1
            }
        }
        return nil
    }

    private mutating func took(_ count: Int64) {
        guard case .data(let left) = state else { return }
        state = left == count ? .dataReturn : .data(left - count)
    }

    private mutating func decodeFraming(_ byte: UInt8) throws(HTTPProblem) {
        lineLength += 1
        guard lineLength <= Self.longestSizeLine else { throw .malformedChunk }
        switch (state, byte) {
        case (.size(let size, let digits), _) where Self.hexadecimal(byte) != nil:
            let value = size << 4 | Int64(Self.hexadecimal(byte) ?? 0)
            guard value <= Self.largestChunk else { throw .chunkTooLarge }
            state = .size(value, digits: digits + 1)
        // Some senders pad the size with spaces; §7.1.1 calls it bad white space.
        case (.size(let size, let digits), UInt8(ascii: ";")) where digits > 0,
            (.size(let size, let digits), UInt8(ascii: " ")) where digits > 0,
            (.size(let size, let digits), UInt8(ascii: "\t")) where digits > 0:
            state = .sizeExtension(size)
        case (.size(let size, let digits), UInt8(ascii: "\r")) where digits > 0: state = .sizeLineFeed(size)
        case (.sizeExtension(let size), UInt8(ascii: "\r")): state = .sizeLineFeed(size)
        case (.sizeLineFeed(let size), UInt8(ascii: "\n")):
            lineLength = 0
            state = size == 0 ? .trailer : .data(size)
        case (.sizeExtension, _) where byte != UInt8(ascii: "\n"): break
        case (.dataReturn, UInt8(ascii: "\r")): state = .dataLineFeed
        case (.dataLineFeed, UInt8(ascii: "\n")):
            lineLength = 0
            state = .size(0, digits: 0)
        default: throw .malformedChunk
        }
    }

    /// The trailer section ends with an empty line and may be nothing but that (§7.1.2).
    private mutating func decodeTrailer(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPProblem) -> Bool {
        if trailers.isEmpty {
            // A scanner skips leading empty lines; here the first one is the end.
            let byte = input[offset]
            if byte == UInt8(ascii: "\r"), lineLength == 0 {
                offset += 1
                lineLength = 1
                guard offset < input.count else { return false }
                return try decodeTrailer(input, &offset)
            }
            if byte == UInt8(ascii: "\n"), lineLength == 1 {
                offset += 1
                return true
            }
            guard lineLength == 0 else { throw .malformedChunk }
        }
        return try trailers.scan(input, &offset) != nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
