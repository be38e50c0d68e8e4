/// What an echo request carries, so that its reply can be told from everybody else's: a cookie that only this session
/// knows, the attempt's number, and a pattern. 56 bytes, as ping sends.
///
/// No time is in it: times from a payload can be forged or damaged (iputils#585); ours stay in our own table.
struct EchoPayload {
    /// Random for each socket.
    let cookie: UInt64

    static let length = 56

    func bytes(for number: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        withUnsafeBytes(of: cookie.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        for index in bytes.count..<Self.length { bytes.append(UInt8(index)) }
        return bytes
    }

    /// The attempt that the payload of a reply belongs to, or the check that failed.
    func attempt(of payload: [UInt8], wireSequence: UInt16) -> Result<Int64, ForeignReason> {
        guard payload.count == Self.length else { return .failure(.truncated) }
        guard Self.word(payload, at: 0) == cookie else { return .failure(.cookie) }
        let number = Int64(bitPattern: Self.word(payload, at: 8))
        guard UInt16(truncatingIfNeeded: number) == wireSequence else { return .failure(.sequence) }
        guard payload == bytes(for: number) else { return .failure(.payload) }
        return .success(number)
    }

    /// False when a quotation is long enough to show another cookie than ours.
    func mayOwn(quoted payload: [UInt8]) -> Bool { payload.count < 8 || Self.word(payload, at: 0) == cookie }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt64 {
        bytes[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The check that a reply failed, in the order in which they are made.
enum ForeignReason: String, Error, CaseIterable {
    /// A raw socket's reply with our identifier whose ICMP checksum is wrong.
    case checksum
    /// It came from another address than the target's.
    case source
    /// It is shorter (or longer) than what was sent.
    case truncated
    /// It carries another session's cookie.
    case cookie
    /// Its sequence number is not the attempt's, or no such attempt was made.
    case sequence
    /// The rest of the payload was changed on the way.
    case payload
}
