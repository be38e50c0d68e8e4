import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckReplay
import LinecheckRules
import TestSupport
import Testing

/// Every spelling of a name, in every place that can hold a text: none is left, and the verdict is the same.
@Suite struct RedactedSpellingTests {
    private static let texts = [
        "isp%2Eexample", "www%2eisp.EXAMPLE", "http://isp%2Eexample/a", "10%2E77%2E66%2E55", "10-77-66-55",
        "10_77_66_55",
        "ip-10-77-66-55.compute.internal", "0x0a4d4237", "0x0A.0x4D.0x42.0x37", "012.0115.0102.067", "172835383",
        "10.77.16951",
        "::ffff:10.77.66.55", "::FFFF:0a4d:4237", "64:ff9b::a4d:4237", "55.66.77.10.in-addr.arpa",
        "7.3.2.4.d.4.a.0.ip6.arpa", "bücher.example", "xn--bcher-kva.example", "02:00:5E:10:00:01", "02-00-5e-10-00-01",
        "token=12345678", "password: 87654321", "Authorization: Bearer 0123456789", "api_key=\"abcdef\"",
        "ssid=Home Internet",
        "/home/alice/plans/x.json: No space left on device", "(/srv/alice)", "~alice/x", "alice@mail", "cellar",
        "ÄpfelNetz",
        "PIN 48151623", "0151-23456789", "48151624", "code 4815 of me", "download.server.com",
        "no wifi.example.com here",
        "192.0.2.9", "192[.]0[.]2[.]9", "192\\.0\\.2\\.9", "192,0,2,9", "192.521", "192 dot 0 dot 2 dot 9", "192:0:2:9",
        "192 . 0 . 2 . 9", "192 .0 .2 .9", "192. 0. 2. 9", "192&#46;0&#46;2&#46;9", "192·0·2·9", "192 0 2 9",
        "192\\u002e0\\u002e2\\u002e9",
        "call +49 151 23 45 78", "151-234-578", "151.234.579", "151,234,580", "0151/234578", "１９２．０．２．９", "c0:00:02:09",
        "0xc0.0x0.0x2.0x9", "0200.5e10.0001", "shop.example/x?id=zz81&q=Internet", "cellar/x?q=Internet", "host-7",
        "it is name12", "user-1@mail", "secret-1", "fe80::a1%wlan0",
        "login?next=alice", "//cdn-of-alice/x", "fritzbox:443", "resolve fritzbox failed",
    ]
    /// What must not be found in the output, in any case.
    private static let originals = [
        "isp.", "isp%", "sp.example", "www", "77%2e", "10-77", "10_77", "0x0", "0115", "172835383", "77.16951", "10.77",
        "a4d:", ".d.4.a",
        "ip6.arpa",
        "in-addr",
        "bücher", "bcher", "5e:10", "5e-10", "12345678", "87654321", "0123456789", "abcdef", "home internet", "alice",
        "cellar",
        "48151623", "23456789", "48151624", "code 4815", "server.com", "wifi.example", "[.]0", "\\.0", "192,0",
        "192.521", "192 ", "192. ", "192&", "192·", "\\u002e",
        "１９２", "c0:00:02", "0xc0", "5e10", "zz81", "q=internet", "fe80",
        "äpfel", "fritzbox", "hunter2", "nas-of", "x.json", "srv",
    ]

    /// A plan whose host is called as its probe, whose formula is called as a host, and whose SSID is of plain words.
    private func records() throws -> [Record] {
        let swaps = [
            ("\"1.1.1.1\"", "\"fritzbox\""), ("192.168.1.1", "10.77.66.55"), ("\"internet\"", "\"fritzbox\""),
            ("internet.", "fritzbox."), ("speed.cloudflare.com", "server"), ("the provider", "cellar"),
        ]
        let read = try BundledPlans.read("bufferbloat")
        var run = SimulatedRun(read.plan)
        run.rules = read.rules?.json ?? .null
        return try run.capture().split(separator: 0x0A).map { line in
            var text = String(decoding: line, as: UTF8.self)
            for (old, new) in swaps { text = text.replacing(old, with: new) }
            return try RecordDecoder.decode(Array(text.utf8))
        }
    }

