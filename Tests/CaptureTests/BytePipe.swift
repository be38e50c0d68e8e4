import Glibc
import Synchronization

/// A pipe whose ends are closed once, by whoever has it: Foundation's `Pipe` closes its ends by itself as soon as nobody needs
/// it, and a number that is closed twice may by then be another test's file.
final class BytePipe: Sendable {
    let reading: Int32
    let writing: Int32
    private let isWritingOpen = Atomic(true)

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriting()
        close(reading)
    }

    func closeWriting() {
        if isWritingOpen.exchange(false, ordering: .relaxed) { close(writing) }
    }
}
