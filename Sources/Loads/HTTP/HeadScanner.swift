/// Collects the lines of a message's head up to the empty line that ends it (RFC 9112 §2.1).
struct HeadScanner: Sendable {
    let limit: Int
    /// How the start line of these messages begins; whatever begins otherwise is refused at its first byte.
    let beginning: [UInt8]
    /// Lines without their terminators.
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var size = 0

    init(limit: Int, beginning: [UInt8] = []) {
        self.limit = limit
        self.beginning = beginning
    }

    /// No byte of a head has been seen.
    var isEmpty: Bool { size == 0 }

    /// Consumes input up to the end of the head; nil: the head goes on after this input.
    ///
    /// A line may end with a bare LF (§2.2). Empty lines before the start line are skipped (§2.2).
    mutating func scan(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPProblem) -> [[UInt8]]? {
        while offset < input.count {
            let byte = input[offset]
            offset += 1
            size += 1
            guard size <= limit else { throw .headTooLarge(limit: limit) }
            guard byte == UInt8(ascii: "\n") else {
                // Other protocols are told from HTTP by their first bytes, not after a timeout.
                if lines.isEmpty, !fits(byte) { throw .malformedStartLine }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if lines.isEmpty { continue }
                defer { self = HeadScanner(limit: limit, beginning: beginning) }
                return lines
            }
            lines.append(line)
            line.removeAll(keepingCapacity: true)
        }
        return nil
    }

    /// Whether a byte may stand next in the start line.
    private func fits(_ byte: UInt8) -> Bool {
        if line.isEmpty, byte == UInt8(ascii: "\r") { return true }
        if line.count < beginning.count { return byte == beginning[line.count] }
        return !line.isEmpty || (0x21...0x7E).contains(byte)
    }
}
