import Glibc

/// A file's bytes with the name by which a person knows it, and the way from byte offsets to lines and columns.
public struct SourceText: Sendable {
    /// As typed on the command line, or `<bundled>/health.json`.
    public let name: String
    public let bytes: [UInt8]
    private let lineStarts: [Int]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        lineStarts = Self.lineStarts(of: bytes)
    }

    /// By memchr: a text may be 50 MB of anything before it is refused.
    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { raw in
            var starts = [0]
            guard let base = raw.baseAddress else { return starts }
            var offset = 0
            while let found = memchr(base + offset, 0x0A, raw.count - offset) {
                offset = UnsafeRawPointer(found) - base + 1
                starts.append(offset)
            }
            return starts
        }
    }

    public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

    /// The place of a byte, both counted from 1; a column is a Unicode scalar, as editors count.
    public func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, scalarCount(bytes[lineStarts[low]..<offset]) + 1)
    }

    /// A part of a line without its line end; invalid UTF-8 and control characters are made visible.
    ///
    /// - Parameters:
    ///   - number: of the line, counted from 1.
    ///   - column: of the first scalar, counted from 1.
    ///   - count: scalars at most.
    public func line(_ number: Int, from column: Int, count: Int) -> String {
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        var start = lineStarts[number - 1]
        if start < end, bytes[end - 1] == 0x0D { end -= 1 }
        var skipped = 0
        // A scalar goes on over every byte that continues it.
        while start < end, skipped < column - 1 || bytes[start] & 0xC0 == 0x80 {
            if bytes[start] & 0xC0 != 0x80 { skipped += 1 }
            start += 1
        }
        let decoded = String(decoding: bytes[start..<min(end, start + 4 * count)], as: UTF8.self)
        let visible = decoded.unicodeScalars.prefix(count).map { scalar -> Character in
            scalar.value < 0x20 || scalar.value == 0x7F ? (scalar == "\t" ? " " : "\u{FFFD}") : Character(scalar)
        }
        return String(visible)
    }
}

/// Scalars begin at every byte that is not a UTF-8 continuation.
func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
}
