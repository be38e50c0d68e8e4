/// A step through a body.
enum BodyStep: Equatable, Sendable {
    /// So many bytes of the input were content.
    case content(Int)
    case end
}

/// Where a body ends (RFC 9112 §6.3).
struct BodyDecoder: Sendable {
    enum Framing: Sendable {
        case length(Int64)
        case chunked
        /// Until the connection ends: responses of old servers.
        case untilClose
    }

    private enum State: Sendable {
        case length(left: Int64)
        case chunked(ChunkedDecoder)
        case untilClose
    }

    private var state: State

    init(_ framing: Framing, trailerLimit: Int) {
        state =
            switch framing {
            case .length(let length): .length(left: length)
            case .chunked: .chunked(ChunkedDecoder(trailerLimit: trailerLimit))
            case .untilClose: .untilClose
            }
    }

    /// Content that follows for certain, which may be taken off the socket without looking at it.
    var knownRemaining: Int64 {
        switch state {
        case .length(let left): left
        case .chunked(let decoder): decoder.knownRemaining
        // Whatever comes is content.
        case .untilClose: .max
        }
    }

    /// Content was taken off the socket; at most ``knownRemaining``.
    mutating func skip(_ count: Int64) {
        switch state {
        case .length(let left): state = .length(left: left - count)
        case .chunked(var decoder):
            decoder.skip(count)
            state = .chunked(decoder)
        case .untilClose: break
        }
    }

    /// nil: more input is needed.
    mutating func decode(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPProblem) -> BodyStep? {
        switch state {
        case .length(left: 0): return .end
        case .length(let left):
            guard offset < input.count else { return nil }
            let count = Int(min(left, Int64(input.count - offset)))
            offset += count
            state = .length(left: left - Int64(count))
            return .content(count)
        case .chunked(var decoder):
            defer { state = .chunked(decoder) }
            return try decoder.decode(input, &offset)
        case .untilClose:
            guard offset < input.count else { return nil }
            defer { offset = input.count }
            return .content(input.count - offset)
        }
    }

    /// The connection ended: whether that ends the body too.
    var endsWithConnection: Bool {
        switch state {
        case .untilClose, .length(left: 0): true
        default: false
        }
    }
}
