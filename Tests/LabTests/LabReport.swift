import LinecheckLab
import LinecheckQuantities

/// One line of print for one line of the lab: the verdict, the figures, and the truth beside them.
struct LabReport {
    let trial: Trial
    private var observed: Observed { trial.observed }

    var text: String {
        let certainty = observed.isCertain == true ? "certain" : "not certain"
        let grade = observed.grade ?? observed.atBest.map { "at best \($0)" } ?? "none"
        return "\(trial.line.name), \(trial.plan): \(observed.culprit ?? "no verdict") (\(certainty)), grade \(grade)"
            + trial.line.truth.directions.map { direction($0.name, $0.truth) }.joined()
            + ", idle \(milliseconds(observed.duration("internet.baseline.rtt.p50")))"
    }

    private func direction(_ name: String, _ truth: Truth.Direction?) -> String {
        guard let rate = observed.value("\(name).\(name).rate.mean") else { return ", \(name) not measured" }
        let rise = milliseconds(observed.duration("\(name)_rise"))
        var text = ", \(name) \(tenths(rate, of: 1_000_000)) Mbit/s +\(rise)"
        if let truth, let queue = trial.line.queue(at: truth.bottleneck) {
            let delay = milliseconds(Control(trial: trial).delay(name, truth))
            text += " (line \(queue.rate.text), queue \(delay))"
        }
        return text
    }

    private func milliseconds(_ duration: Duration?) -> String {
        duration.map { "\(tenths($0.nanoseconds, of: 1_000_000)) ms" } ?? "unmeasured"
    }

    private func tenths(_ value: Int64, of unit: Int64) -> String {
        let tenths = (value.magnitude * 10 + unit.magnitude / 2) / unit.magnitude
        return "\(value < 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}
