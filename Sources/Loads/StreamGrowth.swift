import LinecheckQuantities

/// Decides whether one more stream is worth trying, for `"streams": "auto"`. Pure: it is told what each step measured.
///
/// One stream can be held back by a window, a server's share or a lossy path; more of them fill the line. When neither
/// the rate nor the round trip moves any more, the line, or whatever limits it, is found.
struct StreamGrowth: Equatable, Sendable {
    /// What was measured while so many streams ran.
    struct Step: Equatable, Sendable {
        var rate: BitRate
        /// nil: not known.
        var rtt: Duration?
    }

    enum Decision: Equatable, Sendable {
        /// Add a stream; why.
        case add(String)
        case stop
    }

    /// Slow start needs about this long on a round trip of 50 ms.
    static let stepLength = Duration.milliseconds(500)

    private var best: Step?
    private var fruitless = 0
    private(set) var streams = 1
    private let most: Int

    init(most: Int) { self.most = most }

    /// After a step.
    mutating func decide(_ step: Step) -> Decision {
        guard streams < most else { return .stop }
        guard let before = best else {
            best = step
            return add("the first alone made \(step.rate.text)")
        }
        // A twentieth: less is what a rate wavers by from one half second to the next.
        let grew = step.rate.bitsPerSecond / 21 > before.rate.bitsPerSecond / 20
        let slower = Self.isSlower(step.rtt, than: before.rtt)
        fruitless = grew || slower ? 0 : fruitless + 1
        if grew || slower { best = step }
        // One step without effect may be chance.
        guard fruitless < 2 else { return .stop }
        return add(
            "\(streams) made \(step.rate.text)" + (step.rtt.map { ", round trip \(Self.rounded($0).text)" } ?? ""))
    }

    private mutating func add(_ reason: String) -> Decision {
        streams += 1
        return .add(reason)
    }

    private static func isSlower(_ now: Duration?, than before: Duration?) -> Bool {
        guard let now, let before else { return false }
        return now > before * 11 / 10 + .milliseconds(1)
    }

    private static func rounded(_ time: Duration) -> Duration { .microseconds(time.nanoseconds / 1_000) }
}
