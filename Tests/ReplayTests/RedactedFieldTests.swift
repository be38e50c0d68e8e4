import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckQuantities
import LinecheckReplay
import TestSupport
import Testing

/// Members that are numbers, words of a registry or dates by the format: what has another shape there does not stay.
@Suite struct RedactedFieldTests {
    private func redacted(_ change: (inout Header) -> Void, _ extra: [Record] = []) throws -> String {
        var records = SimulatedRun(try BundledPlans.read("wifi").plan).records()
        guard case .header(var header) = records[0] else { return "" }
        change(&header)
        header.planSHA256 = SHA256.hex(header.plan.canonicalBytes)
        header.rulesSHA256 = SHA256.hex(header.rules.canonicalBytes)
        records[0] = .header(header)
        records.insert(contentsOf: extra, at: 2)
        let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-fields-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "a"), folder.appending(path: "b"))
        try Data(RecordEncoder.capture(records)).write(to: input)
        _ = try Redaction(surveying: input.path).write(to: output.path)
        #expect(try CaptureReplay.load(path: output.path).damages.isEmpty)
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    private func result(_ members: [(String, JSONValue)]) -> Record {
        .result(ProbeResult(at: .start, probe: "gateway", facts: members.map { JSONMember($0.0, $0.1) }))
    }

    @Test func `a secret of digits stays in no option, variable, title, key or reason`() throws {
        let text = try redacted(
            { header in
                header.options = [
                    "run", "wifi", "--set", "server=48151601", "-o", "48151602", "-p", "48151603", "48151604",
                ]
                header.options += ["--code=48151605", "-k48151606", "--48151607"]
                guard case .object(var plan) = header.plan else { return }
                for index in plan.indices where plan[index].key == "title" || plan[index].key == "description" {
                    plan[index].value = .string(
                        "Line of 48151608, call 0151-48151609 or (48151610) bytes, n = 48151623 ms")
                }
                for index in plan.indices where plan[index].key == "vars" {
                    plan[index].value = .object(
                        (plan[index].value.members ?? []) + [
                            JSONMember("pin", .integer(48_151_611)), JSONMember("code", .string("48151612")),
                            JSONMember("x", .number(48151613.5)),
                        ])
                }
                header.plan = .object(plan)
                header.planSource = "{\"title\": \"48151614\", \"# a\": 48151615, \"vars\": {\"pin\": 48151616}}"
            },
            [
                .gap(Gap(at: .start, records: 1, reason: "password 48151617")),
                .gap(Gap(at: .start, records: 1, reason: "02005e481516 or 48151618.")),
                .unknown(
                    type: "wifi",
                    .object([
                        JSONMember("type", .string("wifi")), JSONMember("48151619", .integer(48_151_620)),
                        JSONMember("list", .array([.integer(48_151_621), .string("48151622"), .integer(7)])),
                    ])),
            ])
        for number in 601...623 { #expect(!text.contains("48151\(number)"), "48151\(number) is still there") }
        #expect(!text.contains("481516"))
        #expect(text.contains("\"cap\":\"8GB\""))
        #expect(text.contains("\"streams\":4"))
    }

    @Test func `what is measured, counted or a port stays in a sentence`() throws {
        let sentences = [
            "12345 of 23456 attempts did not leave this host", "n = 12345", "(52428800 of 52428800 bytes)", "1234.5 ms",
            "no answer from localhost:8080", "12000 RPM", "1500ms", "12345 replies", "at most 65536 bytes",
        ]
        let text = try redacted({ _ in }, sentences.map { .gap(Gap(at: .start, records: 1, reason: $0)) })
        for sentence in sentences { #expect(text.contains(sentence), "\(sentence) is gone") }
    }

    @Test func `a header's and a result's registered members stay in their shape and go in any other`() throws {
        let good: [(String, JSONValue)] = [
            ("transport", .string("https h2")), ("tls_version", .string("TLSv1.3")),
            ("cipher", .string("ECDHE-RSA-AES128-GCM-SHA256")), ("alpn", .string("http/1.1")),
            ("expires", .string("2027-01-02T03:04:05.000Z")), ("length", .integer(52_428_800)),
            (
                "certificates",
                .array([
                    .object([
                        JSONMember("key", .string("RSA 2048")), JSONMember("signature", .string("ecdsa-with-SHA256")),
                        JSONMember("not_before", .string("2026-01-02T03:04:05Z")),
                    ])
                ])
            ),
        ]
        let bad = [
            "transport", "tls_version", "cipher", "alpn", "expires", "key", "signature", "not_before", "not_after",
            "version", "secret_number",
        ].enumerated().map { ($1, JSONValue.string("cellar-481516\($0)")) }
        let text = try redacted(
            { header in
                header.id = "cellar-48151642"
                header.software.name = "cellar-48151643"
                header.software.version = "cellar-48151644"
                header.software.revision = "48151645"
                header.started = "at cellar 48151646"
                header.host.kernel = "48151647.cellar"
                header.clock = "cellar"
            }, [result(good), result(bad + [("extra", .integer(48_151_648))])])
        #expect(!text.contains("cellar"))
        #expect(!text.contains("481516") || text.contains("\"revision\":\"48151645\""))
        for (name, value) in good {
            #expect(text.contains("\"\(name)\":\(value.canonicalText)"), "\(name) is gone")
        }
    }

    @Test func `what this program writes into its own header stays`() throws {
        let text = try redacted { header in
            header.id = "0011223344556677889900aabbccddeeff".suffix(32).description
            header.software = .linecheck
            header.software.revision = "e5b1a2c3d4f5"
            header.started = "2026-11-30T14:30:12.123Z"
            header.host.kernel = "6.1.0-cellar"
        }
        for part in [
            "\"version\":\"0.1.0\"", "\"name\":\"linecheck\"", "\"revision\":\"e5b1a2c3d4f5\"",
            "2026-11-30T14:30:12.123Z",
            "\"kernel\":\"6.1.0\"", "\"id\":\"11223344556677889900aabbccddeeff\"",
        ] { #expect(text.contains(part), "\(part) is gone") }
    }

    @Test func `redacting what is redacted changes nothing`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-again-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try redacted(
            { $0.options = ["run", "host-1", "--set", "server=nas.example:8080", "--set", "x=[2001:db8::1]:8443"] },
            [.gap(Gap(at: .start, records: 1, reason: "refused by nas.example:8080, host-1 and 192.0.2.7:12345"))])
        let (input, output) = (folder.appending(path: "a"), folder.appending(path: "b"))
        try Data(text.utf8).write(to: input)
        let map = try Redaction(surveying: input.path).write(to: output.path)
        #expect(map.isEmpty)
        #expect(String(decoding: try Data(contentsOf: output), as: UTF8.self) == text)
    }
}
