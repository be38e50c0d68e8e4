import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPage
import LinecheckReplay
import LinecheckReport

/// The forms in which a verdict can be had.
enum ReportFormat: String, CaseIterable {
    case text, html, json, md, svg, csv

    /// What the extension of a file's name asks for; nil: nothing that is known.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "txt", "text": self = .text
        case "html", "htm": self = .html
        case "json": self = .json
        case "md", "markdown": self = .md
        case "svg": self = .svg
        case "csv": self = .csv
        default: return nil
        }
    }

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// - Parameter path: of the capture, for JSON; nil: it came from standard input.
    func text(_ capture: CaptureReplay, _ trace: Trace, path: String?) -> String {
        let verdict = capture.judge(rules: capture.rules)
        lazy var account = RunAccount(
            plan: capture.plan, rules: capture.rules, trace: trace,
            scored: .init(capture.observations, rules: capture.rules), verdict: verdict,
            offset: LocalClock.offset(at: capture.header.started))
        return switch self {
        case .text: TextReport(verdict, plan: capture.plan).text + "\n"
        case .json: verdict.json(capture: path).prettyText() + "\n"
        case .md:
            MarkdownReport(verdict, plan: capture.plan, began: LocalClock.time(capture.header.started)).text + "\n"
        case .html: ReportPage(account).text
        case .svg: PlotFile(account).text
        case .csv: SampleTable(account).text
        }
    }
}
