import LinecheckSockets
import Testing

@testable import LinecheckProbes

private func entry(_ number: Int64, _ state: EchoAttempt.State = .open) -> EchoAttempt {
    EchoAttempt(
        attempt: Attempt(number: number, course: 0, timeout: 1, delay: nil),
        sent: ClockPair(monotonic: 0, realtimeOffset: 0), state: state)
}

@Suite struct AttemptTableTests {
    @Test func `the number on the wire means the newest attempt that has it, across the wrap`() {
        var table = AttemptTable(remembered: 8)
        for number: Int64 in 65_534...65_537 { table.add(entry(number)) }
        #expect(table.newest(wireSequence: 65_534) == 65_534)
        #expect(table.newest(wireSequence: 65_535) == 65_535)
        #expect(table.newest(wireSequence: 0) == 65_536)
        #expect(table.newest(wireSequence: 1) == 65_537)
        #expect(table.newest(wireSequence: 2) == nil)
        #expect(table[1] == nil, "attempt 1 is not attempt 65,537")
    }

    @Test func `an open attempt is never forgotten, a settled one may be`() {
        var table = AttemptTable(remembered: 4)
        for number: Int64 in 0..<100 { table.add(entry(number)) }
        #expect((0..<100).allSatisfy { table[$0] != nil })
        var settled = AttemptTable(remembered: 4)
        for number: Int64 in 0..<100 { settled.add(entry(number, .answered)) }
        #expect(settled[95] == nil && settled[96] != nil && settled[99] != nil)
    }

    @Test func `an empty table knows nobody`() {
        let table = AttemptTable()
        #expect(table.newest(wireSequence: 0) == nil)
        #expect(table[0] == nil && table[-1] == nil && table[.max] == nil && table[.min] == nil)
    }
}

@Suite struct EchoPayloadTests {
    private let payload = EchoPayload(cookie: 0x0123_4567_89AB_CDEF)

    @Test(arguments: [0, 65_535, 65_536, 1 << 40] as [Int64])
    func `a payload that comes back whole names its attempt`(number: Int64) {
        let bytes = payload.bytes(for: number)
        #expect(bytes.count == 56)
        let attempt = payload.attempt(of: bytes, wireSequence: UInt16(truncatingIfNeeded: number))
        #expect(attempt == .success(number))
    }

    @Test func `every flipped bit is noticed`() {
        for bit in 0..<(56 * 8) {
            var bytes = payload.bytes(for: 77)
            bytes[bit / 8] ^= 1 << (bit % 8)
            guard case .failure(let reason) = payload.attempt(of: bytes, wireSequence: 77) else {
                // The number's upper bits are not on the wire: such an attempt is not in the table.
                #expect(bit / 8 >= 8 && bit / 8 < 14)
                continue
            }
            #expect(reason == (bit < 64 ? .cookie : bit < 128 ? .sequence : .payload))
        }
    }

    @Test func `other lengths are not ours`() {
        for length in [0, 7, 8, 15, 16, 55, 57] {
            let bytes = Array((payload.bytes(for: 1) + [0]).prefix(length))
            #expect(payload.attempt(of: bytes, wireSequence: 1) == .failure(.truncated))
        }
    }

    @Test func `a short quotation may be ours, one with another cookie is not`() {
        #expect(payload.mayOwn(quoted: []))
        #expect(payload.mayOwn(quoted: payload.bytes(for: 3)))
        #expect(!payload.mayOwn(quoted: EchoPayload(cookie: 1).bytes(for: 3)))
    }
}

@Suite struct TransmitKeysTests {
    @Test func `stamps find their attempts in whatever order they come`() {
        var keys = TransmitKeys()
        for number: Int64 in 100...102 { keys.sent(number) }
        #expect(keys.attempt(for: 2) == 102)
        #expect(keys.attempt(for: 0) == 100)
        #expect(keys.attempt(for: 1) == 101)
        #expect(keys.attempt(for: 1) == nil)
        #expect(keys.attempt(for: 3) == nil)
    }

    @Test func `after the counter began again, a stamp that could be an old packet's is nobody's`() {
        var keys = TransmitKeys()
        keys.sent(100)
        keys.sent(101)
        #expect(keys.attempt(for: 0) == 100)
        keys.restarted()
        keys.sent(200)
        keys.sent(201)
        #expect(keys.attempt(for: 0) == 200, "the old packet 0 has been stamped")
        #expect(keys.attempt(for: 1) == nil, "the old packet 1 has not, so this could be its stamp")
        #expect(keys.attempt(for: 1) == nil)
    }
}

@Suite struct ForeignTallyTests {
    private let second: Int64 = 1_000_000_000

    @Test func `the first is told at once, a flood once a second, and none is lost`() {
        var tally = ForeignTally()
        #expect(tally.note(.cookie, from: "a", at: 0)?.count == 1)
        for time in 1...1_000 { #expect(tally.note(.cookie, from: "b", at: Int64(time)) == nil) }
        #expect(tally.next == second)
        #expect(tally.take(at: second - 1) == nil)
        #expect(tally.take(at: second) == ForeignTally.Entry(reason: .cookie, from: "b", count: 1_000))
        #expect(tally.next == nil)
    }

    @Test func `each reason keeps its own count and waits its turn`() {
        var tally = ForeignTally()
        _ = tally.note(.cookie, from: nil, at: 0)
        _ = tally.note(.source, from: "x", at: 1)
        _ = tally.note(.sequence, from: "y", at: 2)
        _ = tally.note(.source, from: "z", at: 3)
        #expect(tally.take(at: second) == ForeignTally.Entry(reason: .source, from: "z", count: 2))
        #expect(tally.take(at: second + 1) == nil)
        #expect(tally.take(at: 2 * second) == ForeignTally.Entry(reason: .sequence, from: "y", count: 1))
        #expect(tally.takeAll().isEmpty)
    }
}
