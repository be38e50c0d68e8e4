import Foundation
import LinecheckJSON
import Testing

@Suite struct RecoverCommandTests {
    private let workplace = Workplace()

    @Test func `a killed run becomes a capture that replays as partial and says what is missing`() throws {
        let bytes = try SharedCapture.graded.get()
        try workplace.put(Array(bytes.prefix(bytes.count * 2 / 3)), "a.capture.jsonl.partial")
        let path = workplace.path("a.capture.jsonl.partial")
        #expect(try Linecheck.call("check", path).status == 8)
        let ended = try Linecheck.call("recover", path)
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(
            ended.stdout.contains(
                /missing: everything from line \d+ on, from byte \d+ on, [\d.]+m?s of the run and later/),
            "\(ended.stdout)")
        let made = workplace.path("a.recovered.capture.jsonl")
        #expect(ended.stdout.contains("wrote \(made)"))
        #expect(try Linecheck.call("check", made).status == 0)
        let replayed = try Linecheck.call("replay", "--json", made)
        #expect([0, 6].contains(replayed.status))
        let verdict = try replayed.json()["verdict"]
        #expect(verdict?["outcome"]?.string == "partial")
        #expect(verdict?["outcome_reason"]?.string?.hasPrefix("recovered without everything from line ") == true)
        // The measurements are those that --recover judges.
        let judged = try Linecheck.call("replay", "--recover", "--json", path).json()["verdict"]
        #expect(verdict?["metrics"] == judged?["metrics"])
        #expect(verdict?["grades"] == judged?["grades"])
        #expect(verdict?["verdicts"] == judged?["verdicts"])
        let header = bytes.prefix { $0 != 0x0A }
        #expect(workplace.bytes("a.recovered.capture.jsonl")?.starts(with: header) == true)
    }

    @Test func `a changed stretch is told with lines, bytes and time, and no answer is certain any more`() throws {
        let text = String(decoding: try SharedCapture.graded.get(), as: UTF8.self)
        let changed = text.replacing("\"probe\":\"internet\",\"seq\":12,", with: "\"probe\":\"internet\",\"seq\":13,")
        let ended = try Linecheck.call("recover", workplace.put(changed, "a.capture.jsonl"), "-o", "-")
        #expect(ended.status == 0)
        #expect(
            ended.stderr.contains(
                /missing: lines \d+ to \d+, \d+ bytes from byte \d+ on, [\d.]+m?s to [\d.]+m?s of the run: the checksum/
            ),
            "\(ended.stderr)")
        let replayed = try Linecheck.call("replay", "--json", "-", input: ended.bytes).json()["verdict"]
        #expect(replayed?["outcome"]?.string == "partial")
        #expect(replayed?["verdicts"]?["queue"]?["certain"]?.bool == false)
        #expect(
            replayed?["notes"]?.array?.contains { $0.string?.contains("is lost from this recovered") == true } == true)
    }

    @Test func `nothing is written over, and what is no capture is refused`() throws {
        let bytes = try SharedCapture.graded.get()
        let path = try workplace.put(Array(bytes.dropLast(300)), "a.capture.jsonl")
        try workplace.put("mine", "b")
        #expect(try Linecheck.call("recover", path, "-o", workplace.path("b")).status == 2)
        #expect(workplace.bytes("b") == Array("mine".utf8))
        #expect(try Linecheck.call("recover", path, "-o", path).status == 2)
        #expect(workplace.bytes("a.capture.jsonl") == Array(bytes.dropLast(300)))
        #expect(try Linecheck.call("recover", workplace.put("hello\n", "c")).status == 8)
        #expect(try Linecheck.call("recover", "-", input: bytes).status == 2)
        #expect(workplace.names == ["a.capture.jsonl", "b", "c"])
    }
}
