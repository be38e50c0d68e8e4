import LinecheckExpressions
import LinecheckJudge

/// A grade with what it rests on.
struct GradeWords {
    private let grade: Verdict.Grade
    private let isAtBest: Bool

    init(_ grade: Verdict.Grade, in verdict: Verdict) {
        self.grade = grade
        isAtBest = verdict.gradesAtBest.contains(grade.name)
    }

    /// `D (238.7 ms, n = 24, 38.7 ms from C); by p95 D, max D`.
    var text: String {
        grade.grade == nil ? word : "\(word) (\(value))" + (by.isEmpty ? "" : "; by \(by)")
    }

    /// The grade itself, or what is known of it.
    var word: String {
        if let word = grade.grade { return word + (isAtBest ? " at best" : "") }
        return "not determined" + (grade.atBest.map { ", at best \($0)" } ?? "")
    }

    /// `238.7 ms, n = 24, 38.7 ms from C; by p95 D, max D`; empty where the grade is not determined.
    var basis: String { grade.grade == nil ? "" : value + (by.isEmpty ? "" : "; by \(by)") }

    private var value: String {
        let margin = grade.margin.map { ", \(Words.quantity($0.distance, grade.of.type)) from \($0.to)" } ?? ""
        return known + count + margin
    }

    private var by: String {
        grade.neighbours.map { "\($0.name) \($0.reading.grade ?? "not determined")" }.joined(separator: ", ")
    }

    private var count: String {
        guard case .quantity(let reading) = grade.of.value, reading.value != nil, let samples = reading.samples else {
            return ""
        }
        return ", n = \(samples)"
    }

    /// A grade may be certain although a part of its value is missing: what is known of it then.
    private var known: String {
        guard case .quantity(let reading) = grade.of.value, reading.value == nil else { return grade.of.words }
        let (low, high) = (reading.interval.low, reading.interval.high)
        if low.isFinite, low > 0 { return "at least \(Words.quantity(low, grade.of.type))" }
        return high.isFinite ? "at most \(Words.quantity(high, grade.of.type))" : "not measured"
    }
}
