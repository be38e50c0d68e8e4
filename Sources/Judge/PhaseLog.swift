import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities

/// When a phase ran, and how it ended.
struct PhaseLog: Sendable {
    var running: RunInstant?
    var loaded: RunInstant?
    /// The end of its window; nil while it runs.
    var ended: RunInstant?
    var state: PhaseChange.State?
    var reason: String?

    mutating func add(_ change: PhaseChange) {
        state = change.state
        switch change.state {
        case .running: running = change.at
        case .loaded: (loaded, ended) = (change.at, nil)
        case .completed, .cutShort, .cancelled:
            ended = change.at
            reason = change.reason
        case .skipped: reason = change.reason
        }
    }

    /// Ends its window where the record of a running phase is lost, until a record of its own says that it went on.
    mutating func cut(at moment: RunInstant) {
        if let running, ended == nil { ended = max(running, moment) }
    }
}

/// A phase's times as far as they are judged.
struct PhaseWindow {
    /// The moment from which its duration counts: `loaded`, or `running` where there is no load.
    let start: RunInstant
    /// The first moment after `settle`.
    let scoredStart: RunInstant
    /// Not included.
    let end: RunInstant
    /// How long it was meant to be.
    let planned: Duration
    /// The capture stops in it: what came then is not known.
    let isOpen: Bool
    /// Why it does not count, when it ended too early: "cut short after 1.2 s by data-cap".
    let tooShort: String?

    /// In ns.
    var scored: Range<Int64> { scoredStart.nanoseconds..<max(scoredStart, end).nanoseconds }

    /// nil when the phase never began.
    init?(_ log: PhaseLog, of phase: Phase, probes: [Probe], lastMoment: RunInstant) {
        guard let running = log.running else { return nil }
        start = phase.loads.isEmpty ? running : log.loaded ?? running
        scoredStart = start + phase.settle
        end = max(log.ended ?? lastMoment, start)
        let ran = end - start
        planned = phase.plannedWindow(probes)
        isOpen = log.ended == nil
        // A load that was seen to its end only in part may have filled a queue in the rest.
        let isTooShort = isOpen && !phase.loads.isEmpty || ran.nanoseconds * 2 < planned.nanoseconds
        tooShort = log.state != .completed && isTooShort ? log.howItEnded(after: ran) : nil
    }
}

extension PhaseLog {
    fileprivate func howItEnded(after ran: Duration) -> String {
        let by = reason.map { " by \($0.hasPrefix("guard ") ? String($0.dropFirst(6)) : $0)" } ?? ""
        return switch state {
        case .cutShort: "cut short after \(Words.seconds(ran))\(by)"
        case .cancelled: "cancelled after \(Words.seconds(ran))\(reason.map { ": \($0)" } ?? "")"
        default: "not ended: \(Words.seconds(ran)) of it are recorded"
        }
    }
}

extension Phase {
    /// How long its window was meant to be; for one that ends when its probes are done, the time their attempts take.
    fileprivate func plannedWindow(_ probes: [Probe]) -> Duration {
        switch ending {
        case .after(let duration): return duration
        case .whenDone(let atMost):
            let needs = probes.map { $0.interval * ($0.count ?? 0) }
            let need = inOrder ? needs.reduce(.zero, +) : needs.max() ?? .zero
            return min(need, atMost)
        }
    }
}
