import LinecheckExpressions
public import LinecheckJSON
import LinecheckQuantities

extension Verdict {
    /// The whole verdict in its one order, as a capture keeps it: no path, no time of judging.
    public var json: JSONValue {
        .object([
            JSONMember("judge", .integer(Int64(judge))),
            JSONMember("plan", .string(plan)),
            JSONMember("outcome", .string(outcome)),
            JSONMember("outcome_reason", .orNull(outcomeReason)),
            JSONMember("rules", rules?.json ?? .null),
            JSONMember("grades", .object(grades.map { JSONMember($0.name, $0.json) })),
            JSONMember("verdicts", .object(answers.map { JSONMember($0.name, $0.json) })),
            JSONMember("rows", .array(rows.map(\.row))),
            JSONMember("score", score?.json ?? .null),
            JSONMember("metrics", .object(metrics.map { JSONMember($0.name, $0.json) })),
            JSONMember("loads", .object(loads.map { JSONMember($0.name, $0.json) })),
            JSONMember("expectations", .array(expectations.map(\.json))),
            JSONMember("notes", .array(notes.map { .string($0) })),
            JSONMember("self", selfReport.json),
        ])
    }
}

extension Verdict.Citation {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("version", .integer(Int64(version))),
            JSONMember("title", .orNull(title)),
        ])
    }
}

extension Verdict.Grade {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("title", .orNull(title)),
            JSONMember("grade", .orNull(grade)),
            JSONMember("of", of.json),
            JSONMember("at_best", .orNull(atBest)),
            JSONMember("by", .object(neighbours.map { JSONMember($0.name, .orNull($0.reading.grade)) })),
            JSONMember("margin", margin?.json(of.type) ?? .null),
        ])
    }
}

extension Verdict.Grade.Margin {
    fileprivate func json(_ type: ValueType) -> JSONValue {
        .object([
            JSONMember("value", .quantity(distance, type)), JSONMember("unit", .string(type.unit ?? "")),
            JSONMember("to", .string(to)),
        ])
    }
}

extension Verdict.Answer {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("title", .string(title)),
            JSONMember("is", .string(answer)),
            JSONMember("certain", .bool(certain)),
            JSONMember("cannot_rule_out", .array(cannotRuleOut.map { .string($0) })),
            JSONMember("say", .string(say)),
            JSONMember("missing", .array(missing.map(\.json))),
            JSONMember("rules", .array(rules.map(\.json))),
        ])
    }

    fileprivate var row: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("title", .string(title)), JSONMember("is", .string(answer)),
            JSONMember("certain", .bool(certain)), JSONMember("say", .string(say)),
        ])
    }
}

extension Verdict.RuleResult {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("is", .string(answer)),
            JSONMember("result", .string(outcome.rawValue)),
            JSONMember("when", .orNull(condition)),
            JSONMember("truth", condition == nil ? .null : .string(finding.truth.rawValue)),
            JSONMember("comparisons", .array(finding.comparisons.map(\.json))),
            JSONMember("missing", .array(finding.missing.map(\.json))),
            JSONMember("evidence", .array(evidence.map(\.json))),
        ])
    }
}

extension Verdict.Score {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("score", score.map { .integer(Int64($0)) } ?? .null),
            JSONMember("at_least", .integer(Int64(atLeast))), JSONMember("at_most", .integer(Int64(atMost))),
            JSONMember("most", .integer(Int64(most))), JSONMember("rating", .orNull(rating)),
            JSONMember("components", .array(components.map(\.json))),
        ])
    }
}

extension Verdict.Score.Component {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("title", .string(title)),
            JSONMember("max", .integer(Int64(max))),
            JSONMember("points", atLeast == atMost ? .integer(Int64(atLeast)) : .null),
            JSONMember("at_least", .integer(Int64(atLeast))), JSONMember("at_most", .integer(Int64(atMost))),
            JSONMember("inputs", .array(inputs.map(\.json))),
        ])
    }
}

extension Verdict.Score.Input {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("input", of.json),
            JSONMember("when", .orNull(conditionText)),
            JSONMember("counts", .orNull(condition?.truth.rawValue)),
            JSONMember("step", .orNull(step)),
            JSONMember("at_least", .integer(Int64(atLeast))), JSONMember("at_most", .integer(Int64(atMost))),
        ])
    }
}

