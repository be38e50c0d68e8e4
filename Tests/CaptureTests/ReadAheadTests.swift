import Foundation
import LinecheckCapture
import LinecheckQuantities
import TestSupport
import Testing

/// A large capture is read by all cores, and nothing of it may be lost or exchanged on the way.
@Suite struct ReadAheadTests {
    /// What came, in the order in which it came, however it was read.
    private struct Intake: Equatable {
        var attempts: [Int64] = []
        /// Line numbers of all else, each behind as many attempts as had come before.
        var lines: [Int: Int] = [:]
        var damages: [Damage] = []
        var thrown: Damage?

        mutating func take(_ line: CaptureReader.Line) {
            if case .sample(let sample) = line.record { return attempts.append(sample.sequence) }
            lines[line.number] = attempts.count
        }
    }

    /// Several portions. It ends 200 samples after its last checkpoint, as a killed run's does.
    private static let large: [UInt8] = {
        var encoder = RecordEncoder()
        var bytes = encoder.encode(.header(Examples.header))
        for number in 0..<20_200 {
            let at = RunInstant(nanoseconds: Int64(number) * 1_000_000)
            let outcome: Sample.Outcome = number % 97 == 0 ? .lost : .reply(rtt: .microseconds(Int64(number % 5_000)))
            bytes += encoder.encode(
                .sample(Sample(probe: "gateway", sequence: Int64(number), at: at, outcome: outcome)))
            guard number % 1_000 == 999 else { continue }
            let wall = WallTime(nanosecondsSinceEpoch: 1_796_008_695_042_000_000 + at.nanoseconds).text
            bytes += encoder.encode(.sync(Sync(at: at, wall: wall, lines: 0)))
        }
        return bytes
    }()

    private func intake(_ reader: consuming CaptureReader) -> Intake {
        var intake = Intake()
        do throws(Damage) {
            _ = try reader.next()
            let probes = ProbeNames(["gateway"])
            reader.readAhead(of: probes, from: 0)
            var portion = CapturePortion()
            do throws(Damage) {
                while try reader.next(&portion, of: probes) {
                    for piece in portion.pieces {
                        switch piece {
                        case .samples(let places, _): intake.attempts += portion.samples[places].map(\.sequence)
                        case .line(let line): intake.take(line)
                        }
                    }
                }
            } catch { intake.thrown = error }
            intake.damages = reader.damages
        } catch { intake.thrown = error }
        // Of a portion that ends in damage nothing comes, and portions are cut at other places there and here.
        if intake.thrown != nil { (intake.attempts, intake.lines) = ([], [:]) }
        return intake
    }

    private func expectSame(_ bytes: [UInt8], recover: Bool) throws {
        let place = Workplace()
        try Data(bytes).write(to: URL(filePath: place.path()))
        // Bytes in memory have no size that the reader knows of, so they are read here.
        let here = intake(CaptureReader(bytes: bytes, name: place.path(), recover: recover))
        let ahead = intake(try CaptureReader(path: place.path(), recover: recover))
        let isSame = here == ahead
        #expect(isSame)
        #expect(here.attempts.count > 10_000 || here.thrown != nil)
    }

    @Test func `a large capture that was cut off comes whole, in its order`() throws {
        try expectSame(Self.large, recover: false)
        let here = intake(CaptureReader(bytes: Self.large, name: "test"))
        let isInOrder = here.attempts == Array(0..<20_200)
        #expect(isInOrder)
        #expect(here.lines.count == 20)
        #expect(here.damages.map(\.kind) == [.truncated])
    }

    @Test(arguments: [false, true])
    func `damage in the middle of a large capture is told the same`(recover: Bool) throws {
        var bytes = Self.large
        bytes[bytes.count / 2] ^= 1
        try expectSame(bytes, recover: recover)
    }

    @Test(arguments: [3 << 10, 5 << 10, 200 << 10])
    func `lines that are longer than the room before a block come whole`(length: Int) throws {
        let unknown = Array(#"{"type":"later","text":"\#(String(repeating: "x", count: length))"}"#.utf8) + [0x0A]
        var bytes: [UInt8] = []
        for line in Self.large.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            bytes += line + [0x0A]
            if bytes.count % 60_000 < 90 { bytes += unknown }
        }
        // The checkpoints are of another file then.
        try expectSame(bytes, recover: true)
    }

    /// What a portion holds is in memory, decoded.
    @Test func `a portion of long lines ends after a few`() throws {
        let unknown = Array(#"{"type":"later","text":"\#(String(repeating: "x", count: 100_000))"}"#.utf8) + [0x0A]
        var encoder = RecordEncoder()
        var reader = CaptureReader(
            bytes: encoder.encode(.header(Examples.header)) + (0..<60).flatMap { _ in unknown }, name: "test")
        _ = try reader.next()
        var portion = CapturePortion()
        var lines: [Int] = []
        while try reader.next(&portion, of: ProbeNames(["gateway"])) { lines.append(portion.pieces.count) }
        #expect(lines.reduce(0, +) == 60)
        #expect(lines.allSatisfy { $0 <= 4 }, "\(lines)")
    }

    @Test func `a reading ahead that nobody waits for any more ends`() throws {
        let place = Workplace()
        try Data(Self.large).write(to: URL(filePath: place.path()))
        for taken in 0..<5 {
            var reader = try CaptureReader(path: place.path())
            _ = try reader.next()
            let probes = ProbeNames(["gateway"])
            reader.readAhead(of: probes, from: 0)
            var portion = CapturePortion()
            // Letting go of it waits for its threads: a test that returns is what shows it.
            for _ in 0..<taken { #expect(try reader.next(&portion, of: probes)) }
        }
    }

    @Test func `the end is told as often as somebody asks`() throws {
        let place = Workplace()
        try Data(Self.large).write(to: URL(filePath: place.path()))
        var reader = try CaptureReader(path: place.path())
        _ = try reader.next()
        let probes = ProbeNames(["gateway"])
        reader.readAhead(of: probes, from: 0)
        var portion = CapturePortion()
        while try reader.next(&portion, of: probes) {}
        let isOver = try !reader.next(&portion, of: probes) && !reader.next(&portion, of: probes)
        #expect(isOver)
    }
}
