import Glibc
import LinecheckJSON
import LinecheckReplay
import LinecheckSockets

/// A folder with a capture, its story, and what is expected of it: `verdict.json`, for a damaged one `damage.txt`.
struct ReplayScenario {
    private let capture: String
    private let folder: String

    /// nil when the capture does not stand beside a `story.md`.
    init?(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        guard Files.exists(folder + "story.md") else { return nil }
        capture = path
        self.folder = folder
    }

    /// Why expectations must not be rewritten here; nil: they may.
    static func refusalToRecord(_ paths: [String], hasOtherRules: Bool) -> UsageError? {
        // Every CI system sets it: what is expected is decided by a person who reads the difference.
        if let variable = getenv("CI"), variable.pointee != 0 {
            return UsageError("--record rewrites what is expected, and CI is set", hint: "record at home and commit")
        }
        if hasOtherRules {
            return UsageError("--record takes the rules in the capture, so no --rules and no --recover")
        }
        guard let other = paths.first(where: { ReplayScenario(of: $0) == nil }) else { return nil }
        return UsageError(
            "\(other) is no scenario: there is no story.md beside it",
            hint: "a capture's own verdict is never rewritten")
    }

    /// Replays and compares, or writes anew what is expected.
    func finding(_ records: Bool) -> ReplayFinding {
        do {
            let outcome = try ScenarioOutcome(path: capture)
            if records { return try record(outcome) }
            return compare(outcome)
        } catch {
            let text = (error as? Problems)?.text ?? "linecheck: \(error)"
            return ReplayFinding(
                path: capture, result: .unreadable, status: .usage, remarks: [text],
                facts: [JSONMember("reason", .string(text))])
        }
    }

    private func compare(_ outcome: ScenarioOutcome) -> ReplayFinding {
        let expectedDamage = text("damage.txt")
        let expectedVerdict = text("verdict.json")
        if let difference = outcome.difference { return differs(difference) }
        if outcome.damage != expectedDamage {
            return differs(
                ReplayDifference(
                    field: "damage.txt", recorded: line(expectedDamage), replayed: line(outcome.damage)))
        }
        if outcome.verdict != expectedVerdict {
            return differs(ReplayDifference(texts: expectedVerdict, outcome.verdict, file: "verdict.json"))
        }
        let damage = outcome.damage.map { " (\(line($0)))" } ?? ""
        return ReplayFinding(
            path: capture, result: .reproduced, status: .success, text: "\(capture): as expected\(damage)",
            facts: [JSONMember("difference", .null), JSONMember("damage", .orNull(outcome.damage.map { line($0) }))])
    }

    private func differs(_ difference: ReplayDifference) -> ReplayFinding {
        ReplayFinding(
            path: capture, result: .differs, status: .replayDiffers, text: "\(capture): differs: \(difference.text)",
            facts: [JSONMember("difference", difference.json)])
    }

    private func record(_ outcome: ScenarioOutcome) throws(SystemError) -> ReplayFinding {
        let changed = [
            try write(outcome.verdict, "verdict.json"), try write(outcome.damage, "damage.txt"),
        ].compactMap(\.self)
        let words = changed.isEmpty ? "unchanged" : "wrote \(changed.joined(separator: ", "))"
        return ReplayFinding(
            path: capture, result: changed.isEmpty ? .reproduced : .recorded, status: .success,
            text: "\(capture): \(words)", facts: [JSONMember("written", .array(changed.map { .string($0) }))])
    }

    /// - Returns: the name when the file had to change; one that is no longer expected is removed.
    private func write(_ text: String?, _ name: String) throws(SystemError) -> String? {
        guard text != self.text(name) else { return nil }
        if let text {
            try Files.write(text, to: folder + name, force: true)
        } else {
            try checked("unlink", subject: folder + name) { unlink(folder + name) }
        }
        return name
    }

    private func text(_ name: String) -> String? {
        (try? Files.source(folder + name)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func line(_ text: String?) -> String { text.map { String($0.prefix { $0 != "\n" }) } ?? "nothing" }
}
