import LinecheckExpressions
public import LinecheckJSON
import LinecheckJudge
import LinecheckRules

/// What decided an answer, and how far it was from deciding otherwise.
public struct Decision: Equatable, Sendable {
    /// The formula or comparison, as written.
    public var metric: String
    /// What was seen of it, in words.
    public var observed: String
    /// Where the answer changes, as written; nil: there is no such place, or it hangs on no number.
    public var threshold: String?
    /// How far the value is from there, in words; nil when it is not one number.
    public var distance: String?

    /// `max(download_rise, upload_rise) is 42.0 ms, 12.0 ms from 30ms`
    public var text: String {
        let from = threshold.map { threshold in distance.map { ", \($0) from \(threshold)" } ?? ", against \(threshold)"
        }
        return "\(metric) is \(observed)\(from ?? "")"
    }

    public var json: JSONValue {
        .object([
            JSONMember("metric", .string(metric)), JSONMember("observed", .string(observed)),
            JSONMember("threshold", .orNull(threshold)), JSONMember("distance", .orNull(distance)),
        ])
    }

    init(_ metric: String, _ observed: String, threshold: String? = nil, distance: String? = nil) {
        self.metric = metric
        self.observed = observed
        self.threshold = threshold
        self.distance = distance
    }
}

extension Decision {
    /// A grade: the end of its step that lies toward the old grade, or the nearer end of a scale that does not know that one.
    init(_ grade: Verdict.Grade, of rule: GradeRule, from old: String?) {
        self.init(grade.of.text, grade.of.words)
        guard let step = grade.grade.flatMap({ rule.labels.firstIndex(of: $0) }) else { return }
        let isBetter = old.flatMap { rule.labels.firstIndex(of: $0) }.map { step < $0 } ?? (step == 0)
        guard let limit = rule.scale[isBetter || step == 0 ? step : step - 1].threshold else { return }
        threshold = limit.text
        if case .quantity(let reading) = grade.of.value, let value = reading.value {
            distance = Words.quantity(abs(value - limit.value), grade.of.type)
        }
    }

    /// An answer: the comparison nearest to giving the old one. nil when no rule of the list hangs on a comparison.
    init?(_ answer: Verdict.Answer, from old: String?) {
        let fired = answer.rules.firstIndex { $0.outcome == .fired }
        let former = answer.rules.firstIndex { $0.answer == old }
        let order = { (index: Int?) in index ?? answer.rules.count }
        // What fired before the old answer's rule took its turn; what fired behind it got it because that rule failed.
        let isTaken = order(fired) < order(former)
        guard let rule = isTaken ? fired : former ?? fired ?? answer.rules.indices.first else { return nil }
        let comparisons = answer.rules[rule].finding.comparisons
        let wanted: Truth = isTaken ? .yes : .no
        let candidates = comparisons.filter { $0.truth == wanted }
        let unknown = comparisons.filter { $0.truth == .unknown }
        let nearest = candidates.min { ($0.distance ?? .infinity) < ($1.distance ?? .infinity) }
        guard let decisive = nearest ?? unknown.first ?? comparisons.first else { return nil }
        self.init(decisive.left.text, decisive.left.words)
        threshold = decisive.right?.text
        distance = decisive.distance.map { Words.quantity($0, decisive.left.type) }
    }

    /// A score: the component whose points moved most.
    init?(_ score: Verdict.Score?, from old: Verdict.Score?) {
        guard let score else { return nil }
        let moves = score.components.map { component in
            let twin = old?.components.first { $0.name == component.name }
            let move = abs(component.atLeast - (twin?.atLeast ?? 0)) + abs(component.atMost - (twin?.atMost ?? 0))
            return (component: component, move: move)
        }
        guard let largest = moves.max(by: { $0.move < $1.move })?.component else { return nil }
        let points = largest.atLeast == largest.atMost ? "" : "\(largest.atLeast) to "
        self.init("component \(largest.name)", "\(points)\(largest.atMost) of \(largest.max)")
    }
}
