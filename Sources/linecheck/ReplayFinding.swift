import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckReplay
import LinecheckReport
import LinecheckRules

/// What came of judging one capture again, before anything of it is printed.
struct ReplayFinding: Sendable {
    enum Result: String, CaseIterable, Sendable {
        case reproduced, differs, damaged, unreadable
        /// What is expected of it was written anew.
        case recorded
        /// There was no verdict to compare with, or other rules were asked for.
        case new
    }

    var path: String
    var result: Result
    var status: ExitStatus
    /// For standard output; nil: there is none.
    var text: String?
    /// For standard error.
    var remarks: [String] = []
    var json: JSONValue
    /// What other rules say otherwise; nil: no other were asked.
    var flips: RulesFlips.Entry?

    /// Judges a capture with its own rules, or with others and then shows old → new.
    init(_ path: String, rules: RulesDocument?, recover: Bool) {
        switch CaptureFiles.load(path, recover: recover) {
        case .failure(let failure):
            self.init(
                path: path, result: failure.status == .damaged ? .damaged : .unreadable, status: failure.status,
                remarks: [failure.text], facts: [JSONMember("reason", .string(failure.text))])
        case .success(let capture):
            if let rules {
                self.init(path, capture, judgedBy: rules)
            } else if !recover, let version = capture.recordedVerdict?["judge"]?.integer, version > Judge.version {
                self.init(path, newer: version)
            } else {
                self.init(path, capture, recover: recover)
            }
            remarks = capture.damages.map(\.description) + remarks
        }
    }

    init(
        path: String, result: Result, status: ExitStatus, text: String? = nil, remarks: [String] = [],
        facts: [JSONMember]
    ) {
        self.path = path
        self.result = result
        self.status = status
        self.text = text
        self.remarks = remarks
        json = .object([JSONMember("capture", .string(path)), JSONMember("result", .string(result.rawValue))] + facts)
    }

    private init(_ path: String, newer version: Int64) {
        let reason =
            "\(path): was judged by version \(version) of judging, and this program knows up to \(Judge.version)"
        self.init(
            path: path, result: .unreadable, status: .usage,
            remarks: [reason, "update linecheck, or judge anew with --rules"],
            facts: [JSONMember("reason", .string(reason))])
    }

    private init(_ path: String, _ capture: CaptureReplay, judgedBy rules: RulesDocument) {
        let old = capture.judge(rules: capture.rules)
        let new = capture.judge(rules: rules)
        let changes = VerdictChanges(from: old, to: new, by: rules)
        self.init(
            path: path, result: .new, status: new.exitStatus, text: "\(path)\n" + changes.text,
            facts: [JSONMember("changes", changes.json), JSONMember("verdict", new.json)])
        flips = RulesFlips.Entry(capture: path, changes: changes, verdict: new)
        // The exit status rests on them, so they are named.
        remarks = ExpectationWords(new).troubles.map { "\(path): expected \($0)" }
        if status == .incomplete, remarks.isEmpty {
            remarks = ["\(path): incomplete: \(Summary(new).text)"]
        }
    }

    private init(_ path: String, _ capture: CaptureReplay, recover: Bool) {
        let verdict = capture.judge(rules: capture.rules)
        let compares = capture.recordedVerdict != nil && !recover
        let difference = recover ? nil : capture.difference(from: verdict)
        let result: Result = difference != nil ? .differs : compares ? .reproduced : .new
        self.init(
            path: path, result: result, status: verdict.exitStatus,
            facts: [JSONMember("difference", difference?.json ?? .null), JSONMember("verdict", verdict.json)])
        if let difference {
            status = .replayDiffers
            text = "\(path): differs: \(difference.text)"
        } else if compares {
            status = .success
            text = "\(path): reproduced, byte for byte: \(Summary(verdict).text)"
        } else {
            text = TextReport(verdict, plan: capture.plan).text
            if !recover { remarks = ["\(path): holds no verdict to compare with; this one is new"] }
        }
    }
}
