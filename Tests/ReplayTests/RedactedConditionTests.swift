import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import LinecheckRules
import TestSupport
import Testing

/// Conditions compare texts, and a redacted capture has other ones: equal texts have to stay equal, and different ones different.
@Suite struct RedactedConditionTests {
    /// Of each kind some that differ in what redaction may overlook: case, spelling, a port, a zone, a final dot, a space.
    private static let texts = [
        "Zuhause", "zuhause", "ZUHAUSE", "Internet", "internet", "home", "Home Internet", "Home  Internet",
        "no answer", "b\u{FC}ro", "bu\u{308}ro", "acme.example", "ACME.example", "acme.example.", "acme.example:443",
        "acme.example:8443", "ACME.example:443", "www.acme.example", "acme", "ACME", "acme:443", "isp.download.com",
        "192.0.2.1", "192.0.2.01", "192.0.2.1:443", "192[.]0[.]2[.]1", "192.513", "0xc0.0.2.1", "3221225985",
        "fe80::1", "fe80::1%wlan0", "fe80::1%eth0", "FE80::1", "[fe80::1]:443", "02:00:5e:10:00:01",
        "02-00-5E-10-00-01", "c0:00:02:01", "/home/alice", "/home/alice/", "home/alice", "alice@acme.example",
        "bob@acme.example", "http://acme.example/a", "http://ACME.example/a", "http://bob@acme.example/a",
        "http://acme.example/a?token=1", "acme.example/x?token=1", "token=hunter2", "hunter2", "48151623", "481",
        "0151 2345678", "host-1", "host-2", "name1", "secret-1", "address-1", "redacted", "30ms", "2000", "2000.0",
        "wifi", "unknown", "a", "é", "?", "-", "true", "clean", "suspect",
    ]

    /// A plan that says what it knows of `place`, and rules that ask.
    private static func reader(_ literal: String) -> PlanReader {
        let rules = """
            { "rules": 1, "name": "mine", "version": 1, "metrics": { "median": "internet.idle.rtt.p50" },
              "grades": { "speed": { "of": "median", "scale": [
                { "grade": "clean", "below": "1500ms" }, { "grade": "suspect" } ] } },
              "verdicts": { "where": { "title": "Where", "first_of": [
                { "is": "suspect", "when": "vars.place == '\(literal)' and internet.idle.sent > vars.most",
                  "say": "It is there." },
                { "is": "clean", "when": "vars.place != '\(literal)' and vars.place != vars.other", "say": "Elsewhere." },
                { "is": "ok", "say": "Nowhere." } ] } },
              "notes": [ { "when": "verdict.where == 'suspect'", "say": "There." },
                         { "when": "network.link == vars.place", "say": "The link." },
                         { "when": "grade.speed == 'clean'", "say": "Fast." } ] }
            """
        return PlanReader(
            findPlan: { name, _ in .failure(SourceNotFound(name)) },
            findRules: { _, _ in .success(SourceText(name: "mine.json", text: rules)) })
    }

    private static func capture(_ place: String, _ literals: [String], _ other: String) throws -> [UInt8] {
        func quoted(_ text: String) -> String { JSONValue.string(text).canonicalText }
        let expectations =
            literals.map { quoted("vars.place == '\($0)'") } + [quoted("internet.idle.rtt.p50 < vars.limit")]
        let plan = """
            { "plan": 1, "name": "mine", "vars": { "place": \(quoted(place)), "other": \(quoted(other)),
                "most": "3", "limit": "1500ms", "acme": "acme.example" },
              "probes": { "internet": { "type": "ping", "target": "${acme}", "interval": "200ms" } },
              "throughout": ["internet"], "phases": [ { "name": "idle", "duration": "2s" } ],
              "expect": [\(expectations.joined(separator: ", "))],
              "rules": "mine" }
            """
        return try capture(
            plan, reader(literals[0]), ["run", "mine.json", "--set", "place=\(place)", "--set", "other=\(other)"])
    }

    /// A simulated run of a plan, with its verdict.
    private static func capture(_ plan: String, _ reader: PlanReader, _ options: [String]) throws -> [UInt8] {
        let read = try reader.read(SourceText(name: "mine.json", text: plan))
        var run = SimulatedRun(read.plan)
        run.rules = read.rules?.json ?? .null
        var records = run.records().filter { if case .verdict = $0 { false } else { true } }
        guard case .header(var header) = records[0] else { return [] }
        header.options = options
        header.planSource = plan
        header.planSHA256 = SHA256.hex(header.plan.canonicalBytes)
        header.rulesSHA256 = SHA256.hex(header.rules.canonicalBytes)
        records[0] = .header(header)
        let replay = try CaptureReplay.load(bytes: RecordEncoder.capture(records), name: "before")
        return RecordEncoder.capture(records + [.verdict(replay.judge(rules: replay.rules).json)])
    }

