import LinecheckCapture
import LinecheckJSON
import LinecheckQuantities
import TestSupport
import Testing

/// Makes records with every member present or absent, and with texts that need escaping.
struct RecordGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func maybe<Value>(_ make: (inout RecordGenerator) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&self) : nil
    }

    mutating func number(_ limit: Int64 = 1 << 53) -> Int64 {
        let bits = Int64.random(in: 0...53, using: &random)
        return min(Int64.random(in: 0...(1 << bits), using: &random), limit - 1)
    }

    mutating func duration() -> Duration { .nanoseconds(number()) }
    mutating func instant() -> RunInstant { RunInstant(nanoseconds: number()) }

    mutating func text() -> String {
        let pieces = [
            "a", "gateway", "\"", "\\", "\n", "\u{1}", "é", "日本", "🛰", "192.0.2.1", "", "}", "crc32c", "\u{7F}", " ",
        ]
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    mutating func outcome() -> Sample.Outcome {
        switch Int.random(in: 0...2, using: &random) {
        case 0: .reply(rtt: duration())
        case 1: .lost
        default: .failed(FailureWord.allCases.randomElement(using: &random) ?? .invalid)
        }
    }

    mutating func record() -> Record {
        switch Int.random(in: 0...13, using: &random) {
        case 0, 1, 2:
            return .sample(
                Sample(
                    probe: text(), sequence: number(), at: instant(), outcome: outcome(),
                    ttl: maybe { Int($0.number(256)) }, from: maybe { $0.text() }, bytes: maybe { Int($0.number()) },
                    code: maybe { Int($0.number()) }, connect: maybe { $0.duration() },
                    delay: maybe { .zero - $0.duration() },
                    stamp: Target.Stamp.allCases.randomElement(using: &random)))
        case 3:
            return .target(
                Target(
                    at: instant(), probe: text(), name: text(), address: maybe { $0.text() },
                    source: maybe { $0.text() }, family: maybe { $0.text() }, protocolName: text(),
                    port: maybe { Int($0.number(65_536)) }, stamp: maybe { _ in .user },
                    unavailable: maybe { $0.text() }))
        case 4:
            let state = PhaseChange.State.allCases.randomElement(using: &random) ?? .running
            return .phase(PhaseChange(at: instant(), phase: text(), state: state, reason: maybe { $0.text() }))
        case 5:
            return .event(
                EventRecord(at: instant(), event: text(), subject: maybe { $0.text() }, reason: maybe { $0.text() }))
        case 6:
            return .late(
                StrayReply(
                    at: instant(), probe: text(), sequence: number(), rtt: duration(), from: maybe { $0.text() }))
        case 7:
            return .foreign(
                ForeignReply(
                    at: instant(), probe: text(), from: maybe { $0.text() }, reason: text(), count: number()))
        case 8: return .bytes(ByteTotal(at: instant(), load: text(), stream: Int(number(64)), total: number()))
        case 9:
            return .stream(
                StreamEvent(
                    at: instant(), load: text(), stream: Int(number(64)), step: .reopen,
                    status: maybe { Int($0.number(600)) }, location: maybe { $0.text() }, host: maybe { $0.text() },
                    address: maybe { $0.text() }, connect: maybe { $0.duration() }, tls: maybe { $0.duration() },
                    firstByte: maybe { $0.duration() }, congestion: maybe { $0.text() },
                    bytes: maybe { $0.number() }, reason: maybe { $0.text() }))
        case 10:
            return .tcp(
                TCPState(
                    at: instant(), load: text(), stream: Int(number(64)), rtt: duration(), retransmits: number(),
                    cwnd: number(), deliveryRate: BitRate(bitsPerSecond: number()), busy: duration(),
                    windowLimited: duration(), bufferLimited: duration()))
        case 11:
            return .selfCheck(
                SelfCheck(
                    at: instant(), ownCPU: duration(), machineBusy: duration(), timerLateP99: maybe { $0.duration() },
                    interfaceReceived: maybe { $0.number() }, interfaceSent: maybe { $0.number() },
                    localDrops: number()))
        case 12:
            let facts = (0..<Int(number(5))).map { JSONMember("key \($0) \(text())", .string(text())) }
            return .result(ProbeResult(at: instant(), probe: text(), facts: facts))
        default:
            return .guardTrip(
                GuardTrip(
                    at: instant(), name: text(), subject: text(), observed: number(), limit: number(), action: text()))
        }
    }
}

@Suite struct RoundTripTests {
    @Test(arguments: [1, 2, 3, 4])
    func `what is written is what is read`(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        var records: [Record] = [.header(Examples.header)]
        for _ in 0..<500 { records.append(generator.record()) }
        records.append(Examples.end(5_000, line: 502))
        let reading = Reading(RecordEncoder.capture(records))
        #expect(reading.thrown == nil)
        #expect(reading.isComplete)
        #expect(reading.records.count == records.count)
        for (read, written) in zip(reading.records, records) where read != written {
            Issue.record("read \(read), written \(written)")
        }
    }

    /// The in-order reader may only be faster than the general one, never different.
    @Test func `reversed keys read the same as the writer's order`() throws {
        var generator = RecordGenerator(seed: 9)
        for _ in 0..<500 {
            let record = generator.record()
            if case .result = record { continue }
            var encoder = RecordEncoder()
            let line = encoder.encode(record).dropLast()
            let value = try JSONReader.read(SourceText(name: "", bytes: Array(line))).plain
            let members = value.members ?? []
            let reversed = JSONValue.object(members.prefix(1) + members.dropFirst().reversed())
            #expect(try RecordDecoder.decode(reversed.canonicalBytes) == RecordDecoder.decode(line))
        }
    }

    @Test func `every record of the example stands at its line and byte`() {
        let reading = Reading(Examples.bytesOfAll)
        #expect(reading.isComplete)
        #expect(reading.records == Examples.records)
        #expect(reading.lines.map(\.number) == Array(1...Examples.records.count))
        let starts = Examples.lines.dropLast().reduce(into: [Int64(0)]) {
            $0.append(($0.last ?? 0) + Int64($1.count) + 1)
        }
        #expect(reading.lines.map(\.byteOffset) == starts)
    }
}
