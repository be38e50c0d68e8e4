import Testing

@testable import LinecheckLoads

@Suite struct AckLedgerTests {
    @Test func `request heads are not uploaded bytes`() {
        var ledger = AckLedger()
        ledger.note(wire: 200, body: 0)
        ledger.note(wire: 1_200, body: 1_000)
        ledger.note(wire: 1_400, body: 0)
        ledger.note(wire: 2_400, body: 1_000)
        #expect(ledger.written == 2_000)
        var copy = ledger
        #expect(
            [0, 200, 201, 700, 1_200, 1_300, 1_400, 1_401, 2_400].map { copy.body(acknowledged: $0) }
                == [0, 0, 1, 500, 1_000, 1_000, 1_000, 1_001, 2_000])
        #expect(ledger.body(acknowledged: 9_999) == 2_000, "the kernel may know more than was noted yet")
    }

    @Test func `TLS records cost their overhead evenly`() {
        var ledger = AckLedger()
        ledger.note(wire: 700, body: 0)
        for record in 1...100 { ledger.note(wire: 700 + Int64(record) * 16_406, body: 16_384) }
        #expect(ledger.body(acknowledged: 700 + 50 * 16_406) == 50 * 16_384)
        #expect(ledger.body(acknowledged: 700 + 100 * 16_406) == 100 * 16_384)
    }

    @Test func `a total never falls`() {
        var ledger = AckLedger()
        ledger.note(wire: 16_406, body: 16_384)
        let before = ledger.body(acknowledged: 16_000)
        ledger.note(wire: 16_429, body: 1)
        #expect(ledger.body(acknowledged: 16_000) >= before)
    }

    @Test func `bodies of petabytes do not overflow`() {
        var ledger = AckLedger()
        ledger.note(wire: 1 << 52, body: 1 << 52)
        #expect(ledger.body(acknowledged: (1 << 52) - 1) == (1 << 52) - 1)
    }
}
