import Foundation
import LinecheckJSON
import LinecheckLab
import LinecheckLines
import LinecheckQuantities
import Testing

@Suite struct LineReaderTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/lines")

    private static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    @Test func `every file of the folder is built in, under its name`() throws {
        #expect(try Self.names() == BundledLine.all.map(\.name))
        #expect(BundledLine.all.count >= 24)
        for bundled in BundledLine.all { #expect(try Lab.line(bundled.name).name == bundled.name) }
    }

    @Test func `every culprit that the rules name is the truth of some line`() throws {
        let culprits = Set(try BundledLine.all.map { try Lab.line($0.name).truth.culprit })
        #expect(
            culprits == ["clean", "local-wifi", "uplink-queue", "isp-downstream", "modem-or-line", "undetermined"])
    }

    @Test func `a line is read as it is written`() throws {
        let line = try Lab.line("far-and-deep")
        #expect(line.access.up.queue == Queue(BitRate(bitsPerSecond: 6_000_000), .bytes(ByteCount(bytes: 256_000))))
        #expect(line.access.down.queue?.depth == .lasting(.milliseconds(20)))
        #expect(line.provider.up.delay == .milliseconds(20) && line.provider.down.delay == .milliseconds(10))
        #expect(line.provider.needsBridge && !line.access.needsBridge)
        #expect(line.truth.idle == .milliseconds(30) ... .milliseconds(33))
        #expect(line.truth.upload?.bottleneck == .accessUp && line.truth.grade == "D")
        #expect(try Lab.line("no-server").truth.download == nil)
    }

    @Test(arguments: [
        (#""up": { "delay": "9s" }"#, "error[out-of-range]: \"delay\" is 9s, which no line here can have"),
        (#""up": { "delay": 9 }"#, "error[wrong-type]: \"delay\" wants a duration like \"200ms\", this is a number"),
        (#""up": { "dleay": "9ms" }"#, "error[unknown-key]: \"dleay\" is not a key of a way"),
        (#""up": { "loss": "120%" }"#, "error[out-of-range]: \"loss\" is 120%"),
        (#""up": { "reordering": "5%" }"#, "error[bad-value]: what is not delayed cannot be overtaken"),
        (#""up": { "rate": "15Mbs", "depth": "9ms" }"#, "error[bad-quantity]: \"15Mbs\" is no quantity of this kind"),
        (#""up": { "depth": "20ms" }"#, "error[missing-key]: a queue with \"depth\" needs \"rate\" as well"),
        (#""up": { "rate": "1Mbps", "depth": "1B" }"#, "error[out-of-range]: \"depth\" is 1B"),
        (#""mtu": 9000"#, "error[out-of-range]: \"mtu\" is a whole number from 1280 to 1500"),
        (#""up": [ ]"#, "error[wrong-type]: \"up\" wants an object, this is a list"),
    ])
    func `a mistake in a leg is told under its very token`(leg: String, told: String) throws {
        let text = Self.told(access: leg, truth: Self.truth)
        #expect(text.hasPrefix("mine.json:2:"), "\(text)")
        #expect(text.contains(told), "\(text)")
    }

    @Test(arguments: [
        (#""queue": "clean", "download": "unmeasured", "upload": "unmeasured""#, "a truth needs \"idle\""),
        (
            #""queue": "clean", "idle": ["3ms", "1ms"], "download": "unmeasured", "upload": "unmeasured""#,
            "the lower one first"
        ),
        (#""queue": "clean", "idle": "never", "download": "unmeasured", "upload": "unmeasured""#, "or \"unmeasured\""),
        (
            #""queue": "clean", "idle": "unmeasured", "download": "none", "upload": "unmeasured""#,
            "a direction is an object"
        ),
        (
            #""queue": "clean", "idle": "unmeasured", "rows": { "isp": "guilty" }, "download": "unmeasured", "upload": "unmeasured""#,
            "a row wants one of \"ok\""
        ),
        (
            #""queue": "clean", "idle": "unmeasured", "download": { "bottleneck": "access-up", "rise": ["1ms", "2ms"], "rate": ["1Mbps", "2Mbps"] }, "upload": "unmeasured""#,
            "there is no queue at access-up"
        ),
        (
            #""queue": "clean", "idle": "unmeasured", "download": { "bottleneck": "access", "rise": ["1ms", "2ms"], "rate": ["1Mbps", "2Mbps"] }, "upload": "unmeasured""#,
            "\"bottleneck\" wants one of"
        ),
    ])
    func `a mistake in the truth is told`(truth: String, told: String) throws {
        let text = Self.told(access: "", truth: truth)
        #expect(text.hasPrefix("mine.json:3:"), "\(text)")
        #expect(text.contains(told), "\(text)")
    }

    @Test func `a line of a later language says that it is one`() {
        let text = Self.told(SourceText(name: "mine.json", text: #"{ "line": 2, "name": "a", "title": "t" }"#))
        #expect(text.contains("written in version 2 of the language, this program reads up to 1"))
        #expect(text.contains("a line needs \"truth\""))
    }

    private static let truth =
        #""queue": "clean", "idle": "unmeasured", "download": "unmeasured", "upload": "unmeasured""#

    private static func told(access: String, truth: String) -> String {
        told(
            SourceText(
                name: "mine.json",
                text: """
                    { "line": 1, "name": "mine", "title": "t",
                      "access": { \(access) },
                      "truth": { \(truth) } }
                    """))
    }

    private static func told(_ source: SourceText) -> String {
        do throws(Problems) {
            _ = try LineReader.read(source)
            return "no problems"
        } catch {
            return error.text
        }
    }

    /// `LINECHECK_RECORD=1 swift test --filter LineReaderTests` writes the schema, and the tables at the end of the guide.
    @Test func `the schema and the guide's tables are what the table of keys generates`() throws {
        let schema = Self.folder.deletingLastPathComponent().appending(path: "line.schema.json")
        let guide = Self.folder.appending(path: "README.md")
        let mark = "<!-- What follows is generated. -->\n"
        let text = try String(contentsOf: guide, encoding: .utf8)
        let head = text.range(of: mark).map { String(text[..<$0.upperBound]) } ?? text + mark
        let wanted = (LineSchema.json.prettyText() + "\n", head + "\n" + LineSchema.reference + "\n")
        if ProcessInfo.processInfo.environment["LINECHECK_RECORD"] != nil {
            try wanted.0.write(to: schema, atomically: true, encoding: .utf8)
            try wanted.1.write(to: guide, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: schema, encoding: .utf8) == wanted.0)
        #expect(try String(contentsOf: guide, encoding: .utf8) == wanted.1)
    }
}
