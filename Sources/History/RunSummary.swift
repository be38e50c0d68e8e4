import LinecheckJSON
public import LinecheckQuantities

/// What a run said, in the few figures that a history compares.
public struct RunSummary: Equatable, Sendable {
    public struct Grade: Equatable, Sendable {
        public var name: String
        /// nil: not determined.
        public var grade: String?

        public init(name: String, grade: String?) {
            self.name = name
            self.grade = grade
        }
    }

    public var plan: String
    /// `complete`, `cut-short`, …
    public var outcome: String
    /// In the order of the rules.
    public var grades: [Grade] = []
    /// Whose fault it is, or what the rules' lists answer: `ISP`, `ISP?` for a suspect, `nobody`, `undetermined`. nil: the rules ask no
    /// such question.
    public var culprit: String?
    /// Nothing that is missing could have given another culprit; what is undetermined is certainly so.
    public var isCulpritCertain = true
    /// nil: not determined, or the rules give none.
    public var score: Int64?
    /// Median of a phase without a load, of the probe `internet` where there is one, else of the first.
    public var idle: Duration?
    /// How much the same median rises under a load, by its direction.
    public var downloadRise: Duration?
    public var uploadRise: Duration?
    public var downloadRate: BitRate?
    public var uploadRate: BitRate?
    /// The first of ``grades``; nil: there is none, or it was not determined.
    public var grade: String? { grades.first?.grade }

    public init(plan: String, outcome: String, grades: [Grade] = [], culprit: String? = nil) {
        self.plan = plan
        self.outcome = outcome
        self.grades = grades
        self.culprit = culprit
    }

    /// - Parameter line: a `verdict` record. nil: it is none.
    init?(verdict line: [UInt8]) {
        let skimmer = JSONSkimmer(line)
        var parts: [String: Range<Int>] = [:]
        skimmer.members(of: skimmer.whole) { key, value in
            parts[key] = value
            return key != "loads"
        }
        func value(_ key: String) -> JSONValue? { parts[key].flatMap(skimmer.value) }
        guard let plan = value("plan")?.string, let outcome = value("outcome")?.string else { return nil }
        self.plan = plan
        self.outcome = outcome
        grades = (value("grades")?.members ?? []).map { Grade(name: $0.key, grade: $0.value["grade"]?.string) }
        score = parts["score"].flatMap { skimmer.member("score", of: $0) }.flatMap { skimmer.value($0)?.integer }
        if let (culprit, isCertain) = Self.culprit(rows: value("rows")?.array ?? [])
            ?? parts["verdicts"].flatMap({ Self.answers($0, skimmer) })
        {
            (self.culprit, isCulpritCertain) = (culprit, isCertain)
        }
        if let metrics = parts["metrics"] { take(metrics, parts["loads"], skimmer) }
    }

    // MARK: Culprits

    private static func culprit(rows: [JSONValue]) -> (String, isCertain: Bool)? {
        guard !rows.isEmpty else { return nil }
        for (answer, mark) in [("at-fault", ""), ("suspect", "?")] {
            let named = rows.filter { $0["is"]?.string == answer }
            guard !named.isEmpty else { continue }
            let titles = named.compactMap { $0["title"]?.string }.map { $0 + mark }
            return (titles.joined(separator: " + "), named.allSatisfy { $0["certain"] != .bool(false) })
        }
        if rows.contains(where: { $0["is"]?.string == "undetermined" }) { return ("undetermined", true) }
        return ("nobody", rows.allSatisfy { $0["certain"] != .bool(false) })
    }

    private static func answers(_ verdicts: Range<Int>, _ skimmer: JSONSkimmer) -> (String, isCertain: Bool)? {
        var answers: [String] = []
        var isCertain = true
        skimmer.members(of: verdicts) { _, list in
            if let answer = skimmer.member("is", of: list).flatMap({ skimmer.value($0)?.string }) {
                answers.append(answer)
                let certain = skimmer.member("certain", of: list).flatMap(skimmer.value)
                if answer != "undetermined", certain == .bool(false) { isCertain = false }
            }
            return true
        }
        return answers.isEmpty ? nil : (answers.joined(separator: ", "), isCertain)
    }

    // MARK: Figures

    private mutating func take(_ metrics: Range<Int>, _ loads: Range<Int>?, _ skimmer: JSONSkimmer) {
        var medians: [(probe: String, phase: String, value: Range<Int>)] = []
        var rates: [(load: String, phase: String, value: Range<Int>)] = []
        skimmer.members(of: metrics) { name, value in
            if name.hasSuffix(".rtt.p50") || name.hasSuffix(".rate.mean") {
                let words = name.split(separator: ".").map(String.init)
                guard words.count == 4 else { return true }
                if words[2] == "rtt" {
                    medians.append((words[0], words[1], value))
                } else {
                    rates.append((words[0], words[1], value))
                }
            }
            return true
        }
        func integer(_ place: Range<Int>) -> Int64? {
            skimmer.member("value", of: place).flatMap { skimmer.value($0)?.integer }
        }
        let loaded = Set(rates.map(\.phase))
        let probe = medians.contains { $0.probe == "internet" } ? "internet" : medians.first?.probe
        let own = medians.filter { $0.probe == probe }
        // The last quiet phase before the first load is what rises are measured from.
        let quiet = own.prefix { !loaded.contains($0.phase) }.last ?? own.first { !loaded.contains($0.phase) }
        idle = quiet.flatMap { integer($0.value) }.map { .nanoseconds($0) }
        for (load, phase, value) in rates {
            let rise = own.first { $0.phase == phase }.flatMap { integer($0.value) }.flatMap { loaded in
                idle.map { Duration.nanoseconds(loaded) - $0 }
            }
            let rate = integer(value).map { BitRate(bitsPerSecond: $0) }
            let description = loads.flatMap { skimmer.member(load, of: $0) }
            if description.flatMap({ skimmer.member("direction", of: $0) }).flatMap({ skimmer.value($0)?.string })
                == "upload"
            {
                (uploadRise, uploadRate) = (uploadRise ?? rise, uploadRate ?? rate)
            } else {
                (downloadRise, downloadRate) = (downloadRise ?? rise, downloadRate ?? rate)
            }
        }
    }
}
