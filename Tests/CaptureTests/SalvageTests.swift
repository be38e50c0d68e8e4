import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckQuantities
import Testing

/// What `recover` makes of captures that are damaged in each way.
@Suite struct SalvageTests {
    private let workplace = Workplace()

    /// The header of ``Examples`` with digests that fit.
    private static let lines: [[UInt8]] = {
        var header = Examples.header
        header.planSHA256 = SHA256.hex(header.plan.canonicalBytes)
        header.rulesSHA256 = SHA256.hex(header.rules.canonicalBytes)
        let records = [.header(header)] + Examples.records.dropFirst()
        return RecordEncoder.capture(records).split(separator: 0x0A).map { Array($0) }
    }()

    private func recovered(_ bytes: [UInt8]) throws -> (bytes: [UInt8], reading: Reading, losses: [LostStretch]) {
        let (input, output) = (UUID().uuidString, UUID().uuidString)
        try Data(bytes).write(to: URL(fileURLWithPath: workplace.path(input)))
        let losses = try Salvage(surveying: workplace.path(input)).write(to: workplace.path(output))
        let made = try [UInt8](Data(contentsOf: URL(fileURLWithPath: workplace.path(output))))
        return (made, Reading(made), losses)
    }

    private func offset(ofLine number: Int) -> Int64 {
        Int64(Examples.joined(Array(Self.lines.prefix(number - 1))).count)
    }

    @Test func `a whole capture comes out as the same bytes`() throws {
        let whole = Examples.joined(Self.lines)
        let made = try recovered(whole)
        #expect(made.bytes == whole)
        #expect(made.losses.isEmpty)
    }

    @Test func `a changed value takes its stretch with it, and the record stands in its place`() throws {
        var lines = Self.lines
        lines[7] = Array(String(decoding: lines[7], as: UTF8.self).replacing("1020000000", with: "1020000001").utf8)
        let made = try recovered(Examples.joined(lines))
        #expect(made.reading.isComplete)
        // Lines 7 to 14 are gone, and with the end being partial also the verdict.
        #expect(made.reading.records.count == Self.lines.count - 8 + 1 - 1)
        #expect(!made.bytes.split(separator: 0x0A).contains { Array($0) == lines[7] })
        guard case .recovered(let lost)? = made.reading.records.dropFirst(6).first else {
            Issue.record("no record where the stretch was")
            return
        }
        #expect([lost] == made.losses)
        #expect(lost.kind == .corrupt)
        #expect(lost.firstLine == 7 && lost.lastLine == 14)
        #expect(lost.byteOffset == offset(ofLine: 7))
        #expect(lost.byteCount == offset(ofLine: 15) - offset(ofLine: 7))
        #expect(lost.from == RunInstant(nanoseconds: 1_000_000_000))
        #expect(lost.until == RunInstant(nanoseconds: 2_402_000_000))
        guard case .end(let end)? = made.reading.records.last else {
            Issue.record("no end")
            return
        }
        #expect(end.outcome == .partial)
        #expect(end.reason == "recovered without lines 7 to 14; the run itself ended interrupted")
        #expect(end.at == RunInstant(nanoseconds: 3_001_000_000))
    }

    @Test func `what a killed run recorded after its last checkpoint is kept`() throws {
        let cut = Array(Examples.joined(Array(Self.lines.prefix(17))).dropLast(10))
        let made = try recovered(cut)
        #expect(made.reading.isComplete)
        #expect(made.reading.lines.prefix(16).map(\.record) == Reading(cut).records)
        #expect(made.losses.map(\.kind) == [.torn])
        #expect(made.losses[0].firstLine == 17 && made.losses[0].lastLine == nil)
        #expect(made.losses[0].byteOffset == offset(ofLine: 17))
        #expect(made.losses[0].from == RunInstant(nanoseconds: 2_403_000_000))
        #expect(made.losses[0].until == nil)
    }

