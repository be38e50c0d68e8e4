/// The checksum of IP, ICMP, UDP and TCP (RFC 1071).
public enum InternetChecksum {
    /// The one's complement of the one's complement sum of big-endian 16-bit words; an odd last byte is the high half
    /// of a word that ends in zero (RFC 1071 §4.1). Over a message that includes its checksum the result is 0.
    public static func of(_ bytes: Span<UInt8>) -> UInt16 {
        var sum: UInt64 = 0
        var index = 0
        while index + 1 < bytes.count {
            sum += UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
            index += 2
        }
        if index < bytes.count { sum += UInt64(bytes[index]) << 8 }
        while sum >> 16 != 0 { sum = (sum & 0xFFFF) + (sum >> 16) }
        return ~UInt16(truncatingIfNeeded: sum)
    }

    public static func of(_ bytes: [UInt8]) -> UInt16 { of(bytes.span) }
}
