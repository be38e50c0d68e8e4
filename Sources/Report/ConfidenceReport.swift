import LinecheckExpressions
public import LinecheckJSON
public import LinecheckJudge
import LinecheckText

/// How sure a verdict is, in words: the share of each grade and answer, and an interval for each metric.
public struct ConfidenceReport: Sendable {
    private let confidence: Confidence
    /// What no draw can tell: it draws other pings under the same load. A sentence for each list of rules that has one.
    private let doubts: [(subject: String, sentence: String)]

    /// - Parameter verdict: of the capture itself.
    public init(_ confidence: Confidence, of verdict: Verdict) {
        self.confidence = confidence
        doubts = verdict.answers.compactMap { answer in answer.doubt.map { ("verdict \(answer.name)", $0) } }
    }

    public var text: String {
        let blocks = confidence.blocks.map { "\($0.phase) \($0.length)" }.joined(separator: ", ")
        let head = TextLayout.wrapped(
            "\(confidence.resamples) draws of the scored attempts, in blocks of so many (Politis & White 2004): \(blocks). "
                + "Loads are as they were.",
            head: "")
        var opinions = confidence.opinions.map { opinion in
            [opinion.subject, opinion.shares.map { "\($0.word) \(percent($0.count))" }.joined(separator: ", ")]
        }
        if let score = confidence.score {
            let words = score.count == 1 ? "\(score.lowerBound)" : "\(score.lowerBound) to \(score.upperBound)"
            opinions.append(["score", words])
        }
        let metrics = confidence.metrics.filter { $0.low != $0.high }.map { metric in
            [
                metric.name, words(metric.value, metric), words(metric.low, metric), words(metric.high, metric),
                metric.measured < confidence.resamples ? "measured in \(percent(metric.measured))" : "",
            ]
        }
        let table = [["metric", "value", "from", "to", ""]] + metrics
        let sections = [
            head, TextLayout.table(opinions, left: 2),
            doubts.isEmpty
                ? []
                : ["beyond the draws"]
                    + doubts.flatMap { TextLayout.wrapped($0.sentence, head: "  \($0.subject)  ") },
            ["95 % of the draws"] + TextLayout.table(table, left: 1),
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func percent(_ count: Int) -> String {
        let tenths = (count * 2_000 / confidence.resamples + 1) / 2
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }

    private func words(_ value: Double?, _ metric: Confidence.Range) -> String {
        value.map { Words.quantity($0, metric.type) } ?? "–"
    }

    public var json: JSONValue {
        .object([
            JSONMember("resamples", .integer(Int64(confidence.resamples))),
            JSONMember("seed", .integer(Int64(bitPattern: confidence.seed))),
            JSONMember(
                "blocks", .object(confidence.blocks.map { JSONMember($0.phase, .integer(Int64($0.length))) })),
            JSONMember(
                "opinions",
                .object(
                    confidence.opinions.map { opinion in
                        JSONMember(
                            opinion.subject,
                            .object(opinion.shares.map { JSONMember($0.word, .integer(Int64($0.count))) }))
                    })),
            JSONMember("doubts", .object(doubts.map { JSONMember($0.subject, .string($0.sentence)) })),
            JSONMember(
                "score",
                confidence.score.map {
                    .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))])
                } ?? .null),
            JSONMember("metrics", .object(confidence.metrics.map { JSONMember($0.name, json($0)) })),
        ])
    }

    private func json(_ metric: Confidence.Range) -> JSONValue {
        let number = { (value: Double?) in value.map { JSONValue.quantity($0, metric.type) } ?? .null }
        return .object([
            JSONMember("value", number(metric.value)), JSONMember("low", number(metric.low)),
            JSONMember("high", number(metric.high)), JSONMember("unit", .orNull(metric.type.unit)),
            JSONMember("measured", .integer(Int64(metric.measured))),
        ])
    }
}
