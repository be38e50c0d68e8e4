import LinecheckStatistics
import Testing

struct ShareIntervalTests {
    /// Table II of the paper, method 10, a to h.
    @Test(arguments: [
        (56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (6, 7, 2, 7, 0.0582, 0.8062),
        (5, 56, 0, 29, -0.0381, 0.1926), (0, 10, 0, 20, -0.1611, 0.2775), (0, 10, 0, 10, -0.2775, 0.2775),
        (10, 10, 0, 20, 0.6791, 1.0000), (10, 10, 0, 10, 0.6075, 1.0000),
    ]) func `the hybrid score interval is that of Newcombe's table`(
        _ a: Int, _ m: Int, _ b: Int, _ n: Int, _ low: Double, _ high: Double
    ) {
        let first = Share(Double(a) / Double(m), of: m)
        let second = Share(Double(b) / Double(n), of: n)
        let interval = second.difference(to: first, 1.959964)
        #expect(abs(interval.lowerBound - low) < 0.00006, "\(interval)")
        #expect(abs(interval.upperBound - high) < 0.00006, "\(interval)")
    }

    @Test func `one attempt tells nothing of a share`() {
        #expect(Share(0, of: 1).difference(to: Share(1, of: 1), 1.96).contains(0))
    }

    @Test func `the normal quantile is that of the tables`() {
        for (probability, quantile) in [(0.5, 0.0), (0.025, 1.959964), (0.005, 2.575829), (0.0005, 3.290527)] {
            #expect(abs(normalQuantile(beyond: probability) - quantile) < 0.0005)
        }
    }
}
