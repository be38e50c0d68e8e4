internal import CSockets
internal import Glibc

/// Sends and receives many small datagrams with one system call.
public struct MessageBatch: ~Copyable {
    public static let size = Int(CS_BATCH)

    private let capacity: Int
    private var buffers: [UInt8]
    private var messages = [cs_message](repeating: cs_message(), count: size)

    /// Bytes of a longer datagram than `capacity` are cut off.
    public init(capacity: Int = 256) {
        self.capacity = capacity
        buffers = [UInt8](repeating: 0, count: capacity * Self.size)
    }

    /// Receives at most ``size`` datagrams and hands over each with its first bytes; returns how many came.
    public mutating func receive(
        from descriptor: Int32, _ take: (MessageReader.Datagram, [UInt8]) -> Void
    ) throws(SystemError) -> Int {
        let count = try receive(descriptor, flags: 0)
        for place in 0..<count {
            let message = messages[place]
            let length = min(capacity, Int(message.length))
            take(
                MessageReader.Datagram(
                    length: length, source: MessageReader.address(message.name),
                    stamp: message.stamp == 0 ? nil : message.stamp,
                    hopLimit: message.hop_limit < 0 ? nil : Int(message.hop_limit)),
                bytes(place, length))
        }
        return count
    }

    /// The same of the error queue.
    public mutating func receiveNotices(
        from descriptor: Int32, _ take: (MessageReader.Notice, [UInt8]) -> Void
    ) throws(SystemError) -> Int {
        let count = try receive(descriptor, flags: Int32(MSG_ERRQUEUE))
        for place in 0..<count {
            let length = min(capacity, Int(messages[place].length))
            take(MessageReader.notice(messages[place]), bytes(place, length))
        }
        return count
    }

    private func bytes(_ place: Int, _ length: Int) -> [UInt8] {
        Array(buffers[place * capacity..<place * capacity + length])
    }

    private mutating func receive(_ descriptor: Int32, flags: Int32) throws(SystemError) -> Int {
        let capacity = capacity
        let count = buffers.withUnsafeMutableBytes { buffers in
            messages.withUnsafeMutableBufferPointer { messages in
                cs_receive_batch(
                    descriptor, buffers.baseAddress, capacity, messages.baseAddress, UInt32(messages.count), flags)
            }
        }
        if count < 0 { throw SystemError("recvmmsg", -count) }
        return Int(count)
    }

    /// Addresses in the form that the kernel takes, prepared once for many sends.
    public struct Peers: Sendable {
        fileprivate let raw: [cs_address]

        public init(_ addresses: [SocketAddress]) {
            raw = addresses.map { address in
                var raw = cs_address()
                address.withSockaddr { pointer, length in
                    withUnsafeMutableBytes(of: &raw) {
                        $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: Int(length)))
                    }
                }
                return raw
            }
        }
    }

    /// Sends datagrams of one size that stand one behind the other, the first to the peer of that number; at most ``size``.
    ///
    /// - Returns: how many left; with an errno when the next one did not.
    public static func send(
        _ datagrams: [UInt8], of size: Int, count: Int, to peers: Peers, from first: Int, by descriptor: Int32
    ) -> (sent: Int, errno: Int32?) {
        let result = datagrams.withUnsafeBytes { datagrams in
            peers.raw.withUnsafeBufferPointer { peers in
                peers.baseAddress.map {
                    cs_send_batch(descriptor, datagrams.baseAddress, size, $0 + first, UInt32(count))
                } ?? 0
            }
        }
        return result < 0 ? (0, -result) : (Int(result), nil)
    }
}
