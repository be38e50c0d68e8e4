/// The Huffman code of HPACK (RFC 7541 §5.2, Appendix B).
///
/// The code is canonical: codes of one length follow each other in the order of their symbols, and shorter ones come
/// first; so the lengths say it all.
enum HuffmanString {
    /// Of the symbols 0 … 255, and of 256, which is the end of string.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28,
        28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6,
        7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13,
        19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11,
        14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23,
        23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22,
        21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26,
        24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22,
        22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    ]

    /// Symbols by length, then by value; for each length the first code and its place among them.
    private static let table: (symbols: [Int], first: [Int], place: [Int]) = {
        let symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        var first = [Int](repeating: 0, count: 32)
        var place = [Int](repeating: 0, count: 32)
        var (code, next) = (0, 0)
        for length in 1...30 {
            code <<= 1
            first[length] = code
            place[length] = next
            let count = lengths.count { $0 == length }
            code += count
            next += count
        }
        return (symbols, first, place)
    }()

    /// nil for a code that there is not, the end of string, and padding that is longer than seven bits or not of ones.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var text: [UInt8] = []
        var (code, length) = (0, 0)
        for byte in bytes {
            for bit in stride(from: 7, through: 0, by: -1) {
                code = code << 1 | Int(byte >> bit & 1)
                length += 1
                guard length <= 30 else { return nil }
                let offset = code - table.first[length]
                let count = (length < 30 ? table.place[length + 1] : lengths.count) - table.place[length]
                guard offset >= 0, offset < count else { continue }
                let symbol = table.symbols[table.place[length] + offset]
                guard symbol < 256 else { return nil }
                text.append(UInt8(symbol))
                (code, length) = (0, 0)
            }
        }
        return length < 8 && code == (1 << length) - 1 ? text : nil
    }
}
