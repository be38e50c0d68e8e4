import Foundation
import LinecheckCapture
import LinecheckQuantities
import Testing

/// A file system of 64 KiB in memory, unmounted with the test.
private final class TinyDisk {
    let folder: String

    init?(_ folder: String) {
        self.folder = folder
        guard mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0 else { return nil }
    }

    deinit { umount(folder) }
}

@Suite(.serialized) struct DiskFullTests {
    let workplace = Workplace()
    let witness = Witness()

    /// *skipped, because* only root may mount a file system that is small enough to fill.
    @Test(.enabled(if: geteuid() == 0))
    func `a full disk is said at once, never stops the run, and leaves its gap in the capture`() throws {
        let disk = try #require(TinyDisk(workplace.folder))
        try workplace.put(String(repeating: "x", count: 32_768), "ballast")
        let writer = try CaptureWriter(path: workplace.path(), header: Examples.header, hooks: witness.hooks())
        for number in 1...1_000 { writer.append(sample(Int64(number))) }
        writer.flush()
        #expect(writer.isIncomplete)
        #expect(writer.lostRecords > 100)
        #expect(witness.value.problems.count == 1)
        #expect(witness.value.problems.first?.errno == ENOSPC)
        #expect(witness.value.problems.first?.description.contains("No space left on device; make room") == true)
        #expect(witness.value.lines.filter { $0 == nil }.count == Int(writer.lostRecords))
        let lostBefore = writer.lostRecords
        try FileManager.default.removeItem(atPath: workplace.path("ballast"))
        writer.append(sample(1_001))
        _ = try writer.finish(.complete)
        try writer.seal(verdict: CaptureWriterTests.verdict)
        #expect(writer.lostRecords == lostBefore)
        let reading = try Reading(path: workplace.path())
        #expect(reading.isComplete)
        let gaps = reading.records.compactMap { if case .gap(let gap) = $0 { gap.records } else { nil } }
        #expect(gaps == [lostBefore])
        let samples = reading.records.filter { if case .sample = $0 { true } else { false } }
        #expect(samples.count == 1_001 - Int(lostBefore))
        #expect(samples.last == sample(1_001))
        withExtendedLifetime(disk) {}
    }

    /// *skipped, because* only root may mount a file system that is small enough to fill.
    @Test(.enabled(if: geteuid() == 0))
    func `a disk that stays full leaves a partial capture of whole lines`() throws {
        let disk = try #require(TinyDisk(workplace.folder))
        let writer = try CaptureWriter(path: workplace.path(), header: Examples.header, hooks: witness.hooks())
        for number in 1...2_000 { writer.append(sample(Int64(number))) }
        let error = #expect(throws: CaptureError.self) { try writer.finish(.complete) }
        #expect(error?.errno == ENOSPC)
        let reading = try Reading(path: workplace.path("run.capture.jsonl.partial"))
        #expect(reading.thrown == nil)
        #expect(reading.damages.map(\.kind) == [.truncated])
        #expect(reading.records.count > 100)
        withExtendedLifetime(disk) {}
    }

    /// *skipped, because* a system without /dev/full has no file that is always full.
    @Test(.enabled(if: access("/dev/full", W_OK) == 0))
    func `a header that cannot be stored refuses the run`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let error = #expect(throws: CaptureError.self) {
            try CaptureWriter(descriptor: full, header: Examples.header, hooks: witness.hooks())
        }
        #expect(error?.errno == ENOSPC)
    }
}
