public import LinecheckJSON
import LinecheckRules
import LinecheckText

/// Coverage in words: a table, what never fired, and whether it ever can.
public struct CoverageReport {
    private let coverage: RulesCoverage

    public init(_ coverage: RulesCoverage) { self.coverage = coverage }

    public var text: String {
        let rules = coverage.rules.citation
        let head = [
            "\(rules) over \(coverage.captures) capture\(coverage.captures == 1 ? "" : "s")", "", "true", "false",
            "unknown", "fired",
        ]
        let rows = coverage.lines.map { line in
            [
                line.subject, line.opinion, String(line.yes), String(line.no), String(line.unknown),
                line.fired == 0 ? "never" : String(line.fired),
            ]
        }
        return (TextLayout.table([head] + rows, left: 2, indent: "") + summary).joined(separator: "\n")
    }

    /// A rule that is silent is worth a reason; a step or grade that is says it in its row.
    private var summary: [String] {
        let silent = coverage.silent
        guard !silent.isEmpty else { return ["", "everything fired at least once"] }
        var lines = ["", "never fired: \(silent.count) of \(coverage.lines.count)"]
        for line in silent where line.subject.hasPrefix("verdict ") {
            lines += TextLayout.wrapped("\(line.subject) \(line.opinion): \(reason(line))", head: "  ")
        }
        let proofs = coverage.rules.neverReached
        lines.append(
            proofs.isEmpty
                ? "no proof that any of them can never fire: these captures did not reach them"
                : "proved: these can never be reached, whatever is measured")
        return lines + proofs.flatMap { TextLayout.wrapped("line \($0.line): \($0.message)", head: "  ") }
    }

    private func reason(_ line: RulesCoverage.Line) -> String {
        if line.yes > 0 { return "true in \(line.yes), where an earlier rule answered" }
        return line.unknown > 0 ? "never true, unknown in \(line.unknown)" : "false in each"
    }

    public var json: JSONValue {
        .object([
            JSONMember("rules", .string(coverage.rules.citation)),
            JSONMember("captures", .integer(Int64(coverage.captures))),
            JSONMember("opinions", .array(coverage.lines.map(\.json))),
            JSONMember("never_fired", .integer(Int64(coverage.silent.count))),
            JSONMember("never_reached", .array(coverage.rules.neverReached.map(\.json))),
        ])
    }
}

extension RulesCoverage.Line {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("subject", .string(subject)), JSONMember("opinion", .string(opinion)),
            JSONMember("true", .integer(Int64(yes))), JSONMember("false", .integer(Int64(no))),
            JSONMember("unknown", .integer(Int64(unknown))), JSONMember("fired", .integer(Int64(fired))),
        ])
    }
}
