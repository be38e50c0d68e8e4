public import LinecheckCapture
public import LinecheckExpressions
public import LinecheckPlan
public import LinecheckQuantities

/// What can happen to a run. Each is recorded as it is handed to the machine, so that replay can hand it over again.
public enum PhaseEvent: Equatable, Sendable {
    case begin
    /// The load moved its first body byte.
    case loadMoving(String)
    case loadFailed(String, reason: String)
    /// Every attempt of the probe's counted sequence is settled, or it cannot run and `reason` says why.
    case probeDone(String, reason: String?)
    /// The moment that the machine asked for has come.
    case deadline
    case guardTripped(String, Guard.Action)
    /// What the judge made of a phase's `when`.
    case condition(phase: String, holds: Truth, reason: String)
    case interrupted(signal: String)
    /// The machine slept: BOOTTIME went on while MONOTONIC stood.
    case suspended(Duration)
    /// The last attempt of the run is settled and every stream is closed.
    case settled
}

extension PhaseEvent {
    /// The `event` record of the capture.
    public func record(at instant: RunInstant) -> EventRecord {
        let (name, subject, reason): (String, String?, String?) =
            switch self {
            case .begin: ("begin", nil, nil)
            case .loadMoving(let load): ("load-moving", load, nil)
            case .loadFailed(let load, let reason): ("load-failed", load, reason)
            case .probeDone(let probe, let reason): ("probe-done", probe, reason)
            case .deadline: ("deadline", nil, nil)
            case .guardTripped(let name, let action): ("guard", name, action.rawValue)
            case .condition(let phase, let holds, let reason): ("condition", phase, "\(holds.rawValue): \(reason)")
            case .interrupted(let signal): ("interrupted", nil, signal)
            case .suspended(let time): ("suspended", nil, time.text)
            case .settled: ("settled", nil, nil)
            }
        return EventRecord(at: instant, event: name, subject: subject, reason: reason)
    }

    /// The event that a record tells of; nil for a word or form of a newer version.
    public init?(_ record: EventRecord) {
        let subject = record.subject ?? ""
        let reason = record.reason ?? ""
        switch record.event {
        case "begin": self = .begin
        case "load-moving": self = .loadMoving(subject)
        case "load-failed": self = .loadFailed(subject, reason: reason)
        case "probe-done": self = .probeDone(subject, reason: record.reason)
        case "deadline": self = .deadline
        case "guard":
            guard let action = Guard.Action(rawValue: reason) else { return nil }
            self = .guardTripped(subject, action)
        case "condition":
            let word = reason.prefix { $0 != ":" }
            guard let holds = Truth(rawValue: String(word)) else { return nil }
            self = .condition(phase: subject, holds: holds, reason: String(reason.dropFirst(word.count + 2)))
        case "interrupted": self = .interrupted(signal: reason)
        case "suspended":
            guard let time = try? Duration(text: reason) else { return nil }
            self = .suspended(time)
        case "settled": self = .settled
        default: return nil
        }
    }
}
