import LinecheckCapture
import LinecheckJudge
import LinecheckPlan
import LinecheckReport

/// The report that one can send to the provider: one HTML file with everything in it, made of a run's records and verdict.
public struct ReportPage: Sendable {
    private let account: RunAccount

    public init(_ account: RunAccount) { self.account = account }

    public var text: String {
        let opening = Opening(account: account)
        let software = account.trace.header?.software
        return Document(
            title: "\(account.plan.name): \(opening.sentence)",
            body: [
                opening.markup, LatencyFigure(account).markup, AnswersSection(verdict: account.verdict).markup,
                RiseFigure(account: account).markup, DistributionFigure(account: account).markup,
                EvidenceSection(account: account).markup, ScoreSection(verdict: account.verdict).markup,
                LoadsSection(account: account).markup,
                RemarksSection(verdict: account.verdict, plan: account.plan).markup,
                ProvenanceSection(account: account).markup,
                .element(
                    "footer", [:],
                    Markup(
                        "\(software?.name ?? "linecheck") \(software?.version ?? ""). This file loads nothing from the network."
                    )),
            ]
        ).text
    }
}
