import Foundation
import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckReplay
import TestSupport
import Testing

/// Law 2 for damaged captures: what is lost never makes a verdict better.
@Suite struct LostStretchTests {
    /// Those that are whole, and judged by rules.
    private static let scenarios = ScenarioTests.names.filter { name in
        guard let capture = try? CaptureReplay.load(path: path(name)) else { return false }
        return capture.damages.isEmpty && capture.rules != nil
    }

    private static func path(_ name: String) -> String { Repository.scenarios.path + "/\(name)/capture.jsonl" }

    private static func lines(_ name: String) throws -> [[UInt8]] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name)))).split(separator: 0x0A).map(Array.init)
    }

    private func verdict(_ lines: [[UInt8]]) throws -> Verdict {
        let bytes = Array(lines.joined(separator: [0x0A])) + [0x0A]
        let replay = try CaptureReplay.load(bytes: bytes, name: "cut", recover: true)
        return replay.judge(rules: replay.rules)
    }

    /// What becomes of the lines when `recover` writes a file of them and that is judged.
    private func recovered(_ lines: [[UInt8]]) throws -> Verdict {
        let folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-lost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appending(path: "a").path
        try Data(Array(lines.joined(separator: [0x0A])) + [0x0A]).write(to: URL(fileURLWithPath: input))
        _ = try Salvage(surveying: input).write(to: folder.appending(path: "b").path)
        let replay = try CaptureReplay.load(path: folder.appending(path: "b").path)
        return replay.judge(rules: replay.rules)
    }

    private func expectNoBetter(_ after: Verdict, than before: Verdict, _ cut: Range<Int>) {
        for (whole, poorer) in zip(before.grades, after.grades) {
            guard let grade = poorer.grade, let place = poorer.reading.scale.firstIndex(of: grade) else { continue }
            #expect(
                place >= whole.reading.best, "without lines \(cut) \(whole.name) is \(grade), not \(whole.grade ?? "-")"
            )
        }
        let (least, now) = (before.score?.atLeast ?? 0, after.score?.atLeast ?? 0)
        #expect(now <= least, "without lines \(cut) at_least went from \(least) to \(now)")
    }

    @Test(arguments: scenarios)
    func `a stretch that is cut out of a capture never raises a grade or at_least`(name: String) throws {
        let lines = try Self.lines(name)
        let before = try recovered(lines)
        var random = SeededGenerator(seed: UInt64(lines.count))
        // Line 0 is the header, and the end stays: one that was cut off has a test of its own.
        for _ in 0..<5 {
            let length = Int.random(in: 1...max(1, lines.count / 3), using: &random)
            let start = Int.random(in: 1..<max(2, lines.count - 2 - length), using: &random)
            let cut = start..<min(start + length, lines.count - 2)
            guard !cut.isEmpty else { continue }
            expectNoBetter(try recovered(Array(lines[..<cut.lowerBound] + lines[cut.upperBound...])), than: before, cut)
        }
    }

    @Test(arguments: scenarios)
    func `a capture that was cut off is judged no better than the whole`(name: String) throws {
        let lines = try Self.lines(name)
        let before = try recovered(lines)
        var random = SeededGenerator(seed: UInt64(lines.count) &+ 1)
        for _ in 0..<5 {
            let end = Int.random(in: 2..<lines.count - 2, using: &random)
            expectNoBetter(try recovered(Array(lines[..<end])), than: before, end..<lines.count)
        }
    }

    @Test func `what follows from another capture is not read`() throws {
        var lines = try Self.lines("lab-provider-queue")
        let other = try Self.lines("lab-clean")
        let before = try recovered(lines)
        lines.remove(at: lines.count / 3)
        for start in [lines.count / 3, lines.count / 2] {
            let spliced = Array(lines[..<start] + other.suffix(other.count * 2 / 3))
            expectNoBetter(try recovered(spliced), than: before, start..<lines.count)
        }
    }

    @Test func `a stretch with the lost pings cut out of a line that loses them leaves its loss open`() throws {
        let lines = try Self.lines("lab-loss-convicts")
        let before = try recovered(lines)
        let losses = lines.indices.filter {
            String(decoding: lines[$0], as: UTF8.self).contains("\"lost\":\"timeout\"")
        }
        for first in losses.prefix(8) {
            let cut = first..<min(first + 60, lines.count - 2)
            expectNoBetter(try recovered(Array(lines[..<first] + lines[cut.upperBound...])), than: before, cut)
        }
    }

    @Test(arguments: ["lab-loss-convicts", "lab-clean", "disk-was-full"])
    func `what recover writes is judged as replay judges with recover`(name: String) throws {
        let lines = try Self.lines(name)
        let middle = lines.count / 2
        let cut = Array(lines[..<middle] + lines[(middle + 20)...])
        #expect(try verdict(cut) == recovered(cut))
    }

    /// Cut, flipped, doubled, removed, exchanged: what is written and what is judged come from one reader.
    @Test(arguments: ["lab-loss-convicts", "disk-was-full", "laptop-sleeps", "load-failure-aborts"])
    func `a damaged capture and what recover writes of it have one verdict`(name: String) throws {
        let whole = try Self.lines(name)
        var random = SeededGenerator(seed: UInt64(whole.count) &+ 7)
        for round in 0..<20 {
            var lines = whole
            for _ in 0...round % 3 {
                let place = Int.random(in: 1..<lines.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: lines.removeSubrange(place...)
                case 1:
                    let byte = Int.random(in: lines[place].indices, using: &random)
                    lines[place][byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: lines.insert(lines[place], at: place)
                case 3: lines.remove(at: place)
                default: lines.swapAt(place, Int.random(in: 1..<lines.count, using: &random))
                }
                if lines.count < 4 { lines = whole }
            }
            #expect(try verdict(lines) == recovered(lines), "round \(round)")
        }
    }

    @Test func `where a run was made is not known behind a first checkpoint that does not fit`() throws {
        var lines = try Self.lines("weak-wifi")
        let header = String(decoding: lines[0], as: UTF8.self)
        #expect(header.contains("\"link\":\"wifi\""))
        lines[0] = Array(header.replacing("\"link\":\"wifi\"", with: "\"link\":\"ethernet\"").utf8)
        let bytes = Array(lines.joined(separator: [0x0A])) + [0x0A]
        let replay = try CaptureReplay.load(bytes: bytes, name: "moved", recover: true)
        #expect(replay.header.network == Header.Network())
        #expect(replay.judge(rules: replay.rules).answers.allSatisfy { !$0.certain })
    }

    /// Behind damage the records of a longer run follow, at a later time and with more lines.
    @Test func `a later stretch of a run that began at another time is not read`() throws {
        var lines = try Self.lines("lab-provider-queue")
        let other = try Self.lines("lab-clean")
        lines[lines.count / 3].removeLast()
        let spliced = Array(lines[..<(lines.count / 2)] + other[(other.count / 2 + 20)...])
        let bytes = Array(spliced.joined(separator: [0x0A])) + [0x0A]
        let replay = try CaptureReplay.load(bytes: bytes, name: "spliced", recover: true)
        #expect(replay.damages.contains { $0.reason.contains("another capture goes on here") }, "\(replay.damages)")
        #expect(replay.judge(rules: replay.rules).outcome == "partial")
    }

    /// The gap record is among what was cut off, and with it every word of what the disk did not take.
    @Test func `nothing is certain of a capture that was cut off before its gap`() throws {
        let lines = try Self.lines("disk-was-full")
        let gap = try #require(lines.firstIndex { String(decoding: $0, as: UTF8.self).hasPrefix("{\"type\":\"gap\"") })
        let verdict = try verdict(Array(lines[..<gap]))
        #expect(!verdict.answers.isEmpty && verdict.answers.allSatisfy { !$0.certain })
        #expect(verdict.notes.contains { $0.contains("was cut off at") })
    }

    @Test func `an attempt that still waited when the record was cut off may have been lost`() throws {
        let lines = try Self.lines("lab-loss-convicts")
        let ended = try #require(
            lines.firstIndex {
                String(decoding: $0, as: UTF8.self).contains("\"phase\":\"baseline\",\"state\":\"completed\"")
            })
        let isLost = { (line: [UInt8]) in String(decoding: line, as: UTF8.self).contains("\"lost\":\"timeout\"") }
        // Sent before the baseline ended, with later ones answered.
        let waiting = try #require(lines[ended...].firstIndex(where: isLost))
        let metrics = try verdict(Array(lines[..<waiting])).json["metrics"]
        let reason = metrics?["internet.baseline.loss"]?["unmeasured"]?.string
        #expect(reason?.contains("are lost from this recovered capture") == true, "\(reason ?? "measured")")
    }
}