    private func crafted() throws -> [UInt8] {
        var records = try records().filter { if case .verdict = $0 { false } else { true } }
        guard case .header(var header) = records[0] else { return [] }
        header.planSha()
        header.host.kernel = "6.8.0-nas-of-alice"
        header.network.interface = "enx02005e100001"
        header.options =
            ["run", "bufferbloat", "--set", "ssid=Home Internet", "--set", "who=alice and cellar", "--header"]
            + ["Authorization: Bearer 0123456789", "--token=hunter2", "abcdef"] + Self.texts
        header.planSource = "{\"name\": \"alice\", \"targets\": [\"\\u0069sp.example\"] \"is\": \"no JSON\""
        records[0] = .header(header)
        var extra = Self.texts.map { Record.gap(Gap(at: .start, records: 1, reason: $0)) }
        extra += Self.texts.map { location in
            .stream(
                StreamEvent(
                    at: .start, load: "download", stream: 0, step: .response, status: 302, location: location,
                    reason: "it leads to \(location)"))
        }
        let facts = Self.texts.map { JSONMember($0, .object([JSONMember("ssid", .string($0))])) }
        extra.append(.result(ProbeResult(at: .start, probe: "fritzbox", facts: facts)))
        extra.append(
            .unknown(
                type: "wifi",
                .object(
                    [JSONMember("type", .string("wifi")), JSONMember("ssid", .string("Home Internet"))]
                        + facts.map { JSONMember($0.key, .array([.string($0.key)])) })))
        records.insert(contentsOf: extra, at: 2)
        // The verdict of that, as a run would have written it.
        let open = RecordEncoder.capture(records)
        let replay = try CaptureReplay.load(bytes: open, name: "crafted")
        return RecordEncoder.capture(records + [.verdict(replay.judge(rules: replay.rules).json)])
    }

    @Test func `no spelling of a name is left, and the verdict is the same apart from names`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-spelling-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let bytes = try crafted()
        try Data(bytes).write(to: input)
        let redaction = try Redaction(surveying: input.path)
        let map = try redaction.write(to: output.path)
        let made = try Data(contentsOf: output)
        let text = String(decoding: made, as: UTF8.self).lowercased()
        for original in Self.originals {
            guard let range = text.firstRange(of: original) else { continue }
            let around = text[..<range.upperBound].suffix(100)
            Issue.record("\(original) is still there: \(around)")
        }
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") })
        for original in ["host-7", "name12", "user-1", "secret-1"] { #expect(!words.contains(original[...])) }
        #expect(Set(map.map(\.original)).isDisjoint(with: map.map(\.pseudonym)))
        // A host that is called like a word of ours is replaced where it names a host.
        #expect(redaction.ambiguous == ["server"])
        #expect(!text.contains("//server"))
        #expect(!text.contains("\"host\":\"server\""))
        #expect(!text.contains("from server"))
        let before = try CaptureReplay.load(bytes: bytes, name: "before")
        let after = try CaptureReplay.load(path: output.path)
        #expect(after.damages.isEmpty)
        let verdict = after.judge(rules: after.rules)
        #expect(after.difference(from: verdict)?.text == nil)
        var put = verdict.json.canonicalText
        // By way of marks, since an original may look like a pseudonym.
        for (place, pair) in map.enumerated().reversed() { put = put.replacing(pair.pseudonym, with: "<\(place)>") }
        for (place, pair) in map.enumerated() {
            put = put.replacing(
                "<\(place)>", with: JSONValue.string(pair.original).canonicalText.dropFirst().dropLast())
        }
        let whole = before.judge(rules: before.rules).json.canonicalText
        let same = zip(put, whole).prefix { $0 == $1 }.count
        #expect(put == whole, "\(put.dropFirst(same).prefix(100)) is not \(whole.dropFirst(same).prefix(100))")
    }
}

extension Header {
    fileprivate mutating func planSha() {
        planSHA256 = SHA256.hex(plan.canonicalBytes)
        rulesSHA256 = SHA256.hex(rules.canonicalBytes)
    }
}
