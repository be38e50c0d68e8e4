/// The test packets of a STAMP Session-Sender in unauthenticated mode (RFC 8762 §4.2.1) and what a Session-Reflector
/// returns (§4.3.1). `linecheck serve` is one.
struct StampMessage: Equatable {
    static let length = 44

    /// The low half of the attempt's number.
    var sequence: UInt32
    /// The sender's timestamp as it stands in the packet. A reflector returns it, so its lowest bits are random and it
    /// serves as the session's cookie: whoever did not see the question cannot answer it.
    var timestamp: UInt64

    init(number: Int64, at realtime: Int64) {
        sequence = UInt32(truncatingIfNeeded: number)
        // 2^-14 s are 61 µs; the time that counts stands in our own table.
        let noise = UInt64.random(in: 0..<(1 << 18))
        timestamp = Self.ntp(realtime) & ~((1 << 18) - 1) | noise
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: sequence.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: timestamp.bigEndian) { bytes += $0 }
        // S = 0: not known to be synchronised; Z = 0: NTP; the multiplier must not be 0 (RFC 4656 §4.1.2).
        bytes += [0, 1]
        return bytes + [UInt8](repeating: 0, count: Self.length - bytes.count)
    }

    /// When the reflector had the question and sent its answer, ns of its wall clock since 1970.
    struct Times: Equatable {
        var received: Int64
        var sent: Int64
    }

    enum Fault: Error {
        case length
        /// Neither an answer nor the question itself.
        case content
    }

    /// Which question an answer returns, and the reflector's times; nil from a plain echo server, which has none.
    struct Answer: Equatable {
        var sequence: UInt32
        var timestamp: UInt64
        var times: Times?

        init(_ bytes: [UInt8]) throws(Fault) {
            guard bytes.count >= StampMessage.length else { throw .length }
            func word(_ offset: Int, _ count: Int = 8) -> UInt64 {
                bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
            }
            if bytes[14..<StampMessage.length].allSatisfy({ $0 == 0 }) {
                (sequence, timestamp) = (UInt32(word(0, 4)), word(4))
                return
            }
            (sequence, timestamp) = (UInt32(word(24, 4)), word(28))
            guard word(4) != 0, word(16) != 0 else { throw .content }
            // Z of the error estimate: the format of the PTP (IEEE 1588), seconds and nanoseconds.
            let isPTP = bytes[12] & 0x40 != 0
            times = Times(
                received: StampMessage.nanoseconds(word(16), isPTP: isPTP),
                sent: StampMessage.nanoseconds(word(4), isPTP: isPTP))
        }
    }

    /// Seconds since 1900 and 2^-32 fractions of one (RFC 5905 §6).
    static func ntp(_ nanoseconds: Int64) -> UInt64 {
        let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
        return UInt64(UInt32(truncatingIfNeeded: seconds + Self.from1900)) << 32
            | UInt64(rest << 32 / 1_000_000_000)
    }

    private static let from1900: Int64 = 2_208_988_800

    /// In 2036 the seconds begin at 0 again (RFC 5905 §6); until 2104 those below 2^31 are of the second era.
    private static func nanoseconds(_ value: UInt64, isPTP: Bool) -> Int64 {
        let (seconds, fraction) = (Int64(value >> 32), Int64(value & 0xFFFF_FFFF))
        if isPTP { return seconds * 1_000_000_000 + fraction }
        let era: Int64 = seconds < 1 << 31 ? 1 << 32 : 0
        return (seconds + era - from1900) * 1_000_000_000 + (fraction * 1_000_000_000) >> 32
    }
}
