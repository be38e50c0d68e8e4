/// Eight decimal digits read at once, as one word.
///
/// Daniel Lemire, "Quickly parsing eight digits" (2018): neighbours are joined to numbers of two, four and eight digits.
struct EightDigits {
    let value: Int64

    /// nil when one of the eight bytes is no digit.
    ///
    /// - Precondition: eight bytes are there.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) {
        guard let start = bytes.baseAddress else { return nil }
        let word = UInt64(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self))
        let highHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        // 0x30 to 0x39, and adding 6 does not carry out of the lower half.
        guard word & highHalves == 0x3030_3030_3030_3030,
            (word &+ 0x0606_0606_0606_0606) & highHalves == 0x3030_3030_3030_3030
        else { return nil }
        var number = word & 0x0F0F_0F0F_0F0F_0F0F
        number = (number &* 10) &+ (number >> 8)
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let upper = (number & mask) &* 0x000F_4240_0000_0064
        let lower = ((number >> 16) & mask) &* 0x0000_2710_0000_0001
        value = Int64(truncatingIfNeeded: (upper &+ lower) >> 32)
    }
}
