import LinecheckSockets
import Testing

@testable import LinecheckLoads

@Suite struct SeatOrderTests {
    private let order = SeatOrder(capacity: 8)
    private static let second: Int64 = 1_000_000_000
    private let now = 100 * second

    private func address(_ last: UInt8) -> HolderAddress {
        HolderAddress(SocketAddress(family: .ipv4, octets: [192, 0, 2, last]))
    }

    private func holder(_ last: UInt8, isNew: Bool = false, waiting seconds: Int64 = 0) -> SeatOrder.Holder {
        SeatOrder.Holder(address: address(last), isNew: isNew, since: now - seconds * Self.second)
    }

    private func decide(_ last: UInt8, _ holders: [SeatOrder.Holder]) -> SeatOrder.Decision {
        order.decide(address(last), among: holders, at: now)
    }

    @Test func `while there is room one address may hold as much as it likes`() {
        #expect(decide(1, Array(repeating: holder(1), count: 7)) == .free)
    }

    @Test func `a newcomer takes the place of the head that was waited for longest`() {
        let crowd = (1...8).map { holder(UInt8($0), isNew: true, waiting: Int64($0)) }
        #expect(decide(9, crowd) == .takes(7))
    }

    @Test func `a body of a byte now and then holds no place against others`() {
        let crowd = (1...8).map { holder(UInt8($0), waiting: $0 == 5 ? 6 : 4) }
        #expect(decide(9, crowd) == .takes(4))
    }

    @Test func `connections at work of eight addresses are not interrupted`() {
        #expect(decide(9, (1...8).map { holder(UInt8($0), waiting: 4) }) == .full)
    }

    @Test func `an address with more than a quarter gives its newest to one that has less`() {
        let crowd = (1...5).map { holder(UInt8($0)) } + Array(repeating: holder(6), count: 3)
        #expect(decide(9, crowd) == .takes(7))
    }

    @Test func `an address with more than a quarter yields before others do`() {
        let crowd =
            (1...5).map { holder(UInt8($0), isNew: true, waiting: 9) }
            + Array(repeating: holder(6, isNew: true, waiting: 1), count: 3)
        #expect(decide(9, crowd) == .takes(5))
    }

    @Test func `an address that has its share takes no other's place`() {
        let crowd = (1...6).map { holder(UInt8($0), isNew: true, waiting: 9) } + [holder(7), holder(7)]
        #expect(decide(7, crowd) == .full)
        #expect(decide(7, crowd.dropLast() + [holder(7, isNew: true)]) == .takes(7))
    }

    @Test func `three runs behind one address translation stay within a quarter of 512`() {
        // 16 streams are the most of "auto", in both directions, and ten probes over TCP.
        let run = 2 * 16 + 10
        #expect(3 * run <= SeatOrder(capacity: LoadServer.Configuration().maximumConnections).share)
        let runs = Array(repeating: holder(1), count: 3 * run)
        let attack = (0..<(512 - runs.count)).map { _ in holder(2, isNew: true) }
        let decision = SeatOrder(capacity: 512).decide(address(3), among: runs + attack, at: now)
        #expect(decision == .takes(runs.count), "the other address gives way")
    }

    @Test func `the slowest load that a plan can ask for is thirty times the least pace`() {
        let slowest: Int64 = 8_000 / 8
        let patience = LoadServer.Configuration().idleTimeout.components.seconds
        #expect(slowest * patience == 30 * Seat.leastMoved)
    }

    @Test func `one host is one address, whatever it takes of its IPv6 network`() throws {
        let hosts = try ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "::ffff:192.0.2.1", "192.0.2.1"].map {
            HolderAddress(try #require(SocketAddress(numeric: $0)))
        }
        #expect(hosts[0] == hosts[1])
        #expect(hosts[0] != hosts[2])
        #expect(hosts[3] == hosts[4])
    }
}
