import Glibc
import LinecheckSockets
import Synchronization

/// An ICMP echo responder that misbehaves by the last octet of the address that is asked. The kernel's own answers have
/// to be off (icmp_echo_ignore_all); honest replies carry a TTL of 64, forged ones 33.
final class Responder: Sendable {
    enum Manner: UInt8 {
        case honest = 100
        /// After 60 ms.
        case slow = 101
        /// Once more after 20 ms.
        case twice = 102
        case badChecksum = 103
        /// From another address.
        case otherSource = 104
        /// Odd sequence numbers after 250 ms.
        case oddLate = 105
        case wrongSequence = 106
        case truncated = 107
        case rewritten = 108
        case wrongIdentifier = 109
        case silent = 110
        /// Odd sequence numbers after 250 ms, and once more after 300 ms.
        case lateTwice = 111
        /// Many forged replies at once, and the honest one after 5 ms.
        case flooded = 112
        /// The last byte of the payload is changed.
        case flipped = 113

        var address: String { "127.0.0.\(rawValue)" }
    }

    private let thread: KernelThread
    private let isEnding = Atomic(false)
    private let forgedCount = Atomic<Int64>(0)

    /// Forged replies that were sent.
    var forged: Int64 { forgedCount.load(ordering: .relaxed) }

    init() throws {
        let listener = try Descriptor.socket(family: .ipv4, type: .raw, protocolNumber: Int32(IPPROTO_ICMP))
        // It hears the replies as well, also its own forged ones.
        try listener.set(.receiveBufferForce, to: 8 << 20)
        let sender = try Descriptor.socket(family: .ipv4, type: .raw, protocolNumber: Int32(IPPROTO_RAW))
        let begin = Mutex<Responder?>(nil)
        let box = Box(listener, sender)
        thread = try KernelThread(name: "responder") {
            // A busy machine must not make it later than it means to be.
            KernelThread.raisePriority()
            while begin.withLock({ $0 == nil }) { usleep(100) }
            begin.withLock { responder in
                responder?.serve(box.listener, box.sender)
                responder = nil
            }
        }
        begin.withLock { $0 = self }
    }

    private final class Box: Sendable {
        let listener: Descriptor
        let sender: Descriptor
        init(_ listener: consuming Descriptor, _ sender: consuming Descriptor) {
            self.listener = listener
            self.sender = sender
        }
    }

    func stop() {
        isEnding.store(true, ordering: .relaxed)
        thread.join()
    }

    private struct Due {
        let time: Int64
        let packet: [UInt8]
        let peer: [UInt8]
    }

    private func serve(_ listener: borrowing Descriptor, _ sender: borrowing Descriptor) {
        var reader = MessageReader()
        var queue: [Due] = []
        while !isEnding.load(ordering: .relaxed) {
            let now = KernelClock.monotonic
            for due in queue where due.time <= now { send(due, sender) }
            queue.removeAll { $0.time <= now }
            var poller = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
            let wait = queue.map(\.time).min().map { max(0, ($0 - now) / 1_000_000) } ?? 10
            poll(&poller, 1, Int32(min(wait, 10)))
            while let datagram = try? reader.receive(from: listener.number) {
                queue += answers(to: reader.bytes(datagram.length))
            }
        }
    }

    private func answers(to packet: [UInt8]) -> [Due] {
        guard packet.count >= 28, packet[20] == 8, let manner = Manner(rawValue: packet[19]) else { return [] }
        let icmp = Array(packet[20...])
        let message = EchoMessage(
            identifier: UInt16(icmp[4]) << 8 | UInt16(icmp[5]), sequence: UInt16(icmp[6]) << 8 | UInt16(icmp[7]),
            payload: Array(icmp[8...]))
        let own = Array(packet[16..<20])
        let peer = Array(packet[12..<16])
        let isOdd = message.sequence % 2 == 1
        func due(
            _ message: EchoMessage, after milliseconds: Int64 = 0, from source: [UInt8]? = nil, ttl: UInt8 = 64,
            spoil: Bool = false
        ) -> Due {
            var reply = message.reply(.ipv4)
            if spoil { reply[2] ^= 0x55 }
            return Due(
                time: KernelClock.monotonic + milliseconds * 1_000_000,
                packet: Self.ipv4(from: source ?? own, to: peer, ttl: ttl, reply), peer: peer)
        }
        func changed(_ change: (inout EchoMessage) -> Void) -> EchoMessage {
            var copy = message
            change(&copy)
            return copy
        }
        switch manner {
        case .honest: return [due(message)]
        case .slow: return [due(message, after: 60)]
        case .twice: return [due(message), due(message, after: 20)]
        case .badChecksum: return [due(message, spoil: true)]
        case .otherSource: return [due(message, from: [127, 0, 0, 99])]
        case .oddLate: return [due(message, after: isOdd ? 250 : 0)]
        case .lateTwice: return isOdd ? [due(message, after: 250), due(message, after: 300)] : [due(message)]
        case .wrongSequence: return [due(changed { $0.sequence &+= 7 })]
        case .truncated: return [due(changed { $0.payload.removeLast(44) })]
        case .rewritten: return [due(changed { $0.payload = $0.payload.map { _ in 0xFF } })]
        case .flipped: return [due(changed { $0.payload[$0.payload.count - 1] ^= 1 })]
        case .wrongIdentifier: return [due(changed { $0.identifier ^= 1 })]
        case .silent: return []
        case .flooded:
            let otherCookie = changed { $0.payload[0] ^= 0xFF }
            let otherSequence = changed { $0.sequence &+= 1 }
            let forged = (0..<20).flatMap { _ in
                [
                    due(otherCookie, ttl: 33), due(message, from: [127, 0, 0, 98], ttl: 33),
                    due(otherSequence, ttl: 33), due(changed { $0.payload.removeLast() }, ttl: 33),
                ]
            }
            forgedCount.add(Int64(forged.count), ordering: .relaxed)
            return forged + [due(message, after: 5)]
        }
    }

    private func send(_ due: Due, _ sender: borrowing Descriptor) {
        let peer = SocketAddress(family: .ipv4, octets: due.peer)
        let sent = peer.withSockaddr { address, length in
            due.packet.withUnsafeBytes { sendto(sender.number, $0.baseAddress, $0.count, 0, address, length) }
        }
        if sent < 0 { perror("responder") }
    }

    /// RFC 791 §3.1; the kernel fills in the header's checksum.
    private static func ipv4(from source: [UInt8], to peer: [UInt8], ttl: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = 20 + payload.count
        let header: [UInt8] =
            [0x45, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 0, 0x40, 0, ttl, UInt8(IPPROTO_ICMP), 0, 0]
        return header + source + peer + payload
    }

    /// Runs a body beside a responder in a namespace whose kernel does not answer pings.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable (Responder) throws -> Result
    ) async throws -> Result {
        try await NetworkNamespace.run { space in
            try space.set("net.ipv4.icmp_echo_ignore_all", "1")
            let responder = try Responder()
            defer { responder.stop() }
            return try body(responder)
        }
    }
}
