public import LinecheckCapture
public import LinecheckPlan
public import LinecheckSockets
internal import Synchronization

/// Runs probes on a thread of its own, which owns all their sockets and stamps.
///
/// `sink` and `onEvent` are called on that thread and have to return at once. The thread lives in the network namespace
/// of the thread that made the engine.
public final class ProbeEngine: Sendable {
    private let inbox: Inbox
    private let thread: Mutex<KernelThread?>

    /// What tests turn; a run uses the defaults.
    package struct Options: Sendable {
        /// Only this kind of ICMP socket; nil: the first that is permitted.
        package var socketKind: ICMPSocket.Kind?
        /// The number of each probe's first attempt.
        package var firstNumber: Int64

        package init(socketKind: ICMPSocket.Kind? = nil, firstNumber: Int64 = 0) {
            self.socketKind = socketKind
            self.firstNumber = firstNumber
        }
    }

    /// - Parameters:
    ///   - sink: takes a record at the moment it becomes known.
    ///   - onEvent: takes what is no record.
    /// - Throws: when the kernel gives no thread, timer or epoll descriptor.
    public convenience init(
        clock: RunClock, sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (ProbeEvent) -> Void
    ) throws(SystemError) {
        try self.init(clock: clock, options: Options(), sink: sink, onEvent: onEvent)
    }

    package init(
        clock: RunClock, options: Options, sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (ProbeEvent) -> Void
    ) throws(SystemError) {
        let inbox = try Inbox()
        self.inbox = inbox
        let loop = Mutex(try ProbeLoop(clock: clock, options: options, inbox: inbox, sink: sink, onEvent: onEvent))
        thread = Mutex(try KernelThread(name: "linecheck-probe") { loop.withLock { $0.run() } })
    }

    deinit { shutdown() }

    /// Starts a sequence now and returns at once; the attempt numbers of a probe's name go on from its last sequence.
    /// A sequence of the same name that still sends is stopped.
    public func start(_ probe: Probe, at target: PinnedTarget) { inbox.post(.start(probe, target)) }

    /// No further sends of this probe; what is in flight settles.
    public func stop(_ probeName: String) { inbox.post(.stop(probeName)) }

    /// No further sends at all; ``ProbeEvent/idle`` follows when everything in flight is settled.
    public func stopAll() { inbox.post(.stopAll) }

    /// How late sends were since the call before (99th percentile by nearest rank; nil: none was due), and how many
    /// replies this host's kernel has dropped so far because they were not read in time.
    public func takeSelfCheck() -> (timerLateP99: Duration?, localDrops: Int64) { inbox.takeSelfCheck() }

    /// Ends the thread and waits for it; to be called after ``ProbeEvent/idle``. Attempts whose timeout has passed are
    /// settled, the others vanish. Safe to call again.
    public func shutdown() {
        inbox.post(.shutdown)
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
