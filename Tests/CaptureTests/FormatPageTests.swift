import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import TestSupport
import Testing

/// `fixtures/README.md` is the promise; these tests hold the code to it.
@Suite struct FormatPageTests {
    static let page: String = {
        let path = KeptCaptureTests.folder.deletingLastPathComponent().path + "/README.md"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }()

    /// The examples in one language, as they stand.
    private static func examples(_ language: String) -> [String] {
        page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    private static let hasJQ = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

    /// The section of a record: from its heading to the next.
    private func section(_ type: String) -> String {
        Self.page.components(separatedBy: "\n### ").first { section in
            section.prefix { $0 != "\n" }.contains("`\(type)`")
        } ?? ""
    }

    @Test(arguments: Examples.lines)
    func `the page names every record and every key that is written`(line: [UInt8]) throws {
        let members = try #require(JSONReader.read(SourceText(name: "", bytes: line)).plain.members)
        let type = try #require(members.first?.value.string)
        guard type != "weather", type != "verdict" else { return }
        let section = section(type)
        #expect(!section.isEmpty, "no section for \(type)")
        // What a result tells is its probe's business.
        for key in members.dropFirst().map(\.key) where type != "result" || ["t", "probe"].contains(key) {
            #expect(section.contains("`\(key)`"), "\(type) does not explain \(key)")
        }
    }

    @Test func `the page explains every word of the vocabularies`() {
        for word in FailureWord.allCases { #expect(Self.page.contains("`\(word.rawValue)`"), "\(word.rawValue)") }
        for state in PhaseChange.State.allCases { #expect(section("phase").contains("`\(state.rawValue)`")) }
        for step in StreamEvent.Step.allCases { #expect(section("stream").contains("`\(step.rawValue)`")) }
        for outcome in End.Outcome.allCases { #expect(section("end").contains("`\(outcome.rawValue)`")) }
        for stamp in Target.Stamp.allCases { #expect(section("target").contains("`\(stamp.rawValue)`")) }
    }

    /// *skipped, because* the commands of the page are for jq, which is not installed.
    @Test(.enabled(if: hasJQ), arguments: examples("sh"))
    func `the commands of the page work`(command: String) throws {
        let workplace = try workplaceWithCapture()
        let ended = try run(["/bin/sh", "-ec", command], in: workplace)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(!ended.output.isEmpty)
        if command.contains("group_by") { #expect(try medians(ended.output) == expectedMedians(workplace)) }
        if command.contains("\"phase\"") { #expect(ended.output.contains("\"baseline\",\"completed\"")) }
    }

    /// *skipped, because* PyPI cannot be reached, so that there is neither DuckDB nor pandas; .ci/run gives them in
    /// LINECHECK_PYTHON, and there it is never skipped.
    @Test(.enabled(if: Python.path != nil), arguments: examples("python"))
    func `the programs of the page give the medians that jq gives`(program: String) throws {
        let python = try #require(Python.path)
        let workplace = try workplaceWithCapture()
        let ended = try run([python, "-c", program], in: workplace)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(try medians(ended.output) == expectedMedians(workplace), "\(ended.output)")
    }

    /// *skipped, because* ClickHouse takes 0.9 GB as PyPI's chdb, and is not installed only for this; .ci/run gives it in
    /// LINECHECK_PYTHON, and there it is never skipped.
    @Test(.enabled(if: Python.hasClickHouse), arguments: examples("sql"))
    func `the queries of the page give the medians that jq gives`(query: String) throws {
        let python = try #require(Python.path)
        let workplace = try workplaceWithCapture()
        let ended = try run([python, "-c", "import chdb, sys; print(chdb.query(sys.argv[1]))", query], in: workplace)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(try medians(ended.output) == expectedMedians(workplace), "\(ended.output)")
    }

    private func workplaceWithCapture() throws -> Workplace {
        let workplace = Workplace()
        let capture = SimulatedRun(try BundledPlans.read("bufferbloat").plan).capture()
        try Data(capture).write(to: URL(fileURLWithPath: workplace.path("NAME.capture.jsonl")))
        return workplace
    }

    /// `["internet",14.5]` or `{'internet': 14.5}`: names and numbers, in whatever brackets.
    private func medians(_ text: String) throws -> [String: Double] {
        let pairs = text.matches(of: /["'](\w+)["']\s*[,:]\s*([\d.]+)/)
        return try Dictionary(uniqueKeysWithValues: pairs.map { (String($0.1), try #require(Double($0.2))) })
    }

    /// By hand: sorted, and the mean of the two in the middle.
    private func expectedMedians(_ workplace: Workplace) throws -> [String: Double] {
        var replies: [String: [Int64]] = [:]
        for case .sample(let sample) in try Reading(path: workplace.path("NAME.capture.jsonl")).records {
            guard case .reply(let rtt) = sample.outcome else { continue }
            replies[sample.probe, default: []].append(rtt.nanoseconds)
        }
        return replies.mapValues { values in
            let sorted = values.sorted()
            return Double(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2e6
        }
    }

    private func run(
        _ words: [String], in workplace: Workplace
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: workplace.folder)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, complaints)
    }
}

/// A Python with DuckDB and pandas in an environment of its own: the one that CI has made, or one made here from PyPI and kept.
private enum Python {
    static let path: String? = {
        if let given = ProcessInfo.processInfo.environment["LINECHECK_PYTHON"] { return given }
        let venv = FileManager.default.temporaryDirectory.appending(path: "linecheck-python-\(getuid())").path
        let install =
            "[ -e \(venv)/ready ] || { python3 -m venv \(venv) && \(venv)/bin/pip install --quiet --retries 1 "
            + "--timeout 20 duckdb pandas && touch \(venv)/ready; }"
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", install]
        shell.standardError = FileHandle.nullDevice
        do { try shell.run() } catch { return nil }
        shell.waitUntilExit()
        return shell.terminationStatus == 0 ? "\(venv)/bin/python" : nil
    }()

    static let hasClickHouse: Bool = {
        guard let path else { return false }
        let finder = Process()
        finder.executableURL = URL(fileURLWithPath: path)
        finder.arguments = ["-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('chdb') is None)"]
        do { try finder.run() } catch { return false }
        finder.waitUntilExit()
        return finder.terminationStatus == 0
    }()
}
