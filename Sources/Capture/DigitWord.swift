/// Eight bytes that may be decimal digits, read at once as one word.
///
/// Daniel Lemire, "Quickly parsing eight digits" (2018): neighbours are joined to numbers of two, four and eight digits.
struct DigitWord {
    private let word: UInt64

    /// - Parameter kept: bits of the bytes that are taken; the others count as zeros.
    /// - Precondition: eight bytes are there.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, keeping kept: UInt64 = ~0) {
        word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) & kept
    }

    /// From 0 to 8, from the first on.
    @inline(__always)
    var leadingDigits: Int { others.trailingZeroBitCount / 8 }

    /// Of the first digits, as many as there are: they are moved up, so that zeros stand before them.
    @inline(__always)
    func value(ofFirst count: Int) -> Int64 {
        // A shift by all 64 bits of a word without digits leaves nothing.
        Self.value(word << UInt64(64 - 8 * count))
    }

    /// The whole number that begins here, without a zero before it and below 10^15, and how many digits it has; nil: there is none.
    ///
    /// - Precondition: sixteen bytes are there.
    @inline(__always)
    static func number(_ bytes: UnsafeRawPointer) -> (value: Int64, digits: Int)? {
        let first = DigitWord(bytes)
        let count = first.leadingDigits
        guard count > 0, count == 1 || bytes.load(as: UInt8.self) != UInt8(ascii: "0") else { return nil }
        guard count == 8 else { return (first.value(ofFirst: count), count) }
        let second = DigitWord(bytes + 8)
        let more = second.leadingDigits
        guard more > 0 else { return (first.value, count) }
        guard more < 8 else { return nil }
        let powers = SIMD8<Int64>(1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
        return (first.value &* powers[more] &+ second.value(ofFirst: more), 8 &+ more)
    }

    /// Of all eight.
    @inline(__always)
    var value: Int64 { Self.value(word) }

    /// Not zero in the first byte that is no digit, and zero before it.
    @inline(__always)
    private var others: UInt64 {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let highHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        // 0x30 to 0x39: adding 6 does not carry out of the lower half. A carry out of another byte reaches only what is behind it.
        return (word & highHalves ^ zeros) | ((word &+ 0x0606_0606_0606_0606) & highHalves ^ zeros)
    }

    @inline(__always)
    private static func value(_ word: UInt64) -> Int64 {
        var number = word & 0x0F0F_0F0F_0F0F_0F0F
        number = (number &* 10) &+ (number >> 8)
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let upper = (number & mask) &* 0x000F_4240_0000_0064
        let lower = ((number >> 16) & mask) &* 0x0000_2710_0000_0001
        return Int64(truncatingIfNeeded: (upper &+ lower) >> 32)
    }
}
