import Foundation
import LinecheckCapture
import Testing

@Suite struct ReaderSourceTests {
    let workplace = Workplace()

    @Test func `a directory and a missing file are told apart`() {
        let directory = #expect(throws: Damage.self) { try Reading(path: workplace.folder) }
        #expect(directory?.kind == .notACapture)
        #expect(directory?.reason == "this is a directory, not a capture")
        let missing = #expect(throws: Damage.self) { try Reading(path: workplace.path("none")) }
        #expect(missing?.kind == .unreadable)
        #expect(missing?.description.hasSuffix("none: it cannot be opened: No such file or directory") == true)
    }

    /// One byte a read: lines come in pieces of every size.
    @Test func `a capture that trickles through a pipe reads the same`() throws {
        let pipe = BytePipe()
        let bytes = Examples.bytesOfAll
        let thread = Thread {
            for byte in bytes { withUnsafeBytes(of: byte) { _ = write(pipe.writing, $0.baseAddress, 1) } }
            pipe.closeWriting()
        }
        thread.start()
        let reading = withExtendedLifetime(pipe) { Reading(descriptor: pipe.reading) }
        #expect(reading.isComplete)
        #expect(reading.lines == Reading(bytes).lines)
    }

    /// The writer counts what the reader takes: the rest of ten megabytes stays in the pipe.
    @Test(arguments: [false, true])
    func `a line of ten megabytes is refused at the limit`(inHeader: Bool) throws {
        let pipe = BytePipe()
        _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
        let start = inHeader ? Array("{\"type\":\"capture\",\"x\":\"".utf8) : Array(Examples.bytesOfAll.prefix(2_000))
        let limit = inHeader ? LineLimit.header : LineLimit.record
        let total = limit + 9 << 20
        let counter = Counter()
        let thread = Thread {
            start.withUnsafeBytes { _ = write(pipe.writing, $0.baseAddress, $0.count) }
            let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
            while counter.value < total, !counter.isStopped {
                let count = write(pipe.writing, chunk, chunk.count)
                if count > 0 { counter.add(count) } else { usleep(200) }
            }
            pipe.closeWriting()
            counter.finish()
        }
        thread.start()
        let reading = withExtendedLifetime(pipe) { Reading(descriptor: pipe.reading) }
        counter.stop()
        #expect(reading.thrown?.kind == .overlong)
        #expect(reading.thrown?.reason.contains("longer than \(limit >> 20) MiB") == true)
        #expect(counter.value < limit + 1 << 20, "\(counter.value) bytes were taken")
        while !counter.isFinished { usleep(1_000) }
    }

    @Test func `recovering passes over a line that is too long`() {
        var lines = Examples.lines
        lines[8] = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        let reading = Reading(Examples.joined(lines), recover: true)
        #expect(reading.thrown == nil)
        #expect(reading.damages.map(\.kind) == [.overlong, .corrupt])
        #expect(reading.records.count == 23)
    }

    @Test func `a header may be longer than a record`() {
        var header = Examples.header
        header.planSource = String(repeating: "p", count: 2 << 20)
        #expect(Reading(RecordEncoder.capture([.header(header), Examples.end(1, line: 2)])).isComplete)
    }

    /// 24 MB of samples, and never more than a few reads of them in memory. In a process of its own, since other tests of this
    /// one take memory meanwhile.
    @Test func `reading does not grow with the file`() async {
        await #expect(processExitsWith: .success) {
            let workplace = Workplace()
            var encoder = RecordEncoder()
            var bytes = encoder.encode(.header(Examples.header))
            for number in 0..<300_000 { bytes += encoder.encode(sample(Int64(number))) }
            bytes += encoder.encode(Examples.end(1, line: 0))
            try Data(bytes).write(to: URL(fileURLWithPath: workplace.path()))
            var reader = try CaptureReader(path: workplace.path())
            let before = residentPages()
            var count = 0
            while try reader.next() != nil { count += 1 }
            let grown = (residentPages() - before) * Int(getpagesize())
            exit(count == 300_002 && reader.isComplete && grown < 4 << 20 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}

private func residentPages() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
}
