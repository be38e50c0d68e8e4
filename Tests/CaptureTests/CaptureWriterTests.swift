import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckQuantities
import Testing

@Suite struct CaptureWriterTests {
    let workplace = Workplace()
    let witness = Witness()
    static let verdict = JSONValue.object([JSONMember("judge", .integer(1))])

    private func writer(_ name: String = "run.capture.jsonl") throws -> CaptureWriter {
        try CaptureWriter(path: workplace.path(name), header: Examples.header, hooks: witness.hooks())
    }

    @Test func `a run is a partial file until its end is on the disk`() throws {
        let writer = try writer()
        #expect(workplace.exists("run.capture.jsonl.partial"))
        writer.append(sample(1))
        let end = try writer.finish(.complete)
        #expect(end.lines == 3)
        #expect(!workplace.exists("run.capture.jsonl"))
        try writer.seal(verdict: Self.verdict)
        #expect(workplace.exists("run.capture.jsonl"))
        #expect(!workplace.exists("run.capture.jsonl.partial"))
        let reading = try Reading(path: workplace.path())
        #expect(reading.isComplete)
        #expect(reading.records == [.header(Examples.header), sample(1), .end(end), .verdict(Self.verdict)])
        #expect(!writer.isIncomplete)
    }

    @Test func `records of many threads are all there, each thread's in its order`() throws {
        let writer = try writer()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<500 { writer.append(sample(Int64(thread * 1_000 + number))) }
        }
        _ = try writer.finish(.complete)
        try writer.seal(verdict: Self.verdict)
        let reading = try Reading(path: workplace.path())
        #expect(reading.isComplete)
        let sequences = reading.records.compactMap { if case .sample(let sample) = $0 { sample.sequence } else { nil } }
        #expect(sequences.count == 2_000)
        for thread in Int64(0)..<4 {
            let own = sequences.filter { $0 / 1_000 == thread }
            #expect(own == (0..<500).map { thread * 1_000 + $0 })
        }
    }

    @Test func `what is handed on is what stands in the file, in its order and with its lines`() throws {
        let writer = try writer()
        for number in 1...20 { writer.append(sample(Int64(number))) }
        writer.append(.phase(PhaseChange(at: .start, phase: "idle", state: .running)))
        writer.flush()
        _ = try writer.finish(.complete)
        try writer.seal(verdict: Self.verdict)
        let seen = witness.value
        let reading = try Reading(path: workplace.path())
        #expect(seen.written == reading.records)
        #expect(seen.lines == reading.lines.map(\.number))
    }

    @Test func `a checkpoint follows each phase change, and flush brings one`() throws {
        let writer = try writer()
        writer.append(.phase(PhaseChange(at: .start, phase: "idle", state: .running)))
        writer.append(sample(1))
        writer.flush()
        writer.flush()
        let types = try #require(workplace.text("run.capture.jsonl.partial")).split(separator: "\n").map {
            $0.split(separator: "\"")[3]
        }
        #expect(types == ["capture", "phase", "sync", "sample", "sync"])
    }

    @Test func `a checkpoint comes each second without being asked for`() async throws {
        let writer = try writer()
        writer.append(sample(1))
        try await Task.sleep(for: .milliseconds(1_400))
        let reading = try Reading(path: workplace.path("run.capture.jsonl.partial"))
        guard case .sync? = reading.records.last else {
            Issue.record("the last record is \(String(describing: reading.records.last))")
            return
        }
        _ = writer
    }

    @Test func `a file that is there is never written over`() throws {
        try workplace.put("precious", "run.capture.jsonl")
        let error = #expect(throws: CaptureError.self) { try writer() }
        #expect(error?.description.contains("never written over; choose another name with -o") == true)
        #expect(workplace.text("run.capture.jsonl") == "precious")
        #expect(!workplace.exists("run.capture.jsonl.partial"))
    }

    @Test func `a partial file that is there is never written over`() throws {
        try workplace.put("precious", "run.capture.jsonl.partial")
        let error = #expect(throws: CaptureError.self) { try writer() }
        #expect(error?.reason.contains("another run is writing it") == true)
        #expect(workplace.text("run.capture.jsonl.partial") == "precious")
    }

    @Test func `a file that appears during the run is never written over`() throws {
        let writer = try writer()
        _ = try writer.finish(.complete)
        try workplace.put("precious", "run.capture.jsonl")
        let error = #expect(throws: CaptureError.self) { try writer.seal(verdict: Self.verdict) }
        #expect(error?.reason.contains("appeared during the run") == true)
        #expect(workplace.text("run.capture.jsonl") == "precious")
        #expect(try Reading(path: workplace.path("run.capture.jsonl.partial")).isComplete)
    }

    @Test func `a dangling link is not followed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: workplace.path("run.capture.jsonl.partial"), withDestinationPath: workplace.path("elsewhere"))
        #expect(throws: CaptureError.self) { try writer() }
        #expect(!workplace.exists("elsewhere"))
    }

    @Test func `two writers never share one file`() {
        for round in 0..<20 {
            let path = workplace.path("\(round).capture.jsonl")
            let winners = Winners()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                if let writer = try? CaptureWriter(path: path, header: Examples.header, hooks: Witness().hooks()) {
                    winners.add(writer)
                }
            }
            #expect(winners.count == 1)
        }
    }

    @Test func `a missing folder is said with what to do`() {
        let error = #expect(throws: CaptureError.self) { try writer("nowhere/run.capture.jsonl") }
        #expect(error?.description.contains("No such file or directory; make the folder first") == true)
    }

    @Test func `a writer that is let go leaves a partial capture`() throws {
        do {
            let writer = try writer()
            for number in 1...100 { writer.append(sample(Int64(number))) }
        }
        let reading = try Reading(path: workplace.path("run.capture.jsonl.partial"))
        #expect(reading.records.count == 101)
        #expect(reading.damages.map(\.kind) == [.truncated])
        #expect(!workplace.exists("run.capture.jsonl"))
    }

    @Test func `a writer may be let go inside its own hook`() throws {
        let box = Winners()
        let hooks = CaptureWriter.Hooks(
            now: { .start }, wall: { WallTime(nanosecondsSinceEpoch: 0) },
            onWritten: { record, _ in if case .sample = record { box.removeAll() } })
        do {
            let writer = try CaptureWriter(path: workplace.path(), header: Examples.header, hooks: hooks)
            box.add(writer)
        }
        box.appendToAll(sample(1))
        for _ in 0..<200 where box.count > 0 { usleep(5_000) }
        #expect(box.count == 0)
    }

    @Test func `nothing is sealed without an end, and nothing is recorded behind it`() throws {
        let writer = try writer()
        #expect(throws: CaptureError.self) { try writer.seal(verdict: Self.verdict) }
        _ = try writer.finish(.interrupted, reason: "SIGINT")
        writer.append(sample(1))
        #expect(throws: CaptureError.self) { try writer.finish(.complete) }
        try writer.seal(verdict: Self.verdict)
        #expect(writer.lostRecords == 1)
        #expect(writer.isIncomplete)
        let reading = try Reading(path: workplace.path())
        #expect(reading.isComplete)
        #expect(reading.records.count == 3)
    }

    @Test func `a capture goes through a pipe and is read while it is written`() throws {
        let pipe = BytePipe()
        let writer = try CaptureWriter(
            descriptor: pipe.writing, header: Examples.header, hooks: witness.hooks())
        var reader = CaptureReader(descriptor: pipe.reading, name: "-")
        var read = [try reader.next()?.record]
        writer.append(sample(1))
        read.append(try reader.next()?.record)
        let end = try writer.finish(.complete)
        read.append(try reader.next()?.record)
        try writer.seal(verdict: Self.verdict)
        read.append(try reader.next()?.record)
        pipe.closeWriting()
        read.append(try reader.next()?.record)
        #expect(read == [.header(Examples.header), sample(1), .end(end), .verdict(Self.verdict), nil])
        let isComplete = withExtendedLifetime(pipe) { reader.isComplete }
        #expect(isComplete)
    }

    @Test func `a pipe that nobody reads any more ends nothing but the recording`() throws {
        let pipe = Pipe()
        let writer = try CaptureWriter(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, header: Examples.header, hooks: witness.hooks())
        try pipe.fileHandleForReading.close()
        writer.append(sample(1))
        writer.append(sample(2))
        writer.flush()
        #expect(writer.isIncomplete)
        #expect(writer.lostRecords == 2)
        #expect(witness.value.problems.map(\.errno) == [EPIPE])
        #expect(throws: CaptureError.self) { try writer.finish(.complete) }
    }

    @Test func `a record that no reader would take is not written`() throws {
        let writer = try writer()
        let huge = String(repeating: "x", count: 1 << 20)
        writer.append(.event(EventRecord(at: .start, event: huge)))
        writer.append(sample(1))
        _ = try writer.finish(.complete)
        try writer.seal(verdict: Self.verdict)
        let reading = try Reading(path: workplace.path())
        #expect(reading.isComplete)
        guard case .gap(let gap) = reading.records[1] else {
            Issue.record("no gap record: \(reading.records[1])")
            return
        }
        #expect(gap.records == 1)
        #expect(writer.lostRecords == 1)
    }
}
