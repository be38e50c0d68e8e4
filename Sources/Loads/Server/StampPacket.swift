/// A test packet of STAMP in unauthenticated mode (RFC 8762 §4.2.1, §4.3.1) as a stateless Session-Reflector sees it:
/// latency of both ways without ICMP, which any STAMP Session-Sender can ask for.
enum StampPacket {
    /// Shorter ones are no test packets.
    static let length = 44

    /// Turns what a sender sent into the answer, in place and of the same length, so that nobody is amplified.
    ///
    /// - Parameters:
    ///   - received: ns of CLOCK_REALTIME, by the kernel's stamp where there is one.
    ///   - sent: now, ns of CLOCK_REALTIME.
    ///   - hopLimit: of the sender's packet; nil: unknown.
    /// - Returns: whether it was a test packet.
    static func reflect(_ packet: inout [UInt8], received: Int64, sent: Int64, hopLimit: Int?) -> Bool {
        // What follows the sender's own fields is zero when it sends and never when a reflector answers: an answer is not
        // answered, or two reflectors could be set upon each other for ever by one forged packet.
        guard packet.count >= length, packet[16..<length].allSatisfy({ $0 == 0 }) else { return false }
        // Sender: sequence 0..<4, timestamp 4..<12, error estimate 12..<14, zero until 44.
        let asked = Array(packet[0..<14])
        for index in 4..<length { packet[index] = 0 }
        // The reflector keeps no state, so its sequence number is the sender's (§4.3).
        put(timestamp(sent), into: &packet, at: 4)
        put(errorEstimate, into: &packet, at: 12)
        put(timestamp(received), into: &packet, at: 16)
        packet.replaceSubrange(24..<38, with: asked)
        packet[40] = UInt8(clamping: hopLimit ?? 0)
        return true
    }

    /// S = 0: the clock may not be synchronised; Z = 0: the NTP format; scale 0, multiplier 1, which must not be 0
    /// (RFC 4656 §4.1.2).
    private static let errorEstimate: [UInt8] = [0, 1]

    /// Seconds since 1900 and 2^-32 fractions of one (RFC 5905 §6).
    static func timestamp(_ nanoseconds: Int64) -> [UInt8] {
        let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
        let value = UInt64(UInt32(truncatingIfNeeded: seconds + 2_208_988_800)) << 32
        let fraction = (UInt64(rest) << 32) / 1_000_000_000
        return withUnsafeBytes(of: (value | fraction).bigEndian) { Array($0) }
    }

    private static func put(_ bytes: [UInt8], into packet: inout [UInt8], at offset: Int) {
        packet.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
}
