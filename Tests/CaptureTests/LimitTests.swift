import LinecheckCapture
import Testing

/// What a line may hold at most, and how it is told.
@Suite struct LimitTests {
    private func refusal(_ line: String) -> Damage? {
        Reading(Examples.joined(Array(Examples.lines.prefix(3)) + [Array(line.utf8)])).thrown
    }

    @Test(arguments: [
        (#"{"type":"bytes","t":1,"load":"l","stream":1024,"total":1}"#, "no load has so many"),
        (#"{"type":"stream","t":1,"load":"l","stream":39210,"event":"end"}"#, "no load has so many"),
        (#"{"type":"stream","t":1,"load":"l","stream":0,"event":"response","status":1000}"#, "three digits"),
    ])
    func `more streams than a load can have, and a status that is none, are refused`(line: String, reason: String) {
        let damage = refusal(line)
        #expect(damage?.line == 4 && damage?.kind == .malformed)
        #expect(damage?.reason.contains(reason) == true, "\(damage?.reason ?? "nothing")")
    }

    @Test(arguments: [
        "{\"type\":\"sample\",\"probe\":\"a\",\"t\":1,\"rtt\":2,\"seq\":" + String(repeating: "1", count: 500_000)
            + "}",
        "{\"type\":\"phase\",\"t\":1,\"phase\":\"p\",\"state\":\"" + String(repeating: "a", count: 500_000) + "\"}",
        "{\"type\":\"phase\",\"t\":1,\"phase\":\"p\",\"state\":\"" + String(repeating: "a ", count: 250_000) + "\"}",
    ])
    func `what is quoted in a reason is cut in its middle`(line: String) throws {
        let reason = try #require(refusal(line)).reason
        #expect(reason.contains("…"))
        #expect(reason.unicodeScalars.count <= 1_000)
        #expect(reason.split(separator: " ").allSatisfy { $0.unicodeScalars.count <= 60 })
    }

    @Test func `a header of more values than any plan holds is refused with its place`() {
        let text = String(decoding: Examples.lines[0], as: UTF8.self)
        let many = text.replacing(
            "\"plan_source\":", with: "\"new\":[" + String(repeating: "1,", count: 250_000) + "1],\"plan_source\":")
        let damage = Reading(Array((many + "\n").utf8)).thrown
        #expect(damage?.description.hasPrefix("test:1: byte 0: its first line is no header: column ") == true)
        #expect(damage?.reason.contains("more values than any document of this kind holds") == true)
    }
}
