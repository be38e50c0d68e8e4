public import LinecheckExpressions
import LinecheckPlan
public import LinecheckRules
import LinecheckStatistics

/// How sure a verdict is, given that other pings of the same line might have been sent: the scored attempts are drawn again,
/// in blocks, many times, and each draw is judged.
///
/// Samples of a queue are not independent, so they are drawn in circular blocks whose length ``blockLength(of:)`` chooses.
/// Probes of one phase waited in the same queue at the same time, so their blocks are cut at the same times; probes that run
/// one after another are drawn by themselves. Loads are what they were: their rates and validity are not drawn.
public struct Confidence: Equatable, Sendable {
    /// How often a word was said.
    public struct Share: Equatable, Sendable {
        public var word: String
        public var count: Int
    }

    /// What was said of one grade or verdict list, or the score's rating.
    public struct Opinion: Equatable, Sendable {
        /// `grade bufferbloat`, `verdict queue`, `rating`.
        public var subject: String
        /// Most often first; of equals the one that the rules name first.
        public var shares: [Share]
    }

    /// A metric and the interval in which 95 % of the draws have it.
    public struct Range: Equatable, Sendable {
        public var name: String
        public var type: ValueType
        /// Of the capture itself; nil: unmeasured.
        public var value: Double?
        /// The 2.5th and 97.5th percentile of the draws that measured it (Efron 1979); nil: none did.
        public var low: Double?
        public var high: Double?
        /// How many draws measured it.
        public var measured: Int
    }

    public struct Block: Equatable, Sendable {
        public var phase: String
        /// Attempts.
        public var length: Int
    }

    public let resamples: Int
    public let seed: UInt64
    /// Of phases in which attempts were scored.
    public let blocks: [Block]
    public let opinions: [Opinion]
    /// The least and most of the score that 95 % of the draws have; nil without a score.
    public let score: ClosedRange<Int>?
    public let metrics: [Range]

    /// - Parameter rules: nil: metrics only.
    public init(_ observations: Observations, rules: RulesDocument?, resamples: Int = 1_000, seed: UInt64 = 1) {
        let table = MetricTable(observations, underLoad: rules?.underLoad ?? [])
        let resampling = Resampling(table)
        var tally = Tally(table, rules: rules)
        var random = SeededRandom(seed: seed)
        for _ in 0..<resamples { tally.add(resampling.draw(&random)) }
        self.resamples = resamples
        self.seed = seed
        blocks = resampling.blocks
        opinions = tally.opinions
        score = tally.score
        metrics = tally.ranges
    }
}

/// What the draws said, counted.
private struct Tally {
    private let rules: RulesDocument?
    private let measured: [Verdict.NamedMetric]
    private var words: [[String: Int]] = []
    private var values: [[Double]]
    private var least: [Int] = []
    private var most: [Int] = []

    init(_ table: MetricTable, rules: RulesDocument?) {
        self.rules = rules
        measured = MetricList(bench: Bench(table: table, rules: rules), rules: rules).all([]).filter(\.isQuantity)
        values = Array(repeating: [], count: measured.count)
        words = Array(repeating: [:], count: subjects.count)
    }

    /// Each with the words that the rules have for it, in their order.
    private var subjects: [(name: String, words: [String])] {
        guard let rules else { return [] }
        return rules.grades.map { ("grade \($0.name)", $0.labels + ["not determined"]) }
            + rules.verdicts.map { ("verdict \($0.name)", $0.answers) }
            + (rules.score.map { [("rating", $0.ratings.map(\.rating) + ["not determined"])] } ?? [])
    }

    mutating func add(_ table: MetricTable) {
        var bench = Bench(table: table, rules: rules)
        let opinions = Opinions(rules, in: &bench)
        let said =
            opinions.grades.map { $0.grade ?? "not determined" } + opinions.answers.map(\.answer)
            + (opinions.score.map { [$0.rating ?? "not determined"] } ?? [])
        for (index, word) in said.enumerated() { words[index][word, default: 0] += 1 }
        if let score = opinions.score {
            least.append(score.atLeast)
            most.append(score.atMost)
        }
        let metrics = MetricList(bench: bench, rules: rules).all([]).filter(\.isQuantity)
        for (index, metric) in metrics.enumerated() {
            if let value = metric.number { values[index].append(value) }
        }
    }

    var opinions: [Confidence.Opinion] {
        zip(subjects, words).map { subject, counts in
            let shares = subject.words.map { Confidence.Share(word: $0, count: counts[$0] ?? 0) }
            let ranked = shares.enumerated().filter { $1.count > 0 }
                .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            return Confidence.Opinion(subject: subject.name, shares: ranked.map(\.element))
        }
    }

    var score: ClosedRange<Int>? {
        guard let low = least.sorted().innerEnds?.low, let high = most.sorted().innerEnds?.high else { return nil }
        return low...max(low, high)
    }

    var ranges: [Confidence.Range] {
        zip(measured, values).map { metric, values in
            let ends = values.sorted().innerEnds
            return Confidence.Range(
                name: metric.name, type: metric.type, value: metric.number, low: ends?.low, high: ends?.high,
                measured: values.count)
        }
    }
}

extension Array {
    /// Of sorted draws, those that leave one in forty outside at each end. nil without any.
    fileprivate var innerEnds: (low: Element, high: Element)? {
        guard !isEmpty else { return nil }
        let outside = count / 40
        return (self[outside], self[count - 1 - outside])
    }
}

extension Verdict.NamedMetric {
    fileprivate var isQuantity: Bool { if case .quantity = value { true } else { false } }

    fileprivate var number: Double? { if case .quantity(let reading) = value { reading.value } else { nil } }
}
