import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities

/// A limit that a plan's author set: of a guard, or of a load's bytes.
struct PlanLimit {
    /// `guard data-cap`, `the budget of load download`.
    let subject: String
    /// In the statistic's unit.
    let limit: Int64
    private let statistic: Guard.Statistic
    private let plan: Plan

    /// The one that ended a phase too early, as the reason of what is missing tells it; nil: none did.
    init?(endedBy reason: String, in plan: Plan) {
        guard let by = reason.firstRange(of: " by ")?.upperBound, reason.hasPrefix("cut short") else { return nil }
        let name = reason[by...]
        if let watch = plan.guards.first(where: { $0.name == name }) {
            (subject, limit, statistic) = ("guard \(watch.name)", watch.limit, watch.statistic)
        } else if let load = plan.loads.first(where: { name.hasPrefix("load \($0.name): its budget") }),
            let budget = load.budget
        {
            (subject, limit, statistic) = ("the budget of load \(load.name)", budget.bytes, .bytes)
        } else {
            return nil
        }
        self.plan = plan
    }

    init(_ watch: Guard, in plan: Plan) {
        (subject, limit, statistic) = ("guard \(watch.name)", watch.limit, watch.statistic)
        self.plan = plan
    }

    /// The variable that holds it, when one alone has this value: a resolved plan has values in place of names.
    var variable: Variable? {
        let holders = plan.vars.filter { Self.value($0.value, statistic) == limit }
        return holders.count == 1 ? holders.first : nil
    }

    private static func value(_ value: JSONValue, _ statistic: Guard.Statistic) -> Int64? {
        guard let text = value.string else { return nil }
        return switch statistic {
        case .bytes: (try? ByteCount(text: text))?.bytes
        case .rate: (try? BitRate(text: text))?.bitsPerSecond
        case .rttP50, .rttP95, .rttMax: (try? Duration(text: text))?.nanoseconds
        case .loss: (try? Ratio(text: text))?.partsPerMillion
        }
    }

    /// With its unit.
    var words: String {
        switch statistic {
        case .bytes: Words.bytes(limit)
        case .rate: Words.rate(limit)
        case .rttP50, .rttP95, .rttMax: Words.duration(limit)
        case .loss: Words.share(limit)
        }
    }

    /// What to do about it.
    var advice: String {
        let what = "\(subject.prefix(1).uppercased() + subject.dropFirst()) ended a phase too early, at \(words)."
        guard let variable else { return "\(what) Move it in the plan and run again." }
        return
            "\(what) Run again with another value: --set \(variable.name)=\(placeholder) (it was \(variable.value.string ?? words))."
    }

    private var placeholder: String {
        switch statistic {
        case .bytes: "SIZE"
        case .rate: "RATE"
        case .rttP50, .rttP95, .rttMax: "TIME"
        case .loss: "SHARE"
        }
    }
}
