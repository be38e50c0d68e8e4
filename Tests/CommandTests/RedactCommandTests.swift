import Foundation
import LinecheckJSON
import Testing

@Suite struct RedactCommandTests {
    private let workplace = Workplace()

    @Test func `a redacted capture replays to its verdict, and the table is the owner's alone`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        let map = workplace.path("map.json")
        let ended = try Linecheck.call("redact", path, "--map", map)
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stdout.hasPrefix("wrote \(workplace.path("a.redacted.capture.jsonl")), with "))
        let replayed = try Linecheck.call("replay", workplace.path("a.redacted.capture.jsonl"))
        #expect(replayed.status == 0, "\(replayed.stdout)")
        #expect(replayed.stdout.contains("reproduced, byte for byte"))
        let mode = try FileManager.default.attributesOfItem(atPath: map)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let pairs = try JSONReader.read(SourceText(name: map, bytes: workplace.bytes("map.json") ?? [])).plain.members
        #expect(pairs?.isEmpty == false)
        #expect(pairs?.contains { $0.key.hasPrefix("path-") } == true)
    }

    @Test func `a compressed capture is redacted to standard output`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        _ = try Running(["gzip", "-k", path]).wait()
        let plain = try Linecheck.call("redact", path, "-o", "-")
        let packed = try Linecheck.call("redact", path + ".gz", "-o", "-")
        #expect(packed.status == 0)
        #expect(packed.bytes == plain.bytes)
        #expect(!plain.bytes.isEmpty)
    }

    @Test func `a damaged capture is refused, and nothing is written over`() throws {
        let bytes = try SharedCapture.graded.get()
        let damaged = try workplace.put(Array(bytes.dropLast(3_000)), "b.capture.jsonl")
        #expect(try Linecheck.call("redact", damaged).status == 8)
        let path = try workplace.put(bytes, "a.capture.jsonl")
        #expect(try Linecheck.call("redact", path, "-o", damaged).status == 2)
        #expect(try Linecheck.call("redact", path, "--map", damaged).status == 2)
        #expect(try Linecheck.call("redact", "-", input: bytes).status == 2)
        #expect(workplace.names == ["a.capture.jsonl", "b.capture.jsonl"])
        #expect(workplace.bytes("b.capture.jsonl") == Array(bytes.dropLast(3_000)))
    }

    @Test func `a table under the name of the redacted capture is refused before anything is written`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        let other = workplace.path("b.capture.jsonl")
        let folder = (other as NSString).deletingLastPathComponent
        for map in [other, "\(folder)/./b.capture.jsonl", other + ".partial"] {
            let ended = try Linecheck.call("redact", path, "-o", other, "--map", map)
            #expect(ended.status == 2)
            #expect(ended.stderr.contains("same file"), "\(ended.stderr)")
            #expect(workplace.names == ["a.capture.jsonl"])
        }
        // A table that cannot be written keeps the capture from being written, and the other way round.
        #expect(try Linecheck.call("redact", path, "-o", other, "--map", "\(folder)/none/map.json").status == 2)
        #expect(try Linecheck.call("redact", path, "-o", path, "--map", "\(folder)/map.json").status == 2)
        #expect(workplace.names == ["a.capture.jsonl"])
    }
}
