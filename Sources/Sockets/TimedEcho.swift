/// The UDP echo with times that `linecheck serve` answers, in the bytes that both ends agree on.
///
/// Question and answer are 64 bytes, so that the server amplifies nothing:
///
///     0   8 bytes  "linechkQ" in a question, "linechkA" in an answer; two servers never answer each other
///     8   8 bytes  cookie of the session that asks, returned as it is
///     16  8 bytes  number of the attempt, returned as it is
///     24  8 bytes  when the server received the question; 0 in a question
///     32  8 bytes  when the server sent the answer; 0 in a question
///     40  24 bytes the values 40 … 63
///
/// Numbers are big-endian. Times are ns of the server's CLOCK_MONOTONIC, whose zero is nobody's business: it never steps,
/// and only differences of differences are taken of it.
public struct TimedEcho: Equatable, Sendable {
    public static let length = 64

    public var cookie: UInt64
    public var number: Int64
    /// The server's; nil in a question.
    public var times: Times?

    public struct Times: Equatable, Sendable {
        public var received: Int64
        public var sent: Int64

        public init(received: Int64, sent: Int64) {
            self.received = received
            self.sent = sent
        }
    }

    public init(cookie: UInt64, number: Int64, times: Times? = nil) {
        self.cookie = cookie
        self.number = number
        self.times = times
    }

    public var bytes: [UInt8] {
        var bytes = Array((times == nil ? "linechkQ" : "linechkA").utf8)
        bytes.reserveCapacity(Self.length)
        for word in [cookie, UInt64(bitPattern: number)] + [times?.received ?? 0, times?.sent ?? 0].map(UInt64.init) {
            withUnsafeBytes(of: word.bigEndian) { bytes += $0 }
        }
        for index in bytes.count..<Self.length { bytes.append(UInt8(index)) }
        return bytes
    }

    /// Why bytes are no such message.
    public enum Fault: Error, Equatable, Sendable {
        case length
        /// Neither a question nor an answer, or what every message has in common was changed.
        case content
    }

    public init(_ bytes: some RandomAccessCollection<UInt8>) throws(Fault) {
        guard bytes.count == Self.length else { throw .length }
        let bytes = Array(bytes)
        func word(_ offset: Int) -> UInt64 { bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        let (received, sent) = (word(24), word(32))
        guard bytes.starts(with: "linechk".utf8), (40..<Self.length).allSatisfy({ bytes[$0] == UInt8($0) }) else {
            throw .content
        }
        switch bytes[7] {
        case UInt8(ascii: "Q") where received == 0 && sent == 0: times = nil
        case UInt8(ascii: "A") where received <= UInt64(Int64.max) && sent <= UInt64(Int64.max):
            times = Times(received: Int64(received), sent: Int64(sent))
        default: throw .content
        }
        cookie = word(8)
        number = Int64(bitPattern: word(16))
    }
}
