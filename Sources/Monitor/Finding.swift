public import LinecheckJSON

/// A check's result in a word for ``Hysteresis`` and a sentence for people.
public struct Finding: Equatable, Sendable {
    public var condition: Condition
    /// One sentence without a full stop.
    public var text: String

    public init(_ condition: Condition, _ text: String) {
        self.condition = condition
        self.text = text
    }

    /// What a run says.
    ///
    /// - Parameters:
    ///   - status: the exit status of `linecheck run`; nil: a signal killed it.
    ///   - verdict: what it printed with `--json`; nil: nothing.
    ///   - slept: this machine was suspended since the check before.
    ///   - said: the last thing it said on standard error.
    public init(status: Int32?, verdict: JSONValue?, slept: Bool, said: String) {
        if slept || (verdict?["self"]?["suspensions"]?.integer ?? 0) > 0 {
            // Links take their time to come back, and what failed meanwhile was not the line's fault.
            self.init(.unknown(reason: "suspended"), "this machine was suspended")
        } else if let trouble = verdict.flatMap(Self.trouble) {
            self = trouble
        } else {
            switch status {
            case 0: self.init(.good, Self.summary(verdict))
            case 3: self.init(.bad(cause: "nothing-measured"), said.isEmpty ? "nothing could be measured" : said)
            case 4: self.init(.bad(cause: "aborted"), "a guard aborted the run")
            case 6: self.init(.unknown(reason: "undetermined"), Self.gap(verdict))
            default: self.init(.unknown(reason: "no-check"), said.isEmpty ? "the run gave no verdict" : said)
            }
        }
    }

    /// One trouble only: behind a gateway that does not answer nothing else can, so that is what is told.
    private static func trouble(_ verdict: JSONValue) -> Finding? {
        if isGatewayDead(verdict) { return Finding(.bad(cause: "gateway"), "the gateway does not answer") }
        if isSilent(verdict) { return Finding(.bad(cause: "no-replies"), "nothing that was asked answers") }
        let guilty = (verdict["rows"]?.array ?? []).filter { $0["is"]?.string == "at-fault" }
        if !guilty.isEmpty {
            let names = guilty.compactMap { $0["name"]?.string }.joined(separator: "+")
            let words = guilty.map { "\($0["title"]?.string ?? ""): \($0["say"]?.string ?? "")" }
            return Finding(.bad(cause: names), words.joined(separator: " "))
        }
        let failed = (verdict["expectations"]?.array ?? []).filter { $0["result"]?.string == "fail" }
            .compactMap { $0["condition"]?.string }
        guard !failed.isEmpty else { return nil }
        let list = failed.joined(separator: "; ")
        return Finding(.bad(cause: "expectation: " + list), "not as expected: \(list)")
    }

    private static func losses(_ verdict: JSONValue, of probe: String? = nil) -> [Bool] {
        (verdict["metrics"]?.members ?? []).compactMap { metric in
            let words = metric.key.split(separator: ".")
            guard words.count == 3, words[2] == "loss", probe == nil || words[0] == probe ?? "" else { return nil }
            // A ratio of one is the whole number 1 in canonical JSON.
            return metric.value["value"].map { $0 == .integer(1) }
        }
    }

    private static func isGatewayDead(_ verdict: JSONValue) -> Bool {
        let losses = losses(verdict, of: "gateway")
        return !losses.isEmpty && losses.allSatisfy(\.self) && isSilent(verdict)
    }

    private static func isSilent(_ verdict: JSONValue) -> Bool {
        let losses = losses(verdict)
        return !losses.isEmpty && losses.allSatisfy(\.self)
    }

    /// Why not everything could be determined: of a load that was none, or of an expectation.
    private static func gap(_ verdict: JSONValue?) -> String {
        let load = verdict?["loads"]?.members?.first { $0.value["valid"] == .bool(false) }
        if let load, let reason = load.value["reason"]?.string { return "\(load.key): \(reason)" }
        let unknown = verdict?["expectations"]?.array?.first { $0["result"]?.string == "unknown" }
        if let condition = unknown?["condition"]?.string {
            return "\(condition) is unknown: \(unknown?["reason"]?.string ?? "not measured")"
        }
        return "not everything could be determined"
    }

    private static func summary(_ verdict: JSONValue?) -> String {
        let grades = (verdict?["grades"]?.members ?? []).compactMap { grade in
            grade.value["grade"]?.string.map { "\(grade.value["title"]?.string ?? grade.key) \($0)" }
        }
        return grades.isEmpty ? "all as expected" : grades.joined(separator: ", ")
    }
}
