import LinecheckCapture
import LinecheckJudge
import LinecheckQuantities
import LinecheckReport

/// Whether this host can be believed, and what anybody needs to come to the same verdict.
struct ProvenanceSection {
    let account: RunAccount

    var markup: Markup { selfCheck + provenance }

    private var selfCheck: Markup {
        let report = account.verdict.selfReport
        let busiest = report.busiest.map { Markup(Words.share($0)) } ?? notMeasured("not recorded")
        let late = report.timerLate.map { Markup(Words.duration($0.nanoseconds)) } ?? notMeasured("not recorded")
        let foreign = report.busyBaselines.map { busy in
            "\(busy.phase): \(Words.rate(busy.received)) in, \(Words.rate(busy.sent)) out"
        }
        return .element(
            "section", [:], .element("h2", [:], "This host itself"),
            facts([
                ("Busiest second, all processors", busiest),
                ("Seconds above nine tenths", Markup("\(report.busySeconds) of \(report.seconds)")),
                ("Processor time of linecheck", Markup(Words.duration(report.ownCPU.nanoseconds))),
                ("Probes sent late, worst second's p99", late),
                ("Replies dropped by this host", Markup("\(report.localDrops)")),
                ("Suspended", Markup(report.suspensions == 0 ? "never" : "\(report.suspensions) times")),
                (
                    "Other traffic while idle",
                    Markup(foreign.isEmpty ? "none worth mention" : foreign.joined(separator: "; "))
                ),
            ]))
    }

    private var provenance: Markup {
        guard let header = account.trace.header else { return .nothing }
        let network = header.network
        let link = [network.interface, network.link].compactMap { $0 }.joined(separator: ", ")
        let rules = account.verdict.rules.map { "\($0.name)-\($0.version)" } ?? "none"
        return .element(
            "section", [:], .element("h2", [:], "Where this comes from"),
            facts([
                ("Plan", named(account.verdict.plan, header.planSHA256)), ("Rules", named(rules, header.rulesSHA256)),
                ("Capture", named("format \(header.version)", header.id, "id")),
                (
                    "Software",
                    Markup(
                        "\(header.software.name) \(header.software.version), judging version \(account.verdict.judge)")
                ), ("Began", Markup(local(header.started))),
                ("Ended", account.trace.end.map { Markup(local($0.wall)) } ?? notMeasured("the capture has no end")),
                ("Outcome", Markup(outcome)), ("Way out", Markup(link)),
                ("Gateway", network.gateway.map { Markup($0) } ?? notMeasured("unknown to the system")),
                ("Resolver", network.resolver.map { Markup($0) } ?? notMeasured("unknown to the system")),
                (
                    "Host",
                    Markup(
                        "\(header.host.os) \(header.host.kernel), \(header.host.arch), \(header.host.cpus) processors")
                ), ("Clock", Markup(header.clock)),
                ("Command", .element("code", [:], Markup(header.options.joined(separator: " ")))),
            ]),
            .element(
                "p", ["class": "quiet"],
                "The capture holds every raw sample. linecheck replay CAPTURE judges it again, anywhere and offline, and must come to this verdict."
            ))
    }

    private var outcome: String {
        let verdict = account.verdict
        return verdict.outcome + (verdict.outcomeReason.map { ": \($0)" } ?? "")
    }

    private func local(_ utc: String) -> String { LocalTime(utc: utc, offset: account.offset)?.text ?? utc }

    private func named(_ name: String, _ hash: String, _ kind: String = "sha256") -> Markup {
        hash.isEmpty
            ? Markup(name) : Markup(name) + .element("div", ["class": "hash"], Markup("\(kind) \(hash)"))
    }

    private func facts(_ facts: [(String, Markup)]) -> Markup {
        .element(
            "dl", ["class": "facts"],
            facts.flatMap { [.element("dt", [:], Markup($0.0)), .element("dd", [:], $0.1)] })
    }
}
