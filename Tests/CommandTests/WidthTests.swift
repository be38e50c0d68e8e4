import Foundation
import LinecheckText
import TestSupport
import Testing

/// What a command prints for people fits in 80 columns; a path or an address longer than that stays whole on a line of its own.
///
/// Captures are named as seen from the folder of the scenarios: the longer the path of a clone, the wider a line may be.
@Suite struct WidthTests {
    private static let plans = ["bufferbloat", "health", "quick", "call", "wifi", "soak", "compare-families"]
    private static let scenarios =
        ((try? FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path)) ?? []).sorted()
        .filter { FileManager.default.fileExists(atPath: Repository.scenarios.appending(path: capture($0)).path) }

    private static func capture(_ scenario: String) -> String { "\(scenario)/capture.jsonl" }

    private func inScenarios(_ words: [String]) throws -> Ended {
        let place = ["env", "--chdir", Repository.scenarios.path]
        return try Running(place + [Linecheck.path] + words, environment: ["LC_ALL": "C.UTF-8"]).wait()
    }

    /// - Parameter finding: what a line that says what was found in a file begins with; it stays a line in a pipe.
    private func expectNarrow(
        _ words: [String], finding: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ended = try inScenarios(words)
        #expect(!ended.stdout.isEmpty, "\(words): \(ended.stderr)", sourceLocation: sourceLocation)
        for line in ended.stdout.split(separator: "\n") where VisibleText.columns(String(line)) > 80 {
            if let finding, line.hasPrefix(finding), line.contains(".jsonl: ") { continue }
            #expect(line.split(separator: " ").count == 1, "\(words): \(line)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        arguments: [["plans"], ["lab", "--list"], ["--help"], ["help", "exit"], ["--version"]]
            + plans.map { ["explain", $0] })
    func `what is bundled is told in 80 columns`(words: [String]) throws { try expectNarrow(words) }

    @Test(arguments: scenarios.filter { !["empty-file", "not-a-capture", "from-the-future"].contains($0) })
    func `each kept run is reported in 80 columns`(scenario: String) throws {
        let ended = try inScenarios(["report", Self.capture(scenario), "--recover"])
        #expect(!ended.stdout.isEmpty || [2, 8].contains(ended.status), "\(ended.stderr)")
        for line in ended.stdout.split(separator: "\n") { #expect(VisibleText.columns(String(line)) <= 80, "\(line)") }
    }

    @Test(arguments: [
        [], ["--coverage"], ["--confidence"], ["--rulers"], ["--rules", "libreqos-1"], ["--rules", "dslreports-1"],
    ])
    func `replay tells one run and many in 80 columns`(flags: [String]) throws {
        let captures = ["lab-clean", "lab-provider-queue", "silent-403"].map(Self.capture)
        try expectNarrow(["replay", captures[1]] + flags)
        try expectNarrow(["replay"] + captures + flags)
    }

    @Test(arguments: [
        [], ["--coverage"], ["--confidence"], ["--rulers"], ["--rules", "libreqos-1"], ["--rules", "dslreports-1"],
    ])
    func `a long path stands alone, or before what was found there`(flags: [String]) throws {
        let place = Workplace()
        let folder = place.path(String(repeating: "a-long-name-", count: 8))
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: Repository.scenarios.path)
        let captures = ["lab-clean", "silent-403"].map { folder + "/" + Self.capture($0) }
        try expectNarrow(["replay", captures[0]] + flags, finding: folder)
        try expectNarrow(["replay"] + captures + flags, finding: folder)
        if flags.isEmpty { try expectNarrow(["compare"] + captures) }
        if flags.isEmpty { try expectNarrow(["history", folder]) }
    }

    @Test func `two runs are compared in 80 columns`() throws {
        try expectNarrow(["compare", Self.capture("lab-clean"), Self.capture("lab-uplink-queue")])
        try expectNarrow(["compare", Self.capture("clean-fibre"), Self.capture("cellular-on-a-train")])
    }

    @Test func `the history of a folder is told in 80 columns`() throws {
        try expectNarrow(["history", Repository.scenarios.path])
    }

    /// A line that the terminal has to break, or that was folded twice, goes on in its first column or ends in a single word.
    @Test(.enabled(if: Tmux.isInstalled), arguments: ["clean-fibre", "silent-403", "lab-provider-queue"])
    func `on forty columns a report is laid out once, with its heads above its numbers`(scenario: String) throws {
        let path = Repository.scenarios.appending(path: Self.capture(scenario)).path
        let tmux = try Tmux("'\(Linecheck.path)' report '\(path)'", columns: 40, rows: 300)
        #expect(try tmux.shows("status"))
        let lines = try tmux.history()
        let measured = try #require(lines.firstIndex(of: "measured"))
        let (heads, row) = (lines[measured + 1], lines[measured + 4])
        let place = heads.distance(from: heads.startIndex, to: try #require(heads.firstRange(of: "p50")).upperBound)
        #expect(row.prefix(place).hasSuffix(" ms") || row.prefix(place).hasSuffix(" us"), "\(heads)\n\(row)")
        let opening = lines.prefix { !$0.isEmpty }
        #expect(opening.allSatisfy { !$0.hasPrefix(" ") }, "\(opening)")
        // What is left of a line that was folded at 80 and again at 40 is followed by a deeper one.
        for line in lines where line.hasPrefix(String(repeating: " ", count: 30)) {
            Issue.record("one word a line: \(line)")
        }
    }

    @Test(arguments: [("C", true), ("C.UTF-8", false), ("", true)])
    func `signs are those of the locale's charset, in a pipe as well`(_ locale: String, _ isASCII: Bool) throws {
        let place = ["env", "-u", "LANG", "-u", "LC_CTYPE", "--chdir", Repository.scenarios.path, "LC_ALL=\(locale)"]
        for words in [
            ["report", Self.capture("clean-fibre")], ["history", "."], ["help", "run"],
            ["compare", Self.capture("clean-fibre"), Self.capture("later-run-95")],
        ] {
            let ended = try Running(place + [Linecheck.path] + words).wait()
            #expect(!ended.stdout.isEmpty, "\(ended.stderr)")
            #expect(ended.stdout.utf8.allSatisfy { $0 < 0x80 } == isASCII, "\(words)")
        }
    }

    /// In a pipe each of these is one line, however long.
    @Test(.enabled(if: Tmux.isInstalled))  // skipped, because there is no tmux
    func `on a terminal findings are folded between words, and a marker stays below its token`() throws {
        let mistakes = Repository.scenarios.deletingLastPathComponent().appending(path: "invalid-plans").path
        let commands = [
            "cd '\(mistakes)'", "'\(Linecheck.path)' check include-conflict.json bad-value-conversation.json",
            "'\(Linecheck.path)' explain nonesuch", "'\(Linecheck.path)' plans --show nonesuch", "cd ../scenarios",
            "'\(Linecheck.path)' replay byte-order-mark appended-after-the-end lab-clean",
        ]
        let tmux = try Tmux(commands.joined(separator: "; "), rows: 100)
        #expect(try tmux.shows("status"))
        let lines = try tmux.history()
        #expect(lines.contains { $0.hasPrefix("    ") })
        // A line that the terminal has to break goes on in its first column.
        let starts = [
            "<bundled>", "include-", "bad-value", "linecheck:", "bundled are", "byte-order", "appended", "lab-clean",
            "3 captures",
            "status",
        ]
        for line in lines where !line.isEmpty && !line.hasPrefix(" ") {
            #expect(starts.contains { line.hasPrefix($0) }, "\(line)")
        }
        let token = try #require(lines.firstIndex { $0.contains("\"query\": \"two..dots\"") })
        let column = try #require(lines[token].firstRange(of: "\"two..dots")?.lowerBound.utf16Offset(in: lines[token]))
        #expect(lines[token + 1].dropFirst(column).hasPrefix("^^^"))
    }
}
