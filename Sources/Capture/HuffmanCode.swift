/// A canonical Huffman code: the lengths say it all. RFC 1951 §3.2.2.
struct HuffmanCode {
    private static let longest = 15

    /// How many codes of each length there are, and the symbols in the order of their codes.
    private var counts = [Int](repeating: 0, count: longest + 1)
    private var symbols: [Int] = []

    init(lengths: [UInt8]) throws(InflateFailure) {
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var left = 1
        for length in 1...Self.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else { throw .notDeflate("a code has more words than fit") }
        }
        symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    private init(fixed lengths: [UInt8]) {
        for length in lengths { counts[Int(length)] += 1 }
        symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// Reads one symbol, bit by bit: the codes of a length are consecutive numbers.
    func decode(_ bits: inout BitReader) throws(InflateFailure) -> Int {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...Self.longest {
            code |= Int(try bits.take(1))
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw .notDeflate("a code word is not in the code")
    }

    /// RFC 1951 §3.2.6.
    static let fixedLiterals = HuffmanCode(
        fixed: (0..<288).map { symbol in
            switch symbol {
            case ..<144: 8
            case ..<256: 9
            case ..<280: 7
            default: 8
            }
        })
    static let fixedDistances = HuffmanCode(fixed: [UInt8](repeating: 5, count: 30))
}

/// Takes bits from bytes, the least significant first. RFC 1951 §3.1.1.
struct BitReader {
    private var bytes: [UInt8] = []
    private var position = 0
    private var held: UInt32 = 0
    private var heldCount = 0

    /// Bytes not yet looked at.
    var unreadCount: Int { bytes.count - position }

    mutating func feed(_ more: ArraySlice<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes += more
    }

    /// The next bits as a number, at most 16.
    mutating func take(_ count: Int) throws(InflateFailure) -> UInt32 {
        while heldCount < count {
            guard position < bytes.count else { throw .inputEnds }
            held |= UInt32(bytes[position]) << UInt32(heldCount)
            position += 1
            heldCount += 8
        }
        defer {
            held >>= UInt32(count)
            heldCount -= count
        }
        return held & (1 << UInt32(count) - 1)
    }

    /// Drops the rest of a byte that has been begun; never more than 7 bits are held otherwise.
    mutating func skipToByte() {
        held >>= UInt32(heldCount % 8)
        heldCount -= heldCount % 8
    }
}
