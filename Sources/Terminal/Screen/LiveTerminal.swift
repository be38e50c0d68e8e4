import Glibc
public import LinecheckCapture
public import LinecheckPlan
public import LinecheckQuantities
public import LinecheckSockets
import Synchronization

/// Set when a stopped program goes on (Ctrl-Z, fg): what it had drawn is somewhere above.
private let wasContinued = Atomic<Bool>(false)

/// Shows a run on a terminal while it goes on, from a thread of its own.
///
/// Who tells it something waits for a lock that is held while one record is folded in or the state is copied, never for the
/// terminal: a slow one, or one that was stopped with Ctrl-S, delays only this thread.
public final class LiveTerminal: Sendable {
    /// Ten redraws a second at most.
    private static let pause: Int64 = 100_000_000

    private let descriptor: Int32
    private let manners: TerminalManners
    private let now: @Sendable () -> RunInstant
    private let progress: Mutex<RunProgress>
    private let waker: Waker
    private let thread = Mutex<KernelThread?>(nil)

    /// Begins to draw at once.
    ///
    /// - Parameters:
    ///   - descriptor: of the terminal.
    ///   - now: the run's clock.
    /// - Throws: ``SystemError`` when there is no thread or descriptor left.
    public init(
        _ descriptor: Int32, plan: Plan, manners: TerminalManners, now: @escaping @Sendable () -> RunInstant
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.manners = manners
        self.now = now
        progress = Mutex(RunProgress(plan))
        waker = try Waker()
        wasContinued.store(false, ordering: .relaxed)
        signal(SIGCONT) { _ in wasContinued.store(true, ordering: .relaxed) }
        // Pings go first: a picture that is late does no harm.
        let started = try KernelThread(name: "terminal", niceness: 10) { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// From any thread.
    public func show(_ record: Record) { progress.withLock { $0.take(record) } }

    /// A line that stays, from any thread.
    public func say(_ text: String) { progress.withLock { $0.say(RunProgress.News(text)) } }

    /// Draws the last picture, which stays, and ends the thread. Later calls do nothing.
    public func finish() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        waker.wake()
        running.join()
        signal(SIGCONT, SIG_DFL)
    }

    // MARK: The thread

    private func run() {
        var frame = Frame(reflows: manners.reflows)
        repeat { draw(&frame) } while waker.sleep(until: KernelClock.monotonic + Self.pause)
        draw(&frame)
    }

    private func draw(_ frame: inout Frame) {
        if wasContinued.exchange(false, ordering: .relaxed) { frame.forget() }
        // In the background the screen belongs to somebody else.
        guard tcgetpgrp(descriptor) == getpgrp() else { return frame.forget() }
        let (state, news) = progress.withLock { progress in
            let news = progress.takeNews()
            return (progress, news)
        }
        let size = ScreenSize.read(descriptor)
        let picture = ProgressPicture(
            state, at: now(), columns: size.columns - 1, rows: size.rows - 1, isUnicode: manners.isUnicode)
        let bytes = frame.update(
            news: news.flatMap { NewsLines.lines($0, columns: size.columns - 1, manners) },
            lines: picture.lines.map { ($0.rendered(colours: manners.colours), $0.columns) }, on: size)
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if count == 0 || errno != EINTR {
                // The terminal is gone; the run goes on.
                return
            }
        }
    }
}
