import Foundation
import LinecheckCapture
import LinecheckJudge
import LinecheckQuantities
import LinecheckReplay
import TestSupport
import Testing

/// Captures that no run writes, whose checksums fit: what they cost grows with their size, and not with its square.
@Suite struct ForgedCaptureTests {
    private static let count = 100_000

    /// The records of a whole run, with others behind the beginning of its download; the checkpoints are those of this file.
    private static func capture(with forged: (Int, RunInstant) -> Record) throws -> [UInt8] {
        let path = Repository.scenarios.path + "/clean-fibre/capture.jsonl"
        var reader = try CaptureReader(path: path)
        var encoder = RecordEncoder()
        var bytes: [UInt8] = []
        while let line = try reader.next() {
            switch line.record {
            case .sync, .verdict: continue
            default: bytes += encoder.encode(line.record)
            }
            guard case .phase(let change) = line.record, change.phase == "download", change.state == .loaded else {
                continue
            }
            for number in 0..<count {
                bytes += encoder.encode(forged(number, change.at + .microseconds(number * 10)))
            }
        }
        return bytes
    }

    private static func bytes(_ at: RunInstant, stream: Int, _ total: Int) -> Record {
        .bytes(ByteTotal(at: at, load: "download", stream: stream, total: Int64(total)))
    }

    private static let kinds: [String: @Sendable (Int, RunInstant) -> Record] = [
        "totals of a thousand streams": { number, at in bytes(at, stream: number % 1_000, number) },
        "totals in falling order": { number, at in
            bytes(RunInstant(nanoseconds: 30_000_000_000 - at.nanoseconds / 2), stream: 0, number)
        },
        "gaps": { number, at in .gap(Gap(at: at, records: 3, reason: "full")) },
        "probes that no plan has": { number, at in
            .sample(Sample(probe: "p\(number)", sequence: Int64(number), at: at, outcome: .lost))
        },
        "stretches that are lost": { number, at in
            .recovered(LostStretch(at: at, kind: .corrupt, byteOffset: 1, from: at, until: at, reason: "flipped"))
        },
        "phases that no plan has": { number, at in .phase(PhaseChange(at: at, phase: "x\(number)", state: .running)) },
        "answers of seven hundred statuses": { number, at in
            .stream(StreamEvent(at: at, load: "download", stream: 0, step: .response, status: 200 + number % 700))
        },
        "numbers in no order": { number, at in
            .sample(
                Sample(
                    probe: "internet", sequence: Int64(number * 7_919 % 1_000_003), at: at,
                    outcome: .reply(rtt: .milliseconds(1))))
        },
    ]

    @Test(.timeLimit(.minutes(1)), arguments: kinds.keys.sorted())
    func `a hundred thousand forged records are judged in the time of as many real ones`(kind: String) throws {
        let forged = try #require(Self.kinds[kind])
        let capture = try CaptureReplay.load(bytes: Self.capture(with: forged), name: "forged")
        #expect(capture.damages.isEmpty)
        let verdict = capture.judge(rules: capture.rules)
        #expect(verdict.notes.count < 1_100)
    }
}
