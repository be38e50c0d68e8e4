import Glibc
import LinecheckCapture
import LinecheckQuantities
import LinecheckSockets
import Testing

@testable import LinecheckProbes

private typealias Event = PingSweep.Report.Event

extension PingSweep.Report.Event {
    fileprivate var rtt: Duration? { if case .reply(let rtt, _) = self { rtt } else { nil } }
    fileprivate var isStray: Bool {
        switch self {
        case .late, .duplicate: true
        case .reply, .lost, .failed: false
        }
    }
}

// Skipped without root, because the namespaces need it.
@Suite(.serialized, .enabled(if: NetworkNamespace.isAllowed)) struct PingSweepTests {
    /// Addresses 10.70.0.0 + k, which one route makes this host's own.
    private static func targets(_ count: Int) -> [SocketAddress] {
        (0..<count).map { SocketAddress(family: .ipv4, octets: [10, 70, UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
    }

    private static func run(
        _ targets: [SocketAddress], _ settings: PingSweep.Settings, linger: Duration = .zero
    ) throws -> (reports: [PingSweep.Report], foreign: [String: Int64], drops: Int64) {
        let sweep = try PingSweep(targets: targets, settings: settings)
        var reports: [PingSweep.Report] = []
        sweep.run(linger: linger) { reports.append($0) }
        return (reports, sweep.foreign, sweep.drops)
    }

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `more targets than there are sequence numbers all answer once, and none is lost by this host`(
        kind: ICMPSocket.Kind
    ) async throws {
        let seen = try await NetworkNamespace.run { space in
            try space.sh("ip route add local 10.70.0.0/16 dev lo")
            // Another 8,000 that wrap the numbers on the wire.
            let targets = Self.targets(65_536) + Self.targets(8_000)
            var settings = PingSweep.Settings()
            settings.kind = kind
            settings.firstNumber = 65_530
            return try Self.run(targets, settings)
        }
        #expect(seen.reports.count == 73_536)
        #expect(Set(seen.reports.map(\.target)).count == 73_536, "each target has one outcome")
        #expect(seen.reports.allSatisfy { $0.event.rtt != nil })
        #expect(seen.drops == 0 && seen.foreign.isEmpty)
    }

    @Test func `rounds keep to their interval, both families at once`() async throws {
        let reports = try await NetworkNamespace.run { space in
            try space.sh("ip route add local 10.70.0.0/16 dev lo")
            try space.sh("ip -6 route add local fd70::/64 dev lo")
            let six = (1...50).map { number in
                SocketAddress(
                    family: .ipv6, octets: [0xFD, 0x70] + [UInt8](repeating: 0, count: 13) + [UInt8(number)])
            }
            // Mixed, as a list of names resolves.
            let targets = zip(Self.targets(50), six).flatMap { [$0, $1] }
            return try Self.run(targets, .init(rounds: 5, interval: .milliseconds(200))).reports
        }
        #expect(reports.count == 500 && reports.allSatisfy { $0.event.rtt != nil })
        for target in [0, 1, 99] {
            let sent = reports.filter { $0.target == target }.sorted { $0.round < $1.round }.map(\.sent)
            let gaps = zip(sent, sent.dropFirst()).map { $1 - $0 }.sorted()
            #expect(sent.count == 5 && abs(gaps[2] - 200_000_000) < 20_000_000, "\(gaps)")
        }
        // Turns are spread over the interval and do not come as a burst.
        let first = reports.filter { $0.round == 0 }.map(\.sent)
        #expect((first.max() ?? 0) - (first.min() ?? 0) > 150_000_000)
    }

    @Test(arguments: [ICMPSocket.Kind.unprivileged, .raw])
    func `every kind of wrong reply is told from a right one`(kind: ICMPSocket.Kind) async throws {
        let manners: [Responder.Manner] = [
            .honest, .slow, .twice, .badChecksum, .otherSource, .oddLate, .wrongSequence, .truncated, .rewritten,
            .flipped, .silent, .lateTwice, .flooded,
        ]
        let seen = try await Responder.run { _ in
            var settings = PingSweep.Settings(rounds: 4, interval: .milliseconds(100), timeout: .milliseconds(150))
            settings.kind = kind
            // Across the end of the numbers on the wire.
            settings.firstNumber = 65_510
            return try Self.run(
                manners.compactMap { SocketAddress(numeric: $0.address) }, settings, linger: .milliseconds(400))
        }
        func events(_ manner: Responder.Manner) -> [Event] {
            let target = manners.firstIndex(of: manner) ?? -1
            return seen.reports.filter { $0.target == target }.map(\.event)
        }
        func outcomes(_ manner: Responder.Manner) -> [Event] { events(manner).filter { !$0.isStray } }
        for manner in manners { #expect(outcomes(manner).count == 4, "one outcome for each attempt at \(manner)") }
        #expect(outcomes(.honest).allSatisfy { $0.rtt != nil } && events(.honest).count == 4)
        #expect(outcomes(.slow).allSatisfy { ($0.rtt ?? .zero) >= .milliseconds(59) })
        #expect(outcomes(.twice).allSatisfy { $0.rtt != nil } && events(.twice).count == 8)
        for manner in [
            Responder.Manner.badChecksum, .otherSource, .wrongSequence, .truncated, .rewritten, .flipped, .silent,
        ] {
            #expect(outcomes(manner).allSatisfy { $0 == .lost }, "\(manner)")
        }
        // Odd numbers on the wire are late, and each is told late.
        #expect(outcomes(.oddLate).count { $0 == .lost } == events(.oddLate).count { $0.isStray })
        #expect(outcomes(.flooded).allSatisfy { ($0.rtt ?? .zero) >= .milliseconds(4) }, "not a forged one's time")
        for reason in ["source", "cookie", "sequence", "truncated", "payload"] {
            #expect((seen.foreign[reason] ?? 0) > 0, "\(reason)")
        }
        // Only raw sockets see damaged checksums; the kernel drops them for others.
        #expect((seen.foreign["checksum"] ?? 0) == (kind == .raw ? 4 : 0))
    }

    @Test func `who cannot be reached does not keep the others from being asked`() async throws {
        let reports = try await NetworkNamespace.run { space in
            try space.sh("ip route add local 10.70.0.0/16 dev lo")
            try space.sh("ip route add unreachable 10.71.0.0/16")
            try space.filter("ip daddr 10.70.0.3 icmp type echo-request reject with icmp type host-unreachable")
            var targets = Self.targets(200)
            for place in stride(from: 10, to: 200, by: 20) {
                targets[place] = SocketAddress(family: .ipv4, octets: [10, 71, 0, UInt8(place)])
            }
            return try Self.run(targets, .init(rounds: 2, interval: .milliseconds(100), timeout: .milliseconds(300)))
                .reports
        }
        #expect(reports.count == 400)
        let answered = reports.filter { $0.event.rtt != nil }
        let refused = reports.filter { if case .failed(.noRoute, _) = $0.event { true } else { false } }
        let rejected = reports.filter { if case .failed(.hostUnreachable, _) = $0.event { true } else { false } }
        #expect(refused.count == 20 && rejected.count == 2 && rejected.allSatisfy { $0.target == 3 })
        #expect(answered.count == 378)
    }
}