extension Verdict.NamedMetric {
    fileprivate var json: JSONValue {
        switch value {
        case .quantity(let reading): .object(reading.json(type))
        case .condition(let finding):
            .object(
                [JSONMember("truth", .string(finding.truth.rawValue))]
                    + (finding.missing.first.map { [JSONMember("unmeasured", .string($0.reason))] } ?? []))
        }
    }
}

extension Verdict.LoadReport {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("direction", .string(direction)),
            JSONMember("valid", .bool(isValid)),
            JSONMember("reason", .orNull(reason)),
            JSONMember("bytes", .integer(phases.reduce(0) { $0 + $1.bytes })),
            JSONMember(
                "statuses", .object(allStatuses.map { JSONMember(String($0.status), .integer(Int64($0.count))) })),
            JSONMember("phases", .array(phases.map(\.json))),
        ])
    }

    /// By ascending status.
    private var allStatuses: [Status] {
        let all = phases.flatMap(\.statuses)
        return Set(all.map(\.status)).sorted().map { status in
            Status(status: status, count: all.filter { $0.status == status }.reduce(0) { $0 + $1.count })
        }
    }
}

extension Verdict.LoadReport.InPhase {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("phase", .string(phase)),
            JSONMember("valid", .bool(reason == nil)),
            JSONMember("reason", .orNull(reason)),
            JSONMember("bytes", .integer(bytes)),
            JSONMember("streams", .integer(Int64(streams))),
            JSONMember("reopenings", .integer(Int64(reopenings))),
            JSONMember("trend", .string(saturation.trend.rawValue)),
            JSONMember("window_limited", share(saturation.windowLimited)),
            JSONMember("buffer_limited", share(saturation.bufferLimited)),
            JSONMember("machine_busy", share(saturation.machineBusy)),
            JSONMember("own_busy", share(saturation.ownBusy)),
            JSONMember("timer_late", duration(saturation.timerLate)),
            JSONMember("probe_rise", duration(saturation.probeRise)),
            JSONMember("rest_rtt", duration(saturation.restRTT)),
            JSONMember("loaded_rtt", duration(saturation.loadedRTT)),
            JSONMember("retransmits", .integer(saturation.retransmits)),
            JSONMember("out_of_order", saturation.outOfOrder.map { .integer($0) } ?? .null),
            JSONMember("alive", .array(saturation.alive.map { .integer(Int64($0)) })),
            JSONMember("limited_by", .array(saturation.limits.map { .string($0.rawValue) })),
        ])
    }
}

private func duration(_ duration: Duration?) -> JSONValue {
    duration.map { .quantity(Double($0.nanoseconds), .duration) } ?? .null
}

private func share(_ partsPerMillion: Int64?) -> JSONValue {
    partsPerMillion.map { .quantity(Double($0), .ratio) } ?? .null
}

extension Verdict.Expectation {
    fileprivate var json: JSONValue {
        let first = finding.comparisons.first
        var count: Int?
        if let first, case .quantity(let reading) = first.left.value { count = reading.samples }
        return .object([
            JSONMember("condition", .string(condition)),
            JSONMember("result", .string(truth == .yes ? "pass" : truth == .no ? "fail" : "unknown")),
            JSONMember("observed", .orNull(first?.left.words)),
            JSONMember("n", count.map { .integer(Int64($0)) } ?? .null),
            JSONMember("reason", .orNull(reason)),
            JSONMember("comparisons", .array(finding.comparisons.map(\.json))),
        ])
    }
}

extension SelfReport {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("seconds", .integer(Int64(seconds))),
            JSONMember("own_cpu", .integer(ownCPU.nanoseconds)),
            JSONMember("busiest", share(busiest)),
            JSONMember("busy_seconds", .integer(Int64(busySeconds))),
            JSONMember("timer_late_p99", timerLate.map { .integer($0.nanoseconds) } ?? .null),
            JSONMember("local_drops", .integer(localDrops)),
            JSONMember("suspensions", .integer(Int64(suspensions))),
            JSONMember(
                "busy_baselines",
                .array(
                    busyBaselines.map { busy in
                        .object([
                            JSONMember("phase", .string(busy.phase)), JSONMember("received", .integer(busy.received)),
                            JSONMember("sent", .integer(busy.sent)),
                        ])
                    })),
        ])
    }
}
