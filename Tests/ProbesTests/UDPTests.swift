import Glibc
import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization
import Testing

@testable import LinecheckProbes

/// A UDP server that answers as it is told, on a thread of its own.
final class DatagramServer: Sendable {
    let port: Int
    private let isEnding = Atomic(false)
    private let thread: Mutex<KernelThread?>
    private let asked = Atomic(0)

    /// Datagrams that came.
    var count: Int { asked.load(ordering: .relaxed) }

    private final class Socket: Sendable {
        let descriptor: Descriptor
        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    /// - Parameter answer: the datagrams to send back for the n-th one (from 0), in order; an empty one waits 5 ms.
    init(_ host: String = "127.0.0.1", answer: @escaping @Sendable (Int, [UInt8]) -> [[UInt8]]) throws {
        let descriptor = try Descriptor.socket(family: .ipv4, type: .datagram)
        try descriptor.bind(to: try #require(SocketAddress(numeric: host)))
        port = Int(try #require(try descriptor.localAddress()).port)
        let socket = Socket(descriptor)
        thread = Mutex(nil)
        let started = try KernelThread(name: "datagrams") { [self] in
            var reader = MessageReader()
            while !isEnding.load(ordering: .relaxed) {
                var poller = pollfd(fd: socket.descriptor.number, events: Int16(POLLIN), revents: 0)
                poll(&poller, 1, 5)
                while let datagram = try? reader.receive(from: socket.descriptor.number) {
                    guard let source = datagram.source else { continue }
                    let number = asked.add(1, ordering: .relaxed).oldValue
                    for reply in answer(number, reader.bytes(datagram.length)) {
                        guard !reply.isEmpty else {
                            usleep(5_000)
                            continue
                        }
                        _ = source.withSockaddr { address, length in
                            reply.withUnsafeBytes {
                                sendto(socket.descriptor.number, $0.baseAddress, $0.count, 0, address, length)
                            }
                        }
                    }
                }
            }
        }
        thread.withLock { $0 = started }
    }

    func stop() {
        isEnding.store(true, ordering: .relaxed)
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}

@Suite struct UDPTests {
    /// What an honest reflector whose clock is `skew` ahead answers (RFC 8762 §4.3.1).
    private static func answer(
        _ question: [UInt8], skew: Int64 = 0, isPTP: Bool = false, change: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        guard question.count == StampMessage.length else { return [] }
        let now = KernelClock.realtime + skew
        let time = isPTP ? UInt64(now / 1_000_000_000) << 32 | UInt64(now % 1_000_000_000) : StampMessage.ntp(now)
        let stamp = withUnsafeBytes(of: time.bigEndian) { Array($0) }
        var bytes =
            Array(question[0..<4]) + stamp + [isPTP ? 0x40 : 0, 1, 0, 0] + stamp + question[0..<14] + [0, 0, 64]
        bytes += [UInt8](repeating: 0, count: StampMessage.length - bytes.count)
        change(&bytes)
        return bytes
    }

    @Test func `a server's time tells how the delay of each direction changes, whatever its clock says`() throws {
        // From the third question on the server holds its stamp back: the way up takes 40 ms more.
        let skew: Int64 = 1_234_567_890_123
        let server = try DatagramServer { number, bytes in
            if number >= 2 { usleep(40_000) }
            // Each format that a reflector may use tells the same.
            return [Self.answer(bytes, skew: skew, isPTP: number % 2 == 1)]
        }
        defer { server.stop() }
        let seen = try ask("127.0.0.1", kind: .udp, port: server.port, count: 6, interval: .milliseconds(60))
        let samples = seen.samples.sorted { $0.sequence < $1.sequence }
        #expect(samples.count == 6 && samples.allSatisfy { $0.rtt != nil && $0.up != nil && $0.down != nil })
        let first = try #require(samples.first)
        #expect(first.up.map { abs($0.nanoseconds - (first.down?.nanoseconds ?? 0)) } ?? 9 <= 2)
        // The quicker of the first two: a server that was kept waiting once has seen a delay that is no skew.
        let rest = try #require(samples.prefix(2).compactMap(\.up).min()).nanoseconds
        for sample in samples.dropFirst(2) {
            let rise = try #require(sample.up).nanoseconds - rest
            #expect(rise > 36_000_000 && rise < 120_000_000)
            let other = try #require(sample.down).nanoseconds - (try #require(first.down).nanoseconds)
            #expect(abs(other) < 20_000_000)
            // Both together are the round trip, whatever the offset.
            let sum = try #require(sample.up) + (try #require(sample.down))
            #expect(abs((sum - (try #require(sample.rtt))).nanoseconds) < 1_000)
        }
    }

    @Test func `answers with another timestamp, number or length are foreign, and the honest one counts`() throws {
        let server = try DatagramServer { _, bytes in
            [
                Self.answer(bytes) { $0[35] ^= 1 }, Self.answer(bytes) { $0[24] ^= 1 },
                Array(Self.answer(bytes).dropLast()), [], Self.answer(bytes),
                Self.answer(bytes),
            ]
        }
        defer { server.stop() }
        let seen = try ask("127.0.0.1", kind: .udp, port: server.port, count: 2, linger: .milliseconds(50))
        #expect(seen.samples.count == 2 && seen.samples.allSatisfy { $0.rtt != nil })
        #expect(seen.duplicates.map(\.sequence).sorted() == [0, 1])
        #expect(Set(seen.foreign.map(\.reason)) == ["cookie", "sequence", "truncated"])
    }

    @Test func `a plain echo server answers and knows no times`() throws {
        let server = try DatagramServer { _, bytes in [bytes] }
        defer { server.stop() }
        let seen = try ask("127.0.0.1", kind: .udp, port: server.port)
        #expect(seen.samples.count == 3)
        #expect(seen.samples.allSatisfy { $0.rtt != nil && $0.up == nil && $0.down == nil })
    }

    @Test func `a closed port is told by its ICMP error`() throws {
        let holder = try Descriptor.socket(family: .ipv4, type: .datagram)
        try holder.bind(to: try #require(SocketAddress(numeric: "127.0.0.1")))
        let port = Int(try #require(try holder.localAddress()).port)
        // A bound socket that is connected elsewhere takes nothing from us, so the port is closed and nobody takes it.
        #expect(holder.connect(to: try #require(SocketAddress(numeric: "127.0.0.1", port: 9))) == nil)
        let seen = try ask("127.0.0.1", kind: .udp, port: port)
        #expect(seen.samples.map(\.failure) == [.portUnreachable, .portUnreachable, .portUnreachable])
        #expect(seen.samples.allSatisfy { $0.code == 3 * 256 + 3 })
    }

    @Test func `the origin of the delays is chosen once, and a server that sets its clock by hours is not believed`() {
        var clock = OneWayClock()
        let first = clock.delays(sent: 1_000, server: .init(received: 9_001_500, sent: 9_001_700), received: 2_200)
        #expect(first?.up == first?.down && first?.up == .nanoseconds(500))
        let second = clock.delays(sent: 3_000, server: .init(received: 9_004_500, sent: 9_004_500), received: 5_000)
        #expect(second?.up == .nanoseconds(1_500) && second?.down == .nanoseconds(500))
        let hours: Int64 = 3 * 3_600_000_000_000
        #expect(clock.delays(sent: hours, server: .init(received: 5, sent: 5), received: hours + 9) == nil)
        let backwards = clock.delays(sent: 0, server: .init(received: 10, sent: 9), received: 1)
        #expect(backwards == nil)
        let far = clock.delays(sent: 0, server: .init(received: .max, sent: .max), received: -5)
        #expect(far == nil)
    }
}

@Suite struct StampMessageTests {
    @Test func `a question is what RFC 8762 says`() {
        // 2001-09-09T01:46:40.5Z.
        let bytes = StampMessage(number: 0x1_0000_0203, at: 1_000_000_000_500_000_000).bytes
        #expect(bytes.count == 44)
        #expect(Array(bytes[0..<4]) == [0, 0, 2, 3])
        // 1,000,000,000 + 2,208,988,800 seconds and a half, less what is random.
        #expect(Array(bytes[4..<9]) == [0xBF, 0x45, 0x48, 0x80, 0x80])
        #expect(bytes[12...].allSatisfy { $0 == 0 } == false && bytes[13] == 1 && bytes[14...].allSatisfy { $0 == 0 })
    }

    @Test func `two questions never look alike`() {
        let stamps = Set((0..<100).map { _ in StampMessage(number: 1, at: 1_000_000_000_000_000_000).timestamp })
        #expect(stamps.count > 90)
    }

    @Test func `times are read in both eras`() throws {
        for seconds in [1_700_000_000, 2_200_000_000] as [Int64] {
            let time = seconds * 1_000_000_000 + 123_456_789
            let stamp = withUnsafeBytes(of: StampMessage.ntp(time).bigEndian) { Array($0) }
            let bytes = [0, 0, 0, 1] + stamp + [0, 1, 0, 0] + stamp + [UInt8](repeating: 7, count: 20)
            let times = try #require(try StampMessage.Answer(bytes).times)
            #expect(abs(times.sent - time) <= 1 && times.sent == times.received)
        }
    }

    @Test func `an answer to nothing is none`() {
        #expect(throws: StampMessage.Fault.length) { try StampMessage.Answer([UInt8](repeating: 1, count: 43)) }
        var bytes = [UInt8](repeating: 0, count: 44)
        bytes[30] = 1
        #expect(throws: StampMessage.Fault.content) { try StampMessage.Answer(bytes) }
    }
}
