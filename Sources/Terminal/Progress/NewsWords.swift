import LinecheckCapture
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// Which records are worth a line that stays, and in what words.
enum NewsWords {
    /// - Parameter phase: the name of the one that runs; nil: none.
    static func news(of record: Record, in plan: Plan, during phase: String?) -> RunProgress.News? {
        switch record {
        case .phase(let change): return news(of: change)
        case .guardTrip(let trip):
            return .init(at: trip.at, words(trip, plan.guards.first { $0.name == trip.name }), isBad: true)
        case .target(let target):
            let reason = target.unavailable
            return reason.map { .init("\(target.probe) cannot be asked: \($0)", isBad: true) }
        case .event(let event): return news(of: event, phase.flatMap { plan.phase($0) })
        case .gap(let gap):
            let what =
                gap.records > 0 ? "\(gap.records) records could not be stored" : "the record is not safe on the disk"
            return .init(at: gap.at, "\(what): \(gap.reason)", isBad: true)
        default: return nil
        }
    }

    private static func news(of change: PhaseChange) -> RunProgress.News? {
        let reason = change.reason.map { ": \($0)" } ?? ""
        return switch change.state {
        case .cutShort: .init(at: change.at, "\(change.phase) was cut short\(reason)", isBad: true)
        case .skipped: .init(at: change.at, "\(change.phase) is skipped\(reason)", isBad: false)
        case .running, .loaded, .completed, .cancelled: nil
        }
    }

    private static func news(of event: EventRecord, _ phase: Phase?) -> RunProgress.News? {
        let reason = event.reason ?? ""
        let subject = event.subject ?? ""
        return switch event.event {
        // Elsewhere the end of the phase gives the same reason.
        case "load-failed" where phase?.onLoadFailure == .goOn:
            .init(at: event.at, "load \(subject) failed: \(reason)", isBad: true)
        case "suspended": .init(at: event.at, "this machine was suspended for \(reason)", isBad: true)
        default: nil
        }
    }

    private static func words(_ trip: GuardTrip, _ rule: Guard?) -> String {
        let action =
            switch rule?.action {
            case .abort: "the run ends"
            case .endPhase: "the phase ends"
            case .goOn: "the run goes on"
            case nil: trip.action
            }
        guard let rule else { return "guard \(trip.name) fired on \(trip.subject): \(action)" }
        let observed = quantity(trip.observed, rule.statistic)
        let limit = quantity(trip.limit, rule.statistic)
        return "guard \(trip.name): \(rule.statistic.rawValue) of \(trip.subject) is \(observed), "
            + "\(rule.direction.rawValue) \(limit): \(action)"
    }

    private static func quantity(_ value: Int64, _ statistic: Guard.Statistic) -> String {
        switch statistic {
        case .loss: Words.share(value)
        case .rttP50, .rttP95, .rttMax: Words.duration(value)
        case .bytes: Words.bytes(value)
        case .rate: Words.rate(value)
        }
    }
}
