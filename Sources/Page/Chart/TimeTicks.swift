/// Round times for the axis of a run: seconds, minutes and hours have steps of their own, not those of decimal numbers.
struct TimeTicks {
    /// In ns.
    let step: Double
    let values: [Double]

    private static let seconds: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400]

    /// - Parameter most: how many have room.
    init(upTo end: Double, most: Int) {
        let steps = Self.seconds.map { $0 * 1e9 }
        // Beyond the list there are days, and each of them is a round time.
        let days = (end / 86_400e9 / Double(max(1, most))).rounded(.up) * 86_400e9
        let step = steps.first { end / $0 <= Double(most) } ?? max(days, 86_400e9)
        self.step = step
        values = Array(stride(from: 0, through: end, by: step))
    }

    /// `20 s`, `5 min`, `3 h` since the run began.
    func text(_ moment: Double) -> String {
        switch step {
        case 3_600e9...: "\(TickText.short(moment / 3_600e9)) h"
        case 60e9...: "\(TickText.short(moment / 60e9)) min"
        default: "\(TickText.short(moment / 1e9)) s"
        }
    }
}
