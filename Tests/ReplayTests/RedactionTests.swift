import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckReplay
import TestSupport
import Testing

/// `redact` over every whole capture that is kept, and over one that has a name in every place that can hold one.
@Suite struct RedactionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-redact-\(UUID().uuidString)")

    static let captures: [String] = {
        let kept = Repository.root.appending(path: "fixtures/captures/v1/loopback-bufferbloat.capture.jsonl").path
        return ScenarioTests.names.map { Repository.scenarios.path + "/\($0)/capture.jsonl" } + [kept]
    }()

    private func redacted(_ path: String) throws -> (path: String, map: [(pseudonym: String, original: String)]) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = folder.appending(path: UUID().uuidString).path
        return (output, try Redaction(surveying: path).write(to: output))
    }

    private func isWhole(_ path: String) -> Bool { (try? CaptureReplay.load(path: path))?.damages.isEmpty == true }

    @Test(arguments: captures)
    func `a redacted capture is whole, judges the same and holds no original`(path: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        guard isWhole(path) else {
            #expect(throws: Damage.self) { try redacted(path) }
            return
        }
        let (output, map) = try redacted(path)
        let before = try CaptureReplay.load(path: path)
        let after = try CaptureReplay.load(path: output)
        #expect(after.damages.isEmpty)
        #expect(after.header.isRedacted)
        #expect(after.header.planSHA256 == SHA256.hex(after.header.plan.canonicalBytes))
        #expect(after.header.rulesSHA256 == SHA256.hex(after.header.rules.canonicalBytes))
        let verdict = after.judge(rules: after.rules)
        #expect(after.difference(from: verdict) == nil)
        // Apart from the names: each put back, the two verdicts are one.
        var text = verdict.json.canonicalText
        for (pseudonym, original) in map.reversed() { text = text.replacing(pseudonym, with: original) }
        #expect(text == before.judge(rules: before.rules).json.canonicalText)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
        let words = Set(String(decoding: bytes, as: UTF8.self).split { !Self.isWord($0) })
        for (pseudonym, original) in map {
            // A name may be a part of some word of ours; nothing else may be a part of anything.
            let isThere =
                pseudonym.hasPrefix("name")
                ? words.contains(original[...]) : bytes.range(of: Data(original.utf8)) != nil
            #expect(!isThere, "\(original) is still there")
        }
        // A second look that does not believe the table: no address of anybody, and no host of the corpus.
        for number in bytes.split(whereSeparator: { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: ".") }) {
            let parts = number.split(separator: UInt8(ascii: "."))
            guard parts.count == 4, parts[0] != Data("127".utf8) else { continue }
            Issue.record("\(String(decoding: number, as: UTF8.self)) is still there")
        }
        for name in ["cloudflare.com", "speed.example", ".example\"", "2001:db8", "fd00:"] {
            #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name) is still there")
        }
        let again = try redacted(output)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: again.path)) == Data(contentsOf: URL(fileURLWithPath: output)))
        #expect(again.map.isEmpty)
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    /// A simulated run whose texts are replaced, so that each kind of name stands in each kind of place.
    private func crafted() throws -> String {
        let swaps = [
            (
                "https://speed.cloudflare.com/__down?bytes=52428800",
                "https://alice:hunter2@[2001:DB8:0::7]:8443/k/s3cret-token?bytes=9"
            ),
            ("https://speed.cloudflare.com/__up", "http://cache.isp.example/up#s3cret-token"),
            ("\"1.1.1.1\"", "\"isp.example\""), ("192.168.1.1", "fd00::1"),
        ]
        let capture = SimulatedRun(try BundledPlans.read("bufferbloat").plan).capture()
        var records: [Record] = []
        for line in capture.split(separator: 0x0A) {
            var text = String(decoding: line, as: UTF8.self)
            for (old, new) in swaps { text = text.replacing(old, with: new) }
            records.append(try RecordDecoder.decode(Array(text.utf8)))
        }
        guard case .header(var header) = records[0] else { return "" }
        header.network.resolver = "fd00:0:0::53"
        header.options = ["run", "/home/alice/home.json", "--set", "internet=ISP.example", "-o", "alice.capture.jsonl"]
        header.planSource =
            ##"{"#": "the flat of Alice", "vars": {"download": "https:\/\/alice:hunter2@[2001:db8::7]:8443\/k\/s3cret-token", "##
            + ##""internet": "\u0069sp.example", "mail": "alice@isp.example"}, "description": "see isp.example. Not lisp.examples or 127.0.0.1"}"##
        records[0] = .header(header)
        records.insert(
            .stream(
                StreamEvent(
                    at: .start, load: "download", stream: 0, step: .dead, host: "2001:db8::7", address: "2001:db8::7",
                    reason: "HTTP 403 from [2001:db8:0:0::7]:8443, resolver fd00::53%eth0: no")), at: 2)
        records.insert(
            .result(
                ProbeResult(
                    at: .start, probe: "internet",
                    facts: [
                        JSONMember(
                            "answers", .array([.string("CNAME edge.cdn-of.example."), .string("A 203.0.113.77")])),
                        JSONMember("fields", .array([.array([.string("Set-Cookie"), .string("id=77aa")])])),
                        JSONMember("via", .string("edge.cdn-of.example:443 and 0.edge.cdn-of.example")),
                    ])), at: 3)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "crafted.capture.jsonl").path
        try Data(RecordEncoder.capture(records)).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `names are found in URLs, brackets, escapes, options and sentences`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, map) = try redacted(try crafted())
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
        #expect(try CaptureReplay.load(path: output).damages.isEmpty)
        let originals = [
            "isp.example", "ISP.example", "sp.example", "cdn-of.example", "alice", "Alice", "hunter2", "s3cret",
            "2001:",
            "fd00:", "203.0.113.77", "77aa", "lisp.examples", "/home/",
        ]
        for original in originals { #expect(!text.contains(original), "\(original) is still there") }
        let names = Dictionary(uniqueKeysWithValues: map.map { ($0.original.lowercased(), $0.pseudonym) })
        let host = try #require(names["isp.example"])
        let server = try #require(names.first { $0.key.hasPrefix("2001:db8") }?.value)
        // One thing has one pseudonym, however it is written; a longer name is another thing.
        #expect(map.count { $0.original.lowercased().hasPrefix("2001:db8") } == 1)
        #expect(map.count { $0.original.lowercased() == "isp.example" } == 1)
        #expect(names["cache.isp.example"] != nil && names["cache.isp.example"] != host)
        #expect(text.contains("https://\(server):8443/path-"))
        #expect(text.contains("from \(server):8443, resolver address-"))
        #expect(text.contains("\"internet=\(host)\""))
        #expect(text.contains("see \(host). Not "))
        #expect(text.contains("127.0.0.1"))
        #expect(text.contains("@gateway"))
        #expect(text.contains("\\\"#\\\": \\\"redacted\\\""))
    }
}