    @Test func `a capture without an end gets one that says partial`() throws {
        let made = try recovered(Examples.joined(Array(Self.lines.prefix(16))))
        #expect(made.reading.isComplete)
        #expect(made.losses.map(\.kind) == [.truncated])
        guard case .end(let end)? = made.reading.records.last else {
            Issue.record("no end")
            return
        }
        #expect(end.outcome == .partial && end.wall == "2026-11-30T03:18:17.444Z")
        #expect(end.reason == "recovered without everything from line 17 on")
    }

    @Test func `what stands behind the end is left out, and the run stays whole with its verdict`() throws {
        let made = try recovered(Examples.joined(Self.lines + [Self.lines[6]]))
        #expect(made.reading.isComplete)
        #expect(made.losses.map(\.isOfRun) == [false])
        #expect(made.reading.records.last == Examples.verdict)
        #expect(made.reading.records.contains(Examples.end(3_001, line: 24)))
    }

    @Test func `a changed first stretch leaves the header, if its plan and rules are what was written`() throws {
        var lines = Self.lines
        lines[1] = Array(String(decoding: lines[1], as: UTF8.self).replacing("192.0.2.7", with: "192.0.2.8").utf8)
        let made = try recovered(Examples.joined(lines))
        #expect(made.reading.isComplete)
        #expect(made.losses.map(\.firstLine) == [2])
        // Where the run was made stands under no digest, so nobody can tell whether that is what was changed.
        guard case .header(let header)? = made.reading.records.first else {
            Issue.record("no header")
            return
        }
        #expect(header.network == Header.Network() && header.plan == Examples.header.plan)
        lines[0] = Array(String(decoding: lines[0], as: UTF8.self).replacing("\"plan\":1", with: "\"plan\":2").utf8)
        let refusal = #expect(throws: Damage.self) { try recovered(Examples.joined(lines)) }
        #expect(refusal?.reason.contains("were changed") == true)
    }

    @Test func `a changed line behind the last checkpoint takes its neighbours with it`() throws {
        var lines = Array(Self.lines.prefix(19))
        lines[16] = Array("{\"type\":\"late\",".utf8)
        let made = try recovered(Examples.joined(lines))
        #expect(made.reading.records.count == 14 + 2)
        #expect(made.losses.map(\.firstLine) == [15] && made.losses[0].until == nil)
    }

    /// Every cut, and a flipped bit in every seventh byte: a valid capture comes out, and a second time the same bytes.
    @Test func `recovering again changes nothing, whatever was wrong`() throws {
        let whole = Examples.joined(Self.lines)
        let header = Self.lines[0].count
        var damaged = stride(from: header + 1, to: whole.count, by: 29).map { Array(whole[..<$0]) }
        for position in stride(from: header + 2, to: whole.count, by: 7) {
            var flipped = whole
            flipped[position] ^= 1 << UInt8(position % 8)
            damaged.append(flipped)
        }
        for bytes in damaged {
            let once = try recovered(bytes)
            #expect(once.reading.isComplete)
            #expect(!once.losses.isEmpty)
            let original = Set(Self.lines)
            // Nothing but what was written, checkpoints and what says that something is missing.
            for line in once.bytes.split(separator: 0x0A).map({ Array($0) }) where !original.contains(line) {
                let text = String(decoding: line, as: UTF8.self)
                let isHeader =
                    text.hasPrefix("{\"type\":\"capture\"") && text.contains("\"network\":{\"link\":\"unknown\"}")
                let isMade = ["sync", "end", "recovered"].contains { text.hasPrefix("{\"type\":\"\($0)\"") }
                #expect(isMade || isHeader, "\(text)")
            }
            let twice = try recovered(once.bytes)
            #expect(twice.bytes == once.bytes)
            #expect(twice.losses.isEmpty)
        }
    }

    @Test func `nothing is recovered over a file that is there`() throws {
        try workplace.put("mine", "taken")
        try Data(Examples.joined(Array(Self.lines.prefix(16)))).write(to: URL(fileURLWithPath: workplace.path("in")))
        #expect(throws: CaptureError.self) {
            try Salvage(surveying: workplace.path("in")).write(to: workplace.path("taken"))
        }
        #expect(workplace.text("taken") == "mine")
    }
}
