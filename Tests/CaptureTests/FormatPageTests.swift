import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import TestSupport
import Testing

/// `fixtures/README.md` is the promise; these tests hold the code to it.
@Suite struct FormatPageTests {
    static let page: String = {
        let path = KeptCaptureTests.folder.deletingLastPathComponent().path + "/README.md"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }()

    private static let commands: [String] = page.components(separatedBy: "```sh\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n```").first
    }

    private static let hasJQ = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

    /// The section of a record: from its heading to the next.
    private func section(_ type: String) -> String {
        Self.page.components(separatedBy: "\n### ").first { section in
            section.prefix { $0 != "\n" }.contains("`\(type)`")
        } ?? ""
    }

    @Test(arguments: Examples.lines)
    func `the page names every record and every key that is written`(line: [UInt8]) throws {
        let members = try #require(JSONReader.read(SourceText(name: "", bytes: line)).plain.members)
        let type = try #require(members.first?.value.string)
        guard type != "weather", type != "verdict" else { return }
        let section = section(type)
        #expect(!section.isEmpty, "no section for \(type)")
        // What a result tells is its probe's business.
        for key in members.dropFirst().map(\.key) where type != "result" || ["t", "probe"].contains(key) {
            #expect(section.contains("`\(key)`"), "\(type) does not explain \(key)")
        }
    }

    @Test func `the page explains every word of the vocabularies`() {
        for word in FailureWord.allCases { #expect(Self.page.contains("`\(word.rawValue)`"), "\(word.rawValue)") }
        for state in PhaseChange.State.allCases { #expect(section("phase").contains("`\(state.rawValue)`")) }
        for step in StreamEvent.Step.allCases { #expect(section("stream").contains("`\(step.rawValue)`")) }
        for outcome in End.Outcome.allCases { #expect(section("end").contains("`\(outcome.rawValue)`")) }
        for stamp in Target.Stamp.allCases { #expect(section("target").contains("`\(stamp.rawValue)`")) }
    }

    /// *skipped, because* the commands of the page are for jq, which is not installed.
    @Test(.enabled(if: hasJQ), arguments: commands)
    func `the commands of the page work`(command: String) throws {
        let workplace = Workplace()
        let capture = SimulatedRun(try BundledPlans.read("bufferbloat").plan).capture()
        try Data(capture).write(to: URL(fileURLWithPath: workplace.path("NAME.capture.jsonl")))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-ec", command]
        shell.currentDirectoryURL = URL(fileURLWithPath: workplace.folder)
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(text.contains("\"internet\"") || text.contains("\"baseline\",\"completed\""), "\(text)")
    }
}
