import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities

/// Runs whose figures are published, reproduced.
extension SimulatedStory {
    static var published: [SimulatedStory] { [silent403, story89, laterRun, cableLine, fasterUnderLoad] }

    /// The line of the story: nothing wrong with it, and a server that answers 403 to the download.
    private static func refused(_ line: inout SimulatedLine) {
        line.link = "wifi"
        line.downloadServer = .refusing(status: 403)
        line.rates(down: 447.5, up: 65.0, over: 10)
        line.depths(down: .milliseconds(16), up: .milliseconds(2))
        line.gatewayDelay = .milliseconds(3)
        line.internetDelay = .microseconds(13_500)
        (line.jitter, line.gatewayJitter) = (.zero, .microseconds(40))
        line.lossWhenFull = Ratio(partsPerMillion: 0)
    }

    /// Every other reply a millisecond later: a median of 14 ms and a jitter of 1 ms, to the nanosecond.
    private static func alternating(_ records: [Record]) -> [Record] {
        records.editingSamples { sample in
            guard case .reply(let rtt) = sample.outcome, sample.probe != "gateway" else { return }
            sample.outcome = .reply(rtt: rtt + .milliseconds(sample.sequence % 2))
        }
    }

    private static let silent403 = SimulatedStory(
        "silent-403",
        [
            "A speed server answered the request for a gigabyte with 403 and one byte; the pings went on over an idle line.",
            "The capture has the status on each stream, one byte, and no download window.",
            "The download is not measured, so there is no grade and no score: at least 54, at most 100, and nobody is blamed.",
        ]
    ) {
        $0.settings = [("streams", "4"), ("load", "10s")]
        refused(&$0.line)
        $0.edit = alternating
    }

    private static let story89 = SimulatedStory(
        "story-89-by-raw",
        [
            "The same refusal as in silent-403, seen by a tool that never looked at the status and let the window run on.",
            "The download is one byte in ten seconds (0.0000008 Mbit/s), the upload 65.0 Mbit/s, and the pings are those of an idle line.",
            "By the story's rules, which read everything with raw(), this is 89 points and Excellent: what the laws are for.",
        ]
    ) {
        $0.settings = [("streams", "4"), ("load", "10s")]
        $0.rules = "story"
        $0.adjust = { plan in
            for index in plan.phases.indices { plan.phases[index].onLoadFailure = .goOn }
        }
        refused(&$0.line)
        $0.edit = alternating
    }

    private static let laterRun = SimulatedStory(
        "later-run-95",
        [
            "A later run on the line of silent-403, with a server that served.",
            "447.5 Mbit/s down and 68.4 up; round trips rise by 14 ms under load; idle jitter is 1 ms; the gateway answers in 3 ms.",
            "Grade A and 95 points: 30 + 20 + 20 + 15 + 10.",
        ]
    ) {
        $0.settings = [("streams", "4"), ("load", "10s")]
        refused(&$0.line)
        $0.edit = alternating
        $0.line.downloadServer = .honest
        $0.line.rates(down: 447.5, up: 68.4, over: 10)
    }

    private static let cableLine = SimulatedStory(
        "cable-line-a-b-c-f",
        [
            "A real cable line with a short queue and a shared medium that holds some packets back for long.",
            "Under load the median rises by less than 30 ms, p95 by less than 60, p99 by less than 200, and one reply by half a second.",
            "One line is A by its median, B by p95, C by p99 and F by its maximum: a grade says by which statistic.",
        ]
    ) {
        $0.plan = "bufferbloat"
        $0.rules = "four-statistics"
        $0.settings = [("streams", "2"), ("load", "30s")]
        $0.line.depths(down: .milliseconds(20), up: .milliseconds(18))
        $0.line.lossWhenFull = Ratio(partsPerMillion: 0)
        $0.line.spikes = [
            .init(share: Ratio(partsPerMillion: 80_000), delay: .milliseconds(30)),
            .init(share: Ratio(partsPerMillion: 22_000), delay: .milliseconds(110)),
            .init(share: Ratio(partsPerMillion: 4_000), delay: .milliseconds(500)),
        ]
    }

    private static let fasterUnderLoad = SimulatedStory(
        "faster-under-load",
        [
            "A radio in power save answers slowly while the line is idle, and at once while it is busy.",
            "The median under load is below the idle median, so the rise is negative.",
            "A negative rise is the best grade and no error; the idle latency loses its points.",
        ]
    ) {
        $0.line.link = "wifi"
        $0.line.depths(down: .zero, up: .zero)
        $0.edit = { records in
            records.editingSamples { sample in
                guard case .reply(let rtt) = sample.outcome, sample.at < .second(13.9) else { return }
                sample.outcome = .reply(rtt: rtt + .milliseconds(25))
            }
        }
    }
}
