import Foundation
import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import TestSupport
import Testing

/// Samples that are read fast are those that the general reader gives, from the same lines, with the same damages.
@Suite struct PlainSampleTests {
    /// What of a reading judging can tell apart.
    private struct Reading: Equatable {
        var records: [Int: Record] = [:]
        var damages: [Damage] = []
        var thrown: Damage?
        var fast = 0
    }

    private static let probes = ["gateway", "internet", "internet2", "tcp"]

    private func read(_ bytes: [UInt8], fast: Bool, recover: Bool) -> Reading {
        var reader = CaptureReader(bytes: bytes, name: "test", recover: recover)
        return read(&reader, fast: fast)
    }

    private func read(_ reader: inout CaptureReader, fast: Bool) -> Reading {
        var reading = Reading()
        let names = ProbeNames(Self.probes)
        var batch: [PlainSample] = []
        do throws(Damage) {
            while true {
                if fast {
                    batch.removeAll()
                    let first = reader.takePlainSamples(of: names, into: &batch)
                    for (offset, sample) in batch.enumerated() {
                        reading.fast += 1
                        reading.records[first + offset] = .sample(
                            Sample(
                                probe: Self.probes[sample.probe], sequence: sample.sequence,
                                at: RunInstant(nanoseconds: sample.sentAt),
                                outcome: sample.rtt.map { .reply(rtt: .nanoseconds($0)) } ?? .lost))
                    }
                }
                guard let line = try reader.next() else { break }
                reading.records[line.number] = line.record.plain
            }
        } catch {
            reading.thrown = error
        }
        reading.damages = reader.damages
        return reading
    }

    private func expectSame(_ bytes: [UInt8], _ what: String) {
        for recover in [false, true] {
            var fast = read(bytes, fast: true, recover: recover)
            let slow = read(bytes, fast: false, recover: recover)
            fast.fast = 0
            if fast != slow { Issue.record("\(what), recover: \(recover)") }
        }
    }

