import Testing

@testable import LinecheckPage

struct TicksTests {
    @Test(arguments: [
        (28.0, 6, ["0 s", "5 s", "10 s", "15 s", "20 s", "25 s"]),
        (3_600, 7, ["0 min", "10 min", "20 min", "30 min", "40 min", "50 min", "60 min"]),
        (86_400, 5, ["0 h", "24 h"]), (86_400, 12, ["0 h", "2 h"]),
    ]) func `times at the axis are round for a clock`(seconds: Double, most: Int, first: [String]) {
        let ticks = TimeTicks(upTo: seconds * 1e9, most: most)
        #expect(ticks.values.count <= most + 1)
        #expect(Array(ticks.values.map(ticks.text).prefix(first.count)) == first)
    }

    @Test func `an axis of values ends at a round one, and its ticks are 1, 2 or 5 times a power of ten`() {
        #expect(Scale.roundedUp(217.8e6) == 250e6)
        #expect(
            Scale(.linear, 0...250e6, from: 0, to: 1).ticks(5).map(TickText.duration) == [
                "0", "50 ms", "100 ms", "150 ms", "200 ms", "250 ms",
            ])
        #expect(
            Scale(.logarithmic, 0.9e6...110e6, from: 0, to: 1).ticks(5).map(TickText.duration) == [
                "1 ms", "3 ms", "10 ms", "30 ms", "100 ms",
            ])
    }

    @Test func `a value is drawn in its place, and one beyond the end at the end`() {
        let scale = Scale(.linear, 0...10, from: 100, to: 0)
        #expect([0, 5, 10, 99].map { scale($0) } == [100, 50, 0, 0])
        #expect(Scale(.logarithmic, 1...100, from: 0, to: 10)(10) == 5)
    }
}
