import Glibc
import LinecheckLab
import LinecheckQuantities
import Testing

/// Compares what linecheck said with the truth of the line.
struct Judgement {
    let trial: Trial
    private var observed: Observed { trial.observed }
    private var truth: Truth { trial.line.truth }

    /// Records an issue for each difference; without the control nothing is said of the verdict.
    func expectTruth(_ location: SourceLocation = #_sourceLocation) {
        print("lab: \(LabReport(trial: trial).text)")
        // Into a file at once as well: an hour is long to wait for the first word.
        fflush(nil)
        let objections = Control(trial: trial).objections
        guard objections.isEmpty else {
            Issue.record(
                "the lab's line \(trial.line.name) was not what it should be, so nothing is said of the verdict: \(objections.joined(separator: "; ")); capture: \(trial.capture)",
                sourceLocation: location)
            return
        }
        let differences = differences
        for difference in differences {
            Issue.record(
                "\(trial.line.name): \(difference); capture: \(trial.capture)", sourceLocation: location)
        }
        if differences.isEmpty { trial.discardCapture() }
    }

    /// Where linecheck was wrong, one sentence each.
    var differences: [String] {
        let control = Control(trial: trial)
        return words
            + truth.directions.flatMap { name, truth in
                truth.map { measured(name, $0, control) } ?? unmeasured(name)
            } + idle + replay
    }

    private var words: [String] {
        var differences = [
            difference("queue", observed.culprit, truth.culprit),
            // Of a line that it did not see full linecheck cannot be certain, and says why; how fast queues grow and who else
            // keeps the processors busy is the lab's own doing.
            observed.saysNotFull ? nil : difference("certain", observed.isCertain, truth.isCertain),
            difference("grade", observed.grade, truth.grade), difference("at_best", observed.atBest, truth.atBest),
        ].compactMap { $0 }
        for word in truth.cannotRuleOut where !observed.cannotRuleOut.contains(word) {
            differences.append("cannot_rule_out is \(observed.cannotRuleOut) without \(word)")
        }
        let rows = trial.plan == "health" ? truth.rows : []
        for (row, state) in rows {
            if let found = difference(row, observed.verdict(row), state) { differences.append(found) }
        }
        return differences
    }

    private func measured(_ name: String, _ truth: Truth.Direction, _ control: Control) -> [String] {
        [
            difference("\(name) valid", observed.isValid(load: name), true)
                .map { "\($0): \(observed.reason(load: name) ?? "no reason")" },
            rate(name, truth), rise(name, truth, control), gateway(name, truth),
        ].compactMap { $0 }
    }

    private func rate(_ name: String, _ truth: Truth.Direction) -> String? {
        guard let rate = observed.value("\(name).\(name).rate.mean") else {
            return "the \(name)'s rate is not measured"
        }
        let band = truth.rate
        if band.contains(BitRate(bitsPerSecond: rate)) { return nil }
        return
            "the \(name)'s rate is \(BitRate(bitsPerSecond: rate).text), and not \(band.lowerBound.text) to \(band.upperBound.text)"
    }

    /// The line's own band, and closer to what the queue really held: a ping waits as long as the packets around it.
    private func rise(_ name: String, _ truth: Truth.Direction, _ control: Control) -> String? {
        guard let band = truth.rise else {
            return observed.value("\(name)_rise") == nil ? nil : "\(name)_rise is measured, and nothing answered"
        }
        guard let rise = observed.duration("\(name)_rise") else { return "\(name)_rise is not measured" }
        guard let delay = control.delay(name, truth) else { return "the \(name)'s queue was not seen" }
        let tolerance = max(.milliseconds(10), delay / 10)
        // A queue that is hardly there adds less than two medians of some microseconds differ.
        let lagged = Self.noise * -1 <= rise && rise < .zero ? .zero : rise
        if band.contains(lagged), delay - tolerance <= rise, rise <= delay + tolerance { return nil }
        return "\(name)_rise is \(rise.text), and not \(band.text) and near the queue's \(delay.text)"
    }

    private static let noise = Duration.milliseconds(1)

    private func gateway(_ name: String, _ truth: Truth.Direction) -> String? {
        guard trial.line.gatewayAnswers else {
            return observed.value("gateway_\(name)_rise") == nil ? nil : "a silent gateway has a rise"
        }
        guard let rise = observed.duration("gateway_\(name)_rise") else {
            return "gateway_\(name)_rise is not measured"
        }
        let quiet: ClosedRange<Duration> = .milliseconds(-5) ... .milliseconds(5)
        let band = truth.reachesGateway ? truth.rise ?? quiet : quiet
        return band.contains(rise) ? nil : "gateway_\(name)_rise is \(rise.text), and not \(band.text)"
    }

    private func unmeasured(_ name: String) -> [String] {
        ["\(name).\(name).rate.mean", "\(name)_rise", "internet.\(name).rtt.p50", "gateway.\(name).rtt.p50"]
            .compactMap { metric in
                if observed.unmeasured(metric) == nil { return "\(metric) is measured although nothing was loaded" }
                return nil
            } + [difference("\(name) valid", observed.isValid(load: name), false)].compactMap { $0 }
    }

    private var idle: [String] {
        let median = observed.duration("internet.baseline.rtt.p50")
        guard let band = truth.idle else {
            return median == nil ? [] : ["the idle median is measured, and nothing answered"]
        }
        guard let median else { return ["the idle median is not measured"] }
        var differences = band.contains(median) ? [] : ["the idle median is \(median.text), and not \(band.text)"]
        if let held = trial.held, !(held...held + Self.besideBridges).contains(median) {
            differences.append("the idle median is \(median.text), and the bridges held a frame for \(held.text)")
        }
        if let band = truth.jitter, observed.duration("internet.baseline.jitter").map({ !band.contains($0) }) ?? true {
            let found = observed.duration("internet.baseline.jitter")?.text ?? "unmeasured"
            differences.append("the idle jitter is \(found), and not \(band.text)")
        }
        if let band = truth.loss, observed.ratio("internet.baseline.loss").map({ !band.contains($0) }) ?? true {
            let found = observed.ratio("internet.baseline.loss")?.text ?? "unmeasured"
            differences.append("the idle loss is \(found), and not \(band.text)")
        }
        return differences
    }

    /// What kernels and queues at rest add to the delay of the bridges.
    private static let besideBridges = Duration.milliseconds(2)

    private var replay: [String] {
        trial.replayStatus == 0 ? [] : ["replay ended with status \(trial.replayStatus): \(trial.replayOutput)"]
    }

    private func difference<Value: Equatable>(_ name: String, _ found: Value?, _ right: Value?) -> String? {
        guard found != right else { return nil }
        func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "null" }
        return "\(name) is \(text(found)), and not \(text(right))"
    }
}
