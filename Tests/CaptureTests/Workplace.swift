import Foundation
import LinecheckCapture
import LinecheckQuantities
import Synchronization

/// A folder of a test's own, removed with it.
final class Workplace: Sendable {
    let folder: String

    init() {
        folder = NSTemporaryDirectory() + "linecheck-capture-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String = "run.capture.jsonl") -> String { folder + "/" + name }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
    func put(_ text: String, _ name: String) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }
}

/// Collects what a writer tells.
final class Witness: Sendable {
    struct Seen: Sendable {
        var written: [Record] = []
        var lines: [Int?] = []
        var problems: [CaptureError] = []
    }

    private let seen = Mutex(Seen())

    var value: Seen { seen.withLock { $0 } }

    /// A clock by hand: each look at it is a millisecond later.
    func hooks() -> CaptureWriter.Hooks {
        let ticks = Atomic<Int64>(0)
        return hooks(now: {
            RunInstant(nanoseconds: ticks.wrappingAdd(1, ordering: .relaxed).newValue * 1_000_000)
        })
    }

    private func hooks(now: @escaping @Sendable () -> RunInstant) -> CaptureWriter.Hooks {
        CaptureWriter.Hooks(
            now: now, wall: { WallTime(nanosecondsSinceEpoch: 1_796_008_695_042_000_000) },
            onWritten: { record, line in
                self.seen.withLock {
                    $0.written.append(record)
                    $0.lines.append(line)
                }
            }, onProblem: { problem in self.seen.withLock { $0.problems.append(problem) } })
    }
}

func sample(_ sequence: Int64) -> Record {
    .sample(
        Sample(
            probe: "internet", sequence: sequence, at: RunInstant(nanoseconds: sequence * 1_000_000),
            outcome: .reply(rtt: .milliseconds(14))))
}

/// Writers that several threads put together.
final class Winners: Sendable {
    private let writers = Mutex<[CaptureWriter]>([])

    var count: Int { writers.withLock { $0.count } }
    func add(_ writer: CaptureWriter) { writers.withLock { $0.append(writer) } }
    func appendToAll(_ record: Record) { writers.withLock { for writer in $0 { writer.append(record) } } }

    func removeAll() {
        let gone = writers.withLock { writers in
            defer { writers = [] }
            return writers
        }
        withExtendedLifetime(gone) {}
    }
}

/// Counts bytes on one thread for another.
final class Counter: Sendable {
    private let bytes = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let finished = Atomic<Bool>(false)

    var value: Int { bytes.load(ordering: .sequentiallyConsistent) }
    var isStopped: Bool { stopped.load(ordering: .sequentiallyConsistent) }
    var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .sequentiallyConsistent) }
    func stop() { stopped.store(true, ordering: .sequentiallyConsistent) }
    func finish() { finished.store(true, ordering: .sequentiallyConsistent) }
}
