internal import CSockets
internal import Glibc

/// Receives datagrams and error-queue entries with what their control messages say.
public struct MessageReader: ~Copyable {
    private var buffer: [UInt8]

    /// Bytes of a longer datagram than `capacity` are cut off.
    public init(capacity: Int = 2048) { buffer = [UInt8](repeating: 0, count: capacity) }

    /// A datagram.
    public struct Datagram: Sendable {
        public var length: Int
        public var source: SocketAddress?
        /// The kernel's receive stamp, ns of CLOCK_REALTIME.
        public var stamp: Int64?
        /// Time to live, hop limit.
        public var hopLimit: Int?
    }

    /// An entry of a socket's error queue.
    public enum Notice: Sendable {
        /// A packet of ours entered its interface's queue: the counter of its send and the stamp in ns of CLOCK_REALTIME.
        case transmitted(key: UInt32, stamp: Int64)
        /// Somebody on the way complained about a packet of ours, of which `length` bytes were quoted.
        case icmp(ICMPError, destination: SocketAddress?, length: Int, stamp: Int64?)
        /// The kernel refused a packet by itself; the send has said so already.
        case local(errno: Int32)
    }

    /// nil when none waits.
    public mutating func receive(from descriptor: Int32) throws(SystemError) -> Datagram? {
        guard let message = try read(descriptor, flags: 0) else { return nil }
        return Datagram(
            length: Int(message.length), source: Self.address(message.name),
            stamp: message.stamp == 0 ? nil : message.stamp,
            hopLimit: message.hop_limit < 0 ? nil : Int(message.hop_limit))
    }

    /// nil when none waits.
    public mutating func receiveNotice(from descriptor: Int32) throws(SystemError) -> Notice? {
        guard let message = try read(descriptor, flags: Int32(MSG_ERRQUEUE)) else { return nil }
        return Self.notice(message)
    }

    static func notice(_ message: cs_message) -> Notice {
        let stamp = message.stamp == 0 ? nil : message.stamp
        switch Int(message.origin) {
        case CS_ORIGIN_TIMESTAMPING where stamp != nil:
            return .transmitted(key: message.data, stamp: stamp ?? 0)
        case CS_ORIGIN_ICMP, CS_ORIGIN_ICMP6:
            let error = ICMPError(
                family: message.origin == UInt8(CS_ORIGIN_ICMP) ? .ipv4 : .ipv6, type: message.type,
                code: message.code, offender: address(message.offender))
            return .icmp(
                error, destination: address(message.name), length: Int(message.length), stamp: stamp)
        default:
            return .local(errno: Int32(bitPattern: message.error))
        }
    }

    /// The first bytes of what was received last.
    public func bytes(_ length: Int) -> [UInt8] { Array(buffer.prefix(length)) }

    static func address(_ raw: cs_address) -> SocketAddress? {
        SocketAddress(withUnsafeBytes(of: raw) { $0.load(as: sockaddr_storage.self) })
    }

    private mutating func read(_ descriptor: Int32, flags: Int32) throws(SystemError) -> cs_message? {
        var message = cs_message()
        let length = buffer.withUnsafeMutableBytes {
            cs_receive(descriptor, $0.baseAddress, $0.count, flags, &message)
        }
        if length >= 0 { return message }
        let code = Int32(-length)
        if code == EAGAIN { return nil }
        throw SystemError("recvmsg", code)
    }
}

/// An ICMP or ICMPv6 error message about a packet of ours.
public struct ICMPError: Equatable, Sendable {
    /// ICMP or ICMPv6.
    public var family: SocketAddress.Family
    public var type: UInt8
    public var code: UInt8
    /// Who sent it; nil when the kernel does not know.
    public var offender: SocketAddress?

    public init(family: SocketAddress.Family, type: UInt8, code: UInt8, offender: SocketAddress?) {
        self.family = family
        self.type = type
        self.code = code
        self.offender = offender
    }
}
