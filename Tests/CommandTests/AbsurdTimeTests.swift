import Foundation
import Testing

/// A capture may claim anything that its format allows; reading it takes time and memory by its records, not by what they claim.
@Suite struct AbsurdTimeTests {
    private let workplace = Workplace()

    @Test(arguments: ["phase", "bytes", "sample", "event", "self", "sync"])
    func `a record of 104 days later is judged as fast as any`(type: String) throws {
        let whole = try SharedCapture.graded.get()
        let lines = whole.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        // In the middle, where others follow that are about the time before.
        let places = lines.indices.filter { lines[$0].hasPrefix("{\"type\":\"\(type)\"") }
        let place = try #require(places.dropFirst(places.count / 2).first)
        let bytes = Reseal.capture(whole) { number, line in
            guard number - 1 == place else { return line }
            return line.replacing(/"t":\d+/, with: "\"t\":9007199254740991", maxReplacements: 1)
        }
        let path = try workplace.put(bytes, "a.capture.jsonl")
        for words in [["replay", "--rules", "bufferbloat-1", path], ["report", path, "--format", "html"]] {
            let start = ContinuousClock.now
            let ended = try Running(["timeout", "60", Linecheck.path] + words).wait()
            #expect(ended.status != 124)
            #expect(![70, 132, 133, 134, 139].contains(ended.status), "\(words): \(ended.status) \(ended.stderr)")
            #expect(ContinuousClock.now - start < .seconds(20), "\(words)")
        }
    }
}
