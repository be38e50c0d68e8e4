import LinecheckCapture
import LinecheckExpressions
import LinecheckPlan
import LinecheckQuantities

/// Hosts that may have made the numbers themselves, and plans that ask for more than was measured.
extension SimulatedStory {
    static var ofHosts: [SimulatedStory] { suspects + plans }

    private static var suspects: [SimulatedStory] {
        [
            SimulatedStory(
                "busy-host",
                [
                    "A host that compiles something while it measures.",
                    "Its processors are 97 % busy in each second, and its timers wake 12 ms late.",
                    "The verdict suspects the host before the line.",
                ]
            ) {
                $0.line.hostBusy = Ratio(partsPerMillion: 970_000)
                $0.line.timerLate = .milliseconds(12)
            },
            SimulatedStory(
                "laptop-sleeps",
                [
                    "A laptop is closed for forty seconds during the drain.",
                    "The run's clock stood still meanwhile.",
                    "The verdict says that this host was suspended.",
                ]
            ) { $0.suspended = (.second(21), .seconds(40)) },
            SimulatedStory(
                "own-send-buffer-full",
                [
                    "A host whose own kernel refuses one send in three.",
                    "Those attempts never left this host.",
                    "They are no losses of the line; above a tenth of them loss is unmeasured.",
                ]
            ) { $0.line.sendErrors = Ratio(partsPerMillion: 330_000) },
            SimulatedStory(
                "disk-was-full",
                [
                    "The disk was full for a while in the middle of the run.",
                    "Three records are missing from the capture, and it says so itself.",
                    "The verdict says so too, and nothing in it is certain.",
                ]
            ) {
                $0.edit = { records in
                    var records = records
                    let place = records.firstIndex {
                        if case .sample(let sample) = $0 { sample.at > .second(10) } else { false }
                    }
                    guard let place else { return records }
                    let missing = records[place...].indices.filter {
                        if case .sample = records[$0] { true } else { false }
                    }.prefix(3)
                    for index in missing.reversed() { records.remove(at: index) }
                    let gap = Gap(at: .second(11), records: 3, reason: "No space left on device")
                    records.insert(.gap(gap), at: place)
                    return records
                }
            },
        ]
    }

    private static var plans: [SimulatedStory] {
        [
            SimulatedStory(
                "expectations-not-met",
                [
                    "A plan that expects no loss, grade B and a gigabit.",
                    "The line has 100 Mbit/s and a short queue.",
                    "Two expectations hold and one fails, each with what was observed.",
                ]
            ) {
                $0.adjust = {
                    $0.expect = [
                        "internet.idle.loss == 0%", "grade.bufferbloat >= 'B'", "download.download.rate.mean >= 1Gbps",
                    ]
                }
            },
            SimulatedStory(
                "expectation-unknown",
                [
                    "A plan that expects a rate from a server that answers 403.",
                    "The rate is not measured.",
                    "The expectation neither holds nor fails: it is unknown, with the load's reason.",
                ]
            ) {
                $0.line.downloadServer = .refusing(status: 403)
                $0.adjust = { $0.expect = ["download.download.rate.mean >= 10Mbps", "gateway.idle.loss == 0%"] }
            },
            SimulatedStory(
                "condition-unknown-skips",
                [
                    "A plan that uploads only on a line whose download was fast, and a download that was refused.",
                    "The condition of the upload phase is unknown.",
                    "The phase is skipped, and its metrics say why.",
                ]
            ) {
                $0.line.downloadServer = .refusing(status: 403)
                $0.adjust = { plan in
                    guard let index = plan.phaseIndex("upload") else { return }
                    plan.phases[index].when = "download.download.rate.mean > 10Mbps"
                }
                $0.conditions = ["upload": .unknown]
            },
        ]
    }
}
