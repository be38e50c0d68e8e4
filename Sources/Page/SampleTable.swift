import LinecheckCapture
import LinecheckJudge
import LinecheckQuantities

/// Every attempt as a row of comma-separated values (RFC 4180), for a spreadsheet or R.
public struct SampleTable: Sendable {
    private let account: RunAccount

    public init(_ account: RunAccount) { self.account = account }

    /// `sent_ns` counts from the beginning of the run; `late_ns` is the round trip of a reply after the timeout; `up_ns` and
    /// `down_ns` are by two clocks, so only their changes mean anything.
    private static let head = [
        "probe", "target", "phase", "scored", "seq", "sent_ns", "outcome", "rtt_ns", "late_ns", "failure",
        "up_ns", "down_ns",
    ]

    /// Lines end in CR LF, the last one as well.
    public var text: String {
        var text = Self.line(Self.head)
        for probe in account.trace.probes {
            let scored = account.scored.attempts.filter { $0.probe == probe.name }
            let counted = Set(scored.flatMap { $0.obstacle == nil ? $0.sequences : [] })
            for index in 0..<probe.count { text += row(probe, index, counted) }
        }
        return text
    }

    private func row(_ probe: ProbeTrace, _ index: Int, _ counted: Set<Int64>) -> String {
        let sequence = probe.sequences[index]
        var (outcome, rtt, late, failure) = ("lost", "", "", "")
        switch probe.outcome(index) {
        case .reply(let time): (outcome, rtt) = ("reply", String(time))
        case .late(let time): (outcome, late) = ("late", String(time))
        case .lost: break
        case .failed(let word): (outcome, failure) = ("failed", word)
        }
        return Self.line([
            probe.name, probe.target?.address ?? probe.target?.name ?? "", phase(at: probe.sent[index]),
            counted.contains(sequence) ? "1" : "0", String(sequence), String(probe.sent[index]), outcome, rtt, late,
            failure, probe.oneWay[index].map { String($0.up) } ?? "", probe.oneWay[index].map { String($0.down) } ?? "",
        ])
    }

    private func phase(at moment: Int64) -> String {
        account.trace.phases.last { $0.began.nanoseconds <= moment }?.name ?? ""
    }

    private static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\r\n" }

    /// RFC 4180 §2.6 and §2.7. A field that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV
    /// Injection"): host names come from elsewhere.
    private static func quoted(_ field: String) -> String {
        let isFormula = Int64(field) == nil && field.first.map { "=+-@\t".contains($0) } ?? false
        let safe = isFormula ? "'" + field : field
        guard safe.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return safe }
        return "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