    private static let scenarios: [String] = {
        let all = try? FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path)
        return (all ?? []).filter { !$0.hasSuffix(".md") }.sorted()
    }()

    @Test(arguments: scenarios)
    func `a kept capture reads the same`(name: String) throws {
        let path = Repository.scenarios.path + "/\(name)/capture.jsonl"
        for recover in [false, true] {
            guard var first = try? CaptureReader(path: path, recover: recover) else { continue }
            var second = try CaptureReader(path: path, recover: recover)
            var fast = read(&first, fast: true)
            let slow = read(&second, fast: false)
            fast.fast = 0
            #expect(fast == slow)
        }
    }

    /// Every kind of line that is nearly one, and what the general reader makes of it.
    @Test(arguments: [
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"ttl":64,"bytes":64}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"bytes":64}"#,
        #"{"type":"sample","probe":"tcp","seq":0,"t":0,"lost":"timeout"}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"lost":"timeou"}"#,
        #"{"type":"sample","probe":"gateway","seq":01,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":-2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":-0}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3.0}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3e2}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":9007199254740992,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":99999999999999999999,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":999999999999999999,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"lost":"timeout"}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"ttl":64,"later":1}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"bytes":64,"ttl":64}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3,"ttl":64,"ttl":64}"#,
        #"{"type":"sample","probe":"gateway", "seq":1,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3} "#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3}}"#,
        #"{"type":"sample","probe":"gatewa","seq":1,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateways","seq":1,"t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gatew\u0061y","seq":1,"t":2,"rtt":3}"#,
        #"{"type":"sample","seq":1,"probe":"gateway","t":2,"rtt":3}"#,
        #"{"type":"sample","probe":"gateway","seq":1,"t":2,"rtt":3"#, "",
    ])
    func `a line that is nearly a plain sample reads the same`(line: String) {
        for ending in ["\n", "\r\n", ""] {
            let first = Examples.joined(Array(Examples.lines.prefix(2)))
            let sample = Array((line + ending).utf8)
            expectSame(first + sample, "last")
            expectSame(first + sample + Array(RecordEncoder.capture([Examples.reply])), "in the middle")
        }
    }

    /// A line of the shape of the one before is compared with it as a whole.
    @Test(arguments: ["", #","ttl":64,"bytes":64"#])
    func `a line that differs in one byte from the shape of the one before reads the same`(rest: String) {
        let lines = [4_711, 4_712].map {
            #"{"type":"sample","probe":"gateway","seq":\#($0),"t":123456789\#($0),"rtt":1234567\#(rest)}"# + "\n"
        }
        let before = Examples.joined(Array(Examples.lines.prefix(2))) + Array(lines[0].utf8)
        let after = Array(RecordEncoder.capture([Examples.reply]))
        for place in (rest.isEmpty ? 0 : lines[1].utf8.count - rest.utf8.count - 4)..<lines[1].utf8.count {
            var bytes = before
            for byte in UInt8.min...UInt8.max {
                var line = Array(lines[1].utf8)
                line[place] = byte
                bytes += line + Array(lines[0].utf8)
            }
            expectSame(bytes + after, "at \(place)")
        }
        #expect(read(before + Array(lines[1].utf8), fast: true, recover: false).fast == 2)
    }

    @Test func `numbers that get longer and shorter from line to line read the same`() {
        var random = SeededGenerator(seed: 7)
        let number = {
            Int64.random(in: 0...Int64(pow(10, Double(Int.random(in: 1...16, using: &random)))), using: &random)
        }
        var bytes = Examples.joined(Array(Examples.lines.prefix(2)))
        for _ in 0..<2_000 {
            let probe = ["gateway", "internet", "tcp"].randomElement(using: &random) ?? ""
            let line = #"{"type":"sample","probe":"\#(probe)","seq":\#(number()),"t":\#(number()),"rtt":\#(number())}"#
            bytes += Array((line + "\n").utf8)
        }
        expectSame(bytes, "numbers")
    }

    @Test(arguments: [UInt64](1...8))
    func `a mutated capture reads the same`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = SimulatedRun(try BundledPlans.read("health").plan).capture()
        for _ in 0..<12 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 3_000..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                default: bytes[place] = Array("0123456789,:{}\"\n".utf8).randomElement(using: &random) ?? 0
                }
            }
            expectSame(bytes, "seed \(seed)")
        }
    }

    /// A mutated capture showed samples taken behind a checkpoint at which recovering had ended.
    @Test func `where damage ends the reading, no sample is taken fast either`() throws {
        let whole = String(decoding: SimulatedRun(try BundledPlans.read("health").plan).capture(), as: UTF8.self)
        var lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let stop = try #require(
            lines.indices.dropFirst(200).first {
                lines[$0].hasPrefix(#"{"type":"sync""#) && lines[$0 + 1].hasPrefix(#"{"type":"sample""#)
            })
        let hour = try #require(lines[stop].firstRange(of: "T00:"))
        lines[stop].replaceSubrange(hour, with: "T07:")
        let bytes = Array(lines.joined(separator: "\n").utf8)
        expectSame(bytes, "a checkpoint of another day")
        let fast = read(bytes, fast: true, recover: true)
        #expect(fast.damages.contains { $0.reason.hasSuffix("Nothing from here on is read") }, "\(fast.damages)")
        #expect(fast.records.keys.max() == stop + 1)
    }

    @Test func `nearly all samples of a run are read fast`() throws {
        let bytes = SimulatedRun(try BundledPlans.read("bufferbloat").plan).capture()
        let fast = read(bytes, fast: true, recover: false)
        let samples = fast.records.values.count { if case .sample = $0 { true } else { false } }
        #expect(fast.fast > samples * 9 / 10)
        #expect(samples > 200)
    }
}

extension Record {
    /// Without what a plain sample does not tell.
    fileprivate var plain: Record {
        guard case .sample(var sample) = self, sample.isPlain else { return self }
        (sample.ttl, sample.bytes) = (nil, nil)
        return .sample(sample)
    }
}

extension Sample {
    fileprivate var isPlain: Bool {
        if case .failed = outcome { return false }
        return from == nil && code == nil && connect == nil && stamp == nil && delay == nil
    }
}
