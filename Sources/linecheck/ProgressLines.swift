import LinecheckCapture
import LinecheckQuantities

/// A line on standard error for each start and end of a phase, and for each guard.
struct ProgressLines: Sendable {
    let isQuiet: Bool

    func show(_ record: Record) {
        guard !isQuiet else { return }
        switch record {
        case .phase(let change):
            let reason = change.reason.map { ": \($0)" } ?? ""
            Console.say("\(time(change.at))  \(change.phase) \(change.state.rawValue)\(reason)")
        case .guardTrip(let trip):
            Console.say("\(time(trip.at))  guard \(trip.name) fired on \(trip.subject): \(trip.action)")
        case .target(let target):
            if let reason = target.unavailable { Console.say("        \(target.probe) cannot be asked: \(reason)") }
        default: break
        }
    }

    /// Seconds of the run with one decimal, right-aligned.
    private func time(_ instant: RunInstant) -> String {
        let tenths = instant.nanoseconds / 100_000_000
        let text = "\(tenths / 10).\(tenths % 10) s"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
}
