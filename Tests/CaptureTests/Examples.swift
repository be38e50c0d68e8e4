import LinecheckCapture
import LinecheckJSON
import LinecheckQuantities

/// A small capture with every record, for tests that cut, flip and compare.
enum Examples {
    static let header = Header(
        id: "0123456789abcdef0123456789abcdef",
        software: Header.Software(name: "linecheck", version: "1.0.0", revision: "abc1234"),
        started: "2026-11-30T03:18:15.042Z", clock: "CLOCK_MONOTONIC",
        host: Header.Host(os: "Linux", kernel: "6.1.0", arch: "x86_64", cpus: 2),
        network: Header.Network(
            interface: "wlan0", link: "wifi", gateway: "192.0.2.1", resolver: "192.0.2.53", mtu: 1500, signal: -61,
            bitRate: 433_300_000),
        options: ["run", "demo"], planSource: "{\"plan\": 1}\n", plan: .object([JSONMember("plan", .integer(1))]),
        rules: .null, planSHA256: "aa", rulesSHA256: "bb")

    private static func at(_ milliseconds: Int64) -> RunInstant { RunInstant(nanoseconds: milliseconds * 1_000_000) }

    static let target = Record.target(
        Target(
            at: at(1), probe: "gateway", name: "@gateway", address: "192.0.2.1", source: "192.0.2.7", family: "ipv4",
            protocolName: "icmp", stamp: .kernelReceive))
    static let unavailable = Record.target(
        Target(at: at(1), probe: "gateway", name: "@gateway", protocolName: "icmp", unavailable: "no default gateway"))
    static let phase = Record.phase(PhaseChange(at: at(2), phase: "idle", state: .cutShort, reason: "data-cap"))
    static let event = Record.event(EventRecord(at: at(2), event: "guard", subject: "data-cap", reason: "end-phase"))
    static let reply = Record.sample(
        Sample(
            probe: "gateway", sequence: 1, at: at(3), outcome: .reply(rtt: .nanoseconds(1_234_567)), ttl: 64,
            from: "192.0.2.9", bytes: 64, delay: .nanoseconds(-5), stamp: .user))
    static let lost = Record.sample(Sample(probe: "gateway", sequence: 2, at: at(203), outcome: .lost))
    static let failed = Record.sample(
        Sample(
            probe: "tcp", sequence: 3, at: at(403), outcome: .failed(.synRetransmitted), code: 0,
            connect: .milliseconds(1_020)))
    static let late = Record.late(
        StrayReply(at: at(2_300), probe: "gateway", sequence: 2, rtt: .milliseconds(2_097), from: nil))
    static let duplicate = Record.duplicate(
        StrayReply(at: at(2_301), probe: "gateway", sequence: 1, rtt: .milliseconds(2_298), from: "192.0.2.9"))
    static let foreign = Record.foreign(
        ForeignReply(at: at(2_302), probe: "gateway", from: "198.51.100.4", reason: "cookie", count: 17))
    static let bytes = Record.bytes(ByteTotal(at: at(2_400), load: "download", stream: 3, total: 52_428_800))
    static let stream = Record.stream(
        StreamEvent(
            at: at(2_401), load: "download", stream: 3, step: .response, status: 403, host: "speed.example",
            address: "203.0.113.10", connect: .milliseconds(14), tls: .milliseconds(31), firstByte: .milliseconds(60),
            congestion: "cubic", bytes: 1, reason: "not 2xx"))
    static let tcp = Record.tcp(
        TCPState(
            at: at(2_402), load: "download", stream: 3, rtt: .microseconds(14_200), retransmits: 2, cwnd: 10,
            deliveryRate: BitRate(bitsPerSecond: 65_000_000), busy: .milliseconds(90), windowLimited: .zero,
            bufferLimited: .milliseconds(1)))
    static let selfCheck = Record.selfCheck(
        SelfCheck(
            at: at(2_403), ownCPU: .milliseconds(12), machineBusy: .milliseconds(50), timerLateP99: .microseconds(80),
            interfaceReceived: 1_000, interfaceSent: 2_000, localDrops: 0))
    static let result = Record.result(
        ProbeResult(
            at: at(2_404), probe: "route",
            facts: [JSONMember("hop", .integer(3)), JSONMember("name", .string("é\"\n"))]))
    static let guardTrip = Record.guardTrip(
        GuardTrip(
            at: at(2_405), name: "data-cap", subject: "download", observed: 5_000_000_000, limit: 4_000_000_000,
            action: "end-phase"))
    static let gap = Record.gap(Gap(at: at(2_406), records: 9, reason: "cannot write: No space left on device"))
    static let future = Record.unknown(
        type: "weather", .object([JSONMember("type", .string("weather")), JSONMember("rain", .bool(true))]))

    /// The clock of the wall, which goes with the run's.
    private static func wall(_ milliseconds: Int64) -> WallTimeText {
        let started = WallTime(text: header.started)?.nanosecondsSinceEpoch ?? 0
        return WallTime(nanosecondsSinceEpoch: started + milliseconds * 1_000_000).text
    }

    static func sync(_ milliseconds: Int64, line: Int64) -> Record {
        .sync(Sync(at: at(milliseconds), wall: wall(milliseconds), lines: line))
    }

    static func end(_ milliseconds: Int64, line: Int64) -> Record {
        .end(
            End(
                at: at(milliseconds), wall: wall(milliseconds), outcome: .interrupted, reason: "SIGINT", lines: line))
    }

    static let verdict = Record.verdict(
        .object([JSONMember("judge", .integer(1)), JSONMember("score", .null), JSONMember("share", .number(0.25))]))

    /// In a plausible order; the second checkpoint is line 14, the end line 23, the verdict line 24.
    static let records: [Record] =
        [.header(header), target, phase, event, reply, sync(1_000, line: 6), lost, failed, late, duplicate, foreign]
        + [bytes, stream, sync(2_402, line: 14), tcp, selfCheck, result, guardTrip, gap, future, unavailable]
        + [sync(3_000, line: 22), end(3_001, line: 23), verdict]

    static let bytesOfAll = RecordEncoder.capture(records)

    static var lines: [[UInt8]] { bytesOfAll.split(separator: 0x0A).map { Array($0) } }

    static func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }
}

/// What a reader made of some bytes.
struct Reading {
    var lines: [CaptureReader.Line] = []
    /// What ended the reading.
    var thrown: Damage?
    /// What was noted on the way.
    var damages: [Damage] = []
    var isComplete = false

    init(_ bytes: [UInt8], recover: Bool = false) {
        var reader = CaptureReader(bytes: bytes, name: "test", recover: recover)
        read(&reader)
    }

    init(path: String, recover: Bool = false) throws(Damage) {
        var reader = try CaptureReader(path: path, recover: recover)
        read(&reader)
    }

    init(descriptor: Int32, recover: Bool = false) {
        var reader = CaptureReader(descriptor: descriptor, name: "test", recover: recover)
        read(&reader)
    }

    private mutating func read(_ reader: inout CaptureReader) {
        do throws(Damage) {
            while let line = try reader.next() { lines.append(line) }
        } catch {
            thrown = error
        }
        damages = reader.damages
        isComplete = thrown == nil && reader.isComplete
    }

    var records: [Record] { lines.map(\.record) }
}
