import Foundation
import LinecheckCapture
import LinecheckPlan
import TestSupport
import Testing

/// Captures compressed by gzip(1), the judge of what gzip is.
///
/// *skipped, because* gzip is not installed.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip")))
struct GzipTests {
    let workplace = Workplace()

    private func compressed(_ bytes: [UInt8], _ option: String) throws -> [UInt8] {
        let plain = workplace.path("plain-\(UUID().uuidString)")
        try Data(bytes).write(to: URL(fileURLWithPath: plain))
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
        gzip.arguments = ["-N", "-c", option, plain]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        #expect(gzip.terminationStatus == 0)
        return Array(data)
    }

    @Test(arguments: ["-1", "-6", "-9"])
    func `a compressed capture reads as the plain one`(option: String) throws {
        let plain = SimulatedRun(try BundledPlans.read("bufferbloat").plan).capture()
        let packed = try compressed(plain, option)
        #expect(packed.count < plain.count / 3)
        let expected = Reading(plain)
        let fromMemory = Reading(packed)
        #expect(fromMemory.isComplete)
        #expect(fromMemory.lines == expected.lines)
        try Data(packed).write(to: URL(fileURLWithPath: workplace.path("run.capture.jsonl.gz")))
        let fromFile = try Reading(path: workplace.path("run.capture.jsonl.gz"))
        #expect(fromFile.isComplete)
        #expect(fromFile.lines == expected.lines)
    }

    /// Random bytes do not compress: gzip stores them as they are.
    @Test func `stored blocks are read`() throws {
        var random = SeededGenerator(seed: 3)
        var header = Examples.header
        header.planSource = String(
            decoding: (0..<200_000).map { _ in UInt8.random(in: 0x20..<0x7F, using: &random) }, as: UTF8.self)
        let plain = RecordEncoder.capture([.header(header), Examples.end(1, line: 2)])
        let reading = Reading(try compressed(plain, "-1"))
        #expect(reading.isComplete)
        #expect(reading.records.first == .header(header))
    }

    @Test func `several members are one file, as RFC 1952 has it`() throws {
        let bytes = Examples.bytesOfAll
        let packed = try compressed(Array(bytes[..<1_000]), "-9") + compressed(Array(bytes[1_000...]), "-1")
        #expect(Reading(packed).lines == Reading(bytes).lines)
    }

    @Test func `a compressed capture that trickles through a pipe reads the same`() throws {
        let packed = try compressed(Examples.bytesOfAll, "-9")
        let pipe = BytePipe()
        let thread = Thread {
            for byte in packed { withUnsafeBytes(of: byte) { _ = write(pipe.writing, $0.baseAddress, 1) } }
            pipe.closeWriting()
        }
        thread.start()
        let reading = withExtendedLifetime(pipe) { Reading(descriptor: pipe.reading) }
        #expect(reading.isComplete)
        #expect(reading.records == Examples.records)
    }

    @Test func `a compressed capture cut at any byte reads as a part of it or says that it stops`() throws {
        let packed = try compressed(Examples.bytesOfAll, "-9")
        for length in 2..<packed.count {
            let reading = Reading(Array(packed[..<length]))
            #expect(!reading.isComplete, "cut at \(length)")
            #expect(reading.records == Array(Examples.records.prefix(reading.records.count)), "cut at \(length)")
        }
    }

    /// RFC 1952 §2.3.1: CRC32 and ISIZE, four bytes each; the last bits of the stream are in a byte or two before them.
    @Test(arguments: 1...10)
    func `a compressed capture that lacks its last bytes says so, though its records are all there`(lacking: Int) throws
    {
        let packed = try compressed(Examples.bytesOfAll, "-9")
        let reading = Reading(Array(packed.dropLast(lacking)), recover: true)
        #expect(reading.damages.map(\.kind) == (lacking <= 8 ? [.truncated] : reading.damages.map(\.kind)))
        #expect(!reading.damages.isEmpty)
        if lacking <= 8 {
            #expect(reading.records == Examples.records)
            #expect(reading.damages.first?.reason.contains("before its own checksum and length") == true)
        }
    }

    @Test(arguments: 1...8)
    func `a wrong checksum or length at the end of a compressed capture is noticed`(back: Int) throws {
        var packed = try compressed(Examples.bytesOfAll, "-9")
        packed[packed.count - back] ^= 0x10
        let thrown = Reading(packed).thrown
        #expect(thrown?.kind == .corrupt && thrown?.line == Examples.records.count + 1)
        #expect(thrown?.reason.hasSuffix(back > 4 ? "its checksum does not fit" : "its length does not fit") == true)
    }

    @Test func `a bit flipped under the compression never passes as another capture`() throws {
        let packed = try compressed(Examples.bytesOfAll, "-9")
        for position in 10..<packed.count {
            var flipped = packed
            flipped[position] ^= 1 << UInt8(position % 8)
            let reading = Reading(flipped)
            if reading.isComplete { #expect(reading.records == Examples.records, "byte \(position)") }
        }
    }
}