    /// A verdict without its names: numbers, truths, grades and answers, in their places.
    private static func skeleton(_ value: JSONValue, _ key: String = "") -> JSONValue {
        switch value {
        case .object(let members): .array(members.map { skeleton($0.value, $0.key) })
        case .array(let values): .array(values.map { skeleton($0, key) })
        case .string(let text):
            .string(
                ["truth", "result", "counts", "is", "grade", "unit", "outcome", "at_best"].contains(key)
                    ? text : "a text")
        default: value
        }
    }

    private func check(_ bytes: [UInt8], _ what: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-compared-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "a"), folder.appending(path: "b"))
        try Data(bytes).write(to: input)
        _ = try Redaction(surveying: input.path).write(to: output.path)
        let before = try CaptureReplay.load(bytes: bytes, name: "before")
        let after = try CaptureReplay.load(path: output.path)
        let (one, two) = (before.judge(rules: before.rules), after.judge(rules: after.rules))
        let difference = after.difference(from: two)?.text
        #expect(!String(decoding: try Data(contentsOf: output), as: UTF8.self).contains("203.0.113"))
        #expect(difference == nil, "\(what)")
        #expect(Self.skeleton(one.json) == Self.skeleton(two.json), "\(what)")
    }

    @Test(arguments: texts)
    func `a comparison of texts comes out the same, whatever the texts are`(place: String) throws {
        let other = Self.texts.first { $0.lowercased() == place.lowercased() } ?? place
        try check(Self.capture(place, Self.texts, other), "\(place) and \(other)")
    }

    /// Of a text that stands nowhere else in the plan, it is harder to tell what it is.
    @Test(arguments: texts)
    func `a comparison with itself comes out the same, and so does one with its neighbour`(place: String) throws {
        let index = Self.texts.firstIndex(of: place) ?? 0
        let other = Self.texts[(index + 1) % Self.texts.count]
        try check(Self.capture(place, [place], other), "\(place) and \(other)")
    }

    @Test func `a variable may be called like a secret and be what the plan needs`() throws {
        let plan = """
            { "plan": 1, "name": "mine", "vars": {
                "session": "http://acme.example:8080/b", "url": "http://ACME.example:8080/b", "token": "acme.example:443",
                "password": "cellar", "key": "200ms", "api_key": "ipv4", "ssid": "Internet" },
              "probes": { "cellar": { "type": "ping", "target": "${password}", "interval": "${key}", "family": "${api_key}" },
                          "internet": { "type": "tcp", "target": "${token}", "interval": "${key}" } },
              "loads": { "download": { "type": "http", "direction": "download", "url": "${session}" },
                         "upload": { "type": "http", "direction": "upload", "url": "${url}",
                                     "headers": { "X-Key": "cellar", "X-Place": "auto" } } },
              "throughout": ["cellar", "internet"],
              "phases": [ { "name": "idle", "duration": "2s" },
                          { "name": "download", "duration": "3s", "settle": "1s", "loads": ["download"] },
                          { "name": "upload", "duration": "3s", "settle": "1s", "loads": ["upload"] } ],
              "expect": ["vars.session != vars.url", "vars.session == 'http://acme.example:8080/b'",
                         "vars.url != 'http://acme.example:8080/b'", "vars.token == 'acme.example:443'",
                         "vars.password == 'cellar'", "vars.ssid == 'Internet'", "cellar.idle.rtt.p50 < vars.key",
                         "vars.api_key == 'ipv4'"] }
            """
        let none = PlanReader(
            findPlan: { name, _ in .failure(SourceNotFound(name)) },
            findRules: { name, _ in .failure(SourceNotFound(name)) })
        try check(Self.capture(plan, none, ["run", "mine.json"]), "a plan of secrets")
    }

    @Test func `an expectation that was not measured tells why without names`() throws {
        var records: [Record] = []
        for line in try Data(contentsOf: Repository.scenarios.appending(path: "lab-no-server/capture.jsonl"))
            .split(separator: 0x0A)
        {
            records.append(try RecordDecoder.decode(Array(line)))
        }
        records.removeAll { if case .verdict = $0 { true } else { false } }
        guard case .header(var header) = records[0], case .object(var plan) = header.plan else { return }
        plan.removeAll { $0.key == "expect" }
        let expected = [
            "gateway.download.rtt.p50 < 2000ms", "gateway.baseline.sent > 2000", "gateway.baseline.sent < 2000",
        ]
        header.plan = .object(plan + [JSONMember("expect", .array(expected.map { .string($0) }))])
        header.planSHA256 = SHA256.hex(header.plan.canonicalBytes)
        records[0] = .header(header)
        let replay = try CaptureReplay.load(bytes: RecordEncoder.capture(records), name: "before")
        let verdict = replay.judge(rules: replay.rules).json
        let observed = verdict["expectations"]?.array?.first?["observed"]?.string ?? ""
        #expect(observed.contains("203.0.113.10:8080"))
        try check(RecordEncoder.capture(records + [.verdict(verdict)]), "a refused load")
    }
}
