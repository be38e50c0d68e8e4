/// How a command ended, for scripts. When several apply, the first in ``precedence`` wins.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case expectationFailed = 1
    case usage = 2
    case nothingMeasured = 3
    case aborted = 4
    case interrupted = 5
    case incomplete = 6
    case replayDiffers = 7
    case damaged = 8
    case defect = 70

    static let precedence: [ExitStatus] = [
        .defect, .usage, .damaged, .replayDiffers, .interrupted, .aborted, .nothingMeasured, .expectationFailed,
        .incomplete, .success,
    ]

    /// The one status of several findings.
    static func first(of findings: [ExitStatus]) -> ExitStatus {
        precedence.first { findings.contains($0) } ?? .success
    }

    /// In two words, for the help of a command.
    var word: String {
        switch self {
        case .success: "good"
        case .expectationFailed: "expectation fails"
        case .usage: "usage"
        case .nothingMeasured: "nothing measured"
        case .aborted: "aborted"
        case .interrupted: "interrupted"
        case .incomplete: "incomplete"
        case .replayDiffers: "differs"
        case .damaged: "damaged"
        case .defect: "defect"
        }
    }

    var meaning: String {
        switch self {
        case .success: "measured and judged; all expectations hold"
        case .expectationFailed: "an expectation fails"
        case .usage: "bad usage, plan or rules"
        case .nothingMeasured: "nothing could be measured (no network, no permission)"
        case .aborted: "a guard aborted the run"
        case .interrupted: "interrupted by a signal; the capture is whole"
        case .incomplete: "incomplete: an expectation, grade or score could not be determined"
        case .replayDiffers: "replay differs from the recorded verdict"
        case .damaged: "the capture is damaged"
        case .defect: "a defect in linecheck itself"
        }
    }
}
