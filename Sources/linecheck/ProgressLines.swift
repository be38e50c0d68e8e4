import LinecheckCapture
import LinecheckTerminal
import LinecheckText

/// A line on standard error for each start and end of a phase, and for each guard.
struct ProgressLines: Sendable {
    let isQuiet: Bool
    let isUnicode: Bool

    func show(_ record: Record) {
        guard !isQuiet, let text = text(of: record) else { return }
        Console.say(VisibleText.escaped(text, isUnicode: isUnicode))
    }

    private func text(of record: Record) -> String? {
        switch record {
        case .phase(let change):
            let reason = change.reason.map { ": \($0)" } ?? ""
            return "\(NewsLines.time(change.at))  \(change.phase) \(change.state.rawValue)\(reason)"
        case .guardTrip(let trip):
            return "\(NewsLines.time(trip.at))  guard \(trip.name) fired on \(trip.subject): \(trip.action)"
        case .target(let target):
            return target.unavailable.map { "         \(target.probe) cannot be asked: \($0)" }
        default: return nil
        }
    }
}
