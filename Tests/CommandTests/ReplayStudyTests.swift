import Foundation
import Glibc
import LinecheckJSON
import TestSupport
import Testing

/// `replay` over the kept scenarios, from outside.
@Suite struct ReplayStudyTests {
    private let workplace = Workplace()
    private let corpus = Repository.scenarios.path

    private func scenario(_ name: String) -> String { "\(corpus)/\(name)/capture.jsonl" }

    @Test(arguments: [
        ("expectations-not-met", "expected download.download.rate.mean >= 1Gbps  FAILS: 91.0 Mbit/s (n = 2)", Int32(1)),
        ("expectation-unknown", "unknown: download.download.rate.mean: load not achieved", 6),
    ])
    func `other rules name the condition that fails or is unknown`(
        _ name: String, _ words: String, _ status: Int32
    ) throws {
        let ended = try Linecheck.call("replay", "--rules", "health-1", scenario(name))
        #expect(ended.status == status)
        #expect(ended.stderr.contains(words), "\(ended.stderr)")
    }

    @Test func `JUnit goes to a pipe that is read, and one that nobody reads is no reason to hang`() throws {
        let pipe = workplace.path("pipe")
        mkfifo(pipe, 0o600)
        let unread = try Linecheck.call("replay", scenario("lab-clean"), "--junit", pipe)
        #expect(unread.status == 2)
        #expect(unread.stderr.contains("pipe is a pipe that nobody reads"))
        // The shell holds it open at both ends, as a reader that is there first does.
        let script = """
            exec 3<>'\(pipe)'
            '\(Linecheck.path)' replay '\(scenario("lab-clean"))' --junit '\(pipe)' >/dev/null && head -n 1 <&3
            """
        let read = try Running(["sh", "-c", script]).wait()
        #expect(read.stdout == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\(read.stderr)")
    }

    /// A copy of one scenario, to change.
    private func copy(_ name: String) throws -> String {
        let folder = workplace.path("scenarios")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(corpus)/\(name)", toPath: "\(folder)/\(name)")
        return "\(folder)/\(name)"
    }

    @Test func `the corpus is as expected, the damaged ones too, and JUnit says the same`() throws {
        let report = workplace.path("junit.xml")
        let ended = try Linecheck.call("replay", "--junit", report, corpus)
        #expect(ended.status == 0)
        #expect(
            ended.stdout.contains("empty-file/capture.jsonl: as expected (capture.jsonl:1: byte 0: the file is empty)"))
        #expect(ended.stdout.contains(/\n[0-9]+ captures: [0-9]+ reproduced\n/))
        let xml = try String(contentsOfFile: report, encoding: .utf8)
        #expect(xml.contains(/<testsuites tests="[0-9]+" failures="0" errors="0">/))
    }

    @Test func `a verdict that moved is told with its field, and written anew only when asked`() throws {
        let folder = try copy("clean-fibre")
        let path = "\(folder)/verdict.json"
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        try kept.replacingOccurrences(of: "\"A+\"", with: "\"F\"").write(
            toFile: path, atomically: true, encoding: .utf8)
        let ended = try Linecheck.call("replay", "--junit", workplace.path("junit.xml"), folder)
        #expect(ended.status == 7)
        #expect(ended.stdout.contains("differs: /grades/bufferbloat/grade was \"F\", is now \"A+\""))
        let xml = try String(contentsOfFile: workplace.path("junit.xml"), encoding: .utf8)
        #expect(xml.contains("<failure message="))
        let refused = try Linecheck.call("replay", "--record", folder, environment: ["CI": "true"])
        #expect(refused.status == 2)
        #expect(refused.stderr.contains("CI is set"))
        let recorded = try Linecheck.call("replay", "--record", folder, environment: ["CI": ""])
        #expect(recorded.status == 0)
        #expect(recorded.stdout.contains("wrote verdict.json"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == kept)
    }

    @Test func `a capture that is no scenario is never rewritten`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        let ended = try Linecheck.call("replay", "--record", path, environment: ["CI": ""])
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("is no scenario"))
    }

    @Test func `other rules over a folder give one table`() throws {
        let ended = try Linecheck.call(
            "replay", "--rules", "dslreports-1", "--json", scenario("uplink-queue"), scenario("pings-vanish-under-load")
        )
        let flips = try #require(try ended.json()["flips"])
        #expect(flips["rules"]?.string == "dslreports-1")
        let moves = flips["moves"]?.array ?? []
        #expect(moves.contains { $0["old"]?.string == "F" && $0["new"]?.string == "A" })
    }

    @Test func `rulers, coverage and confidence are each asked alone`() throws {
        let path = scenario("uplink-queue")
        #expect(try Linecheck.call("replay", "--rulers", path).stdout.contains("rpm-from-ping-1"))
        #expect(try Linecheck.call("replay", "--coverage", path).stdout.contains("health-1 over 1 capture"))
        let confidence = try Linecheck.call("replay", "--confidence", "--json", path).json()
        #expect(confidence["opinions"]?["verdict queue"]?["uplink-queue"]?.integer == 1_000)
        #expect(try Linecheck.call("replay", "--rulers", "--coverage", path).status == 2)
    }

    @Test func `check proves which rules can never fire`() throws {
        let rules = Repository.root.appending(path: "fixtures/rules/implied.json").path
        let ended = try Linecheck.call("check", "--rules", rules)
        #expect(ended.status == 0)
        #expect(ended.stdout.contains("warning[rule-never-fires]: this rule can never fire: whenever it holds, rule 1"))
        #expect(try Linecheck.call("check", "--strict", "--rules", rules).status == 2)
        #expect(try Linecheck.call("check").status == 2)
    }
}
