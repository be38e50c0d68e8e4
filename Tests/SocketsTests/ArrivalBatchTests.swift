import LinecheckSockets
import Testing

@Suite struct ArrivalBatchTests {
    /// What is worth waking up for after 10 ms at a rate, in bytes per ns.
    private func batch(at rate: Double, remaining: Int64 = .max) -> (ArrivalBatch, Int) {
        var batch = ArrivalBatch()
        _ = batch.next(at: 1_000_000_000, remaining: remaining)
        batch.took(Int(rate * 10_000_000))
        let count = batch.next(at: 1_010_000_000, remaining: remaining)
        return (batch, count)
    }

    @Test func `at the rates of real lines each byte is worth waking up for`() {
        #expect(batch(at: 0.125).1 == 1, "1 Gbit/s")
        #expect(batch(at: 0).1 == 1)
    }

    @Test func `past two gigabits a batch is about a quarter of a millisecond, and half a megabyte at most`() {
        #expect(batch(at: 0.3).1 == 65_536)
        #expect(batch(at: 1.25).1 == 262_144, "10 Gbit/s: 312,500 bytes")
        #expect(batch(at: 12).1 == 524_288)
    }

    @Test func `the end of a body is not waited past`() {
        #expect(batch(at: 12, remaining: 1_000).1 == 1_000)
        #expect(batch(at: 12, remaining: 0).1 == 1)
    }

    @Test func `a line that falls silent is waited for byte by byte again`() {
        var (batch, _) = batch(at: 12)
        #expect(batch.next(at: 1_015_000_000, remaining: .max) == 1)
    }
}
