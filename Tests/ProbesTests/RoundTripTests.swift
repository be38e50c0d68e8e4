import LinecheckCapture
import LinecheckSockets
import Testing

@testable import LinecheckProbes

@Suite struct RoundTripTests {
    private let offset: Int64 = 1_800_000_000_000_000_000

    private func clocks(_ monotonic: Int64, stepped: Int64 = 0) -> ClockPair {
        ClockPair(monotonic: monotonic, realtimeOffset: offset + stepped)
    }

    @Test func `with both of the kernel's stamps neither waking up nor ARP counts`() {
        let trip = RoundTrip.between(
            sent: clocks(1_000_000), transmitted: offset + 3_000_000, received: offset + 8_000_000,
            read: clocks(20_000_000))
        #expect(trip == .measured(.milliseconds(5), .kernel))
    }

    @Test func `without the transmit stamp the program's own clock stands in, and it is said`() {
        let trip = RoundTrip.between(
            sent: clocks(1_000_000), transmitted: nil, received: offset + 8_000_000, read: clocks(20_000_000))
        #expect(trip == .measured(.milliseconds(7), .kernelReceive))
    }

    @Test func `without any stamp the program's clock is used at both ends`() {
        let trip = RoundTrip.between(sent: clocks(1_000_000), transmitted: nil, received: nil, read: clocks(20_000_000))
        #expect(trip == .measured(.milliseconds(19), .user))
    }

    @Test(arguments: [3_600_000_000_000, -3_600_000_000_000, 1_000_001, -1_000_001] as [Int64])
    func `a wall clock that was stepped makes the kernel's stamps worthless`(step: Int64) {
        let trip = RoundTrip.between(
            sent: clocks(1_000_000), transmitted: offset + 1_000_000, received: offset + 8_000_000 + step,
            read: clocks(20_000_000, stepped: step))
        #expect(trip == .measured(.milliseconds(19), .user))
    }

    @Test func `a negative time is invalid and not zero`() {
        let trip = RoundTrip.between(
            sent: clocks(1_000_000), transmitted: offset + 9_000_000, received: offset + 8_000_000,
            read: clocks(20_000_000))
        #expect(trip == .invalid)
    }

    @Test func `a time longer than we waited is invalid`() {
        let trip = RoundTrip.between(
            sent: clocks(1_000_000), transmitted: offset - 60_000_000, received: offset + 8_000_000,
            read: clocks(20_000_000))
        #expect(trip == .invalid)
    }

    @Test func `two clocks that nobody stepped keep their distance`() {
        let first = ClockPair.read()
        let second = ClockPair.read()
        #expect(second.monotonic > first.monotonic)
        #expect(abs(second.realtimeOffset - first.realtimeOffset) < RoundTrip.stepThreshold)
    }
}
