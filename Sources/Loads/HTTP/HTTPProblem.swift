/// Why bytes are no HTTP/1.1 message (RFC 9112).
package enum HTTPProblem: Error, Equatable, Sendable {
    /// The head is longer than the limit.
    case headTooLarge(limit: Int)
    case malformedStartLine
    /// A version that is not 1.0 or 1.1.
    case unsupportedVersion
    case malformedField
    /// Obsolete line folding, RFC 9112 §5.2.
    case foldedField
    /// Content-Length that is not a number, or too large.
    case malformedLength
    /// Several lengths, or a length beside a transfer coding, RFC 9112 §6.3.
    case conflictingLength
    /// Anything but a single `chunked`.
    case unknownTransferCoding
    case malformedChunk
    case chunkTooLarge
    /// 101 without having asked for it.
    case unexpectedUpgrade
    /// The connection ended before the head did.
    case endedInHead
    /// The connection ended before the body did.
    case endedInBody
}

extension HTTPProblem {
    /// A sentence piece: what is wrong with the message.
    package var words: String {
        switch self {
        case .headTooLarge(let limit): "a head of more than \(limit) bytes"
        case .malformedStartLine: "it does not begin like HTTP"
        case .unsupportedVersion: "an HTTP version other than 1.0 and 1.1"
        case .malformedField: "a malformed header field"
        case .foldedField: "a folded header field"
        case .malformedLength: "a malformed Content-Length"
        case .conflictingLength: "contradicting lengths"
        case .unknownTransferCoding: "an unknown transfer coding"
        case .malformedChunk: "a malformed chunk"
        case .chunkTooLarge: "a chunk larger than 2^53 bytes"
        case .unexpectedUpgrade: "a switch of protocols that nobody asked for"
        case .endedInHead: "the connection ended in the middle of the head"
        case .endedInBody: "the connection ended in the middle of the body"
        }
    }
}
