import Foundation
import LinecheckCapture
import LinecheckQuantities
import Testing

@Suite struct KillTests {
    /// The child notes in a second file how far its writer has told it, and kills itself in full flight.
    @Test func `SIGKILL loses no record that was written`() async throws {
        let workplace = Workplace()
        let path = workplace.path()
        let notes = workplace.path("notes")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, notes = notes as String] in
            let descriptor = open(notes, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let writer = try CaptureWriter(
                path: path, header: Examples.header,
                hooks: CaptureWriter.Hooks(
                    now: { .start }, wall: { WallTime(nanosecondsSinceEpoch: 0) },
                    onWritten: { _, line in
                        withUnsafeBytes(of: Int64(line ?? 0)) { _ = write(descriptor, $0.baseAddress, $0.count) }
                        if line == 5_000 { kill(getpid(), SIGKILL) }
                    }))
            for number in 0..<100_000 { writer.append(sample(Int64(number))) }
            sleep(30)
        }
        let told = try Data(contentsOf: URL(fileURLWithPath: notes)).count / 8
        #expect(told >= 4_999)
        let reading = try Reading(path: path + ".partial")
        #expect(reading.thrown == nil)
        #expect(reading.records.count >= told)
        #expect(reading.damages.first?.isPartial == true)
        #expect(reading.damages.count == 1)
        let sequences = reading.records.compactMap { if case .sample(let sample) = $0 { sample.sequence } else { nil } }
        #expect(sequences == Array(0..<Int64(sequences.count)))
    }

    /// In a process of its own with the default action of SIGPIPE, which test runners switch off.
    @Test func `a reader that goes away does not kill the writer's process`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let pipe = Pipe()
            let writer = try CaptureWriter(
                descriptor: pipe.fileHandleForWriting.fileDescriptor, header: Examples.header,
                hooks: Witness().hooks())
            try pipe.fileHandleForReading.close()
            writer.append(sample(1))
            writer.flush()
            exit(writer.lostRecords == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
