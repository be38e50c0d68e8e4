/// The decimal digits at the beginning of eight bytes, read at once, as one word.
///
/// Daniel Lemire, "Quickly parsing eight digits" (2018): neighbours are joined to numbers of two, four and eight digits. Fewer
/// are moved up, so that zeros stand before them.
struct LeadingDigits {
    /// From 0 to 8.
    let count: Int
    let value: Int64

    /// - Precondition: eight bytes are there.
    @inline(__always)
    init(_ bytes: UnsafePointer<UInt8>) {
        let word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
        let highHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let zeros: UInt64 = 0x3030_3030_3030_3030
        // 0x30 to 0x39: adding 6 does not carry out of the lower half. A carry out of another byte reaches only what is behind it.
        let others = (word & highHalves ^ zeros) | ((word &+ 0x0606_0606_0606_0606) & highHalves ^ zeros)
        count = others.trailingZeroBitCount / 8
        // A shift by all 64 bits of a word without digits leaves nothing.
        var number = (word << UInt64(64 - 8 * count)) & 0x0F0F_0F0F_0F0F_0F0F
        number = (number &* 10) &+ (number >> 8)
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let upper = (number & mask) &* 0x000F_4240_0000_0064
        let lower = ((number >> 16) & mask) &* 0x0000_2710_0000_0001
        value = Int64(truncatingIfNeeded: (upper &+ lower) >> 32)
    }
}
