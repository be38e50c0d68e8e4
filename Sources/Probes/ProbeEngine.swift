public import LinecheckCapture
package import LinecheckLoads
public import LinecheckPlan
public import LinecheckSockets
internal import Synchronization

/// Runs probes on threads of its own, which own all their sockets and stamps: one for single packets, and one for
/// conversations, so that a TLS handshake does not make a ping late.
///
/// `sink` and `onEvent` are called on those threads and have to return at once. The threads live in the network namespace
/// of the thread that made the engine.
public final class ProbeEngine: Sendable {
    private let packets: Worker
    private let conversations: Worker
    private let idle: IdleCount

    /// A thread with a loop, and how to reach it.
    private final class Worker: Sendable {
        let inbox: Inbox
        private let thread: Mutex<KernelThread?>

        init(
            _ kind: ProbeLoop.Kind, clock: RunClock, options: Options, sink: @escaping @Sendable (Record) -> Void,
            onEvent: @escaping @Sendable (ProbeEvent) -> Void
        ) throws(SystemError) {
            let inbox = try Inbox()
            self.inbox = inbox
            let loop = Mutex(
                try ProbeLoop(kind, clock: clock, options: options, inbox: inbox, sink: sink, onEvent: onEvent))
            let name = kind == .packets ? "linecheck-probe" : "linecheck-talk"
            thread = Mutex(try KernelThread(name: name) { loop.withLock { $0.run() } })
        }

        func shutdown() {
            inbox.post(.shutdown)
            thread.withLock { thread in
                defer { thread = nil }
                return thread
            }?.join()
        }
    }

    /// The engine is idle when all its threads are.
    private final class IdleCount: Sendable {
        private let count = Atomic(0)

        func reset() { count.store(0, ordering: .sequentiallyConsistent) }
        func isLast() -> Bool { count.add(1, ordering: .sequentiallyConsistent).newValue == 2 }
    }

    /// What tests turn; a run uses the defaults.
    package struct Options: Sendable {
        /// Only this kind of ICMP socket; nil: the first that is permitted.
        package var socketKind: ICMPSocket.Kind?
        /// The number of each probe's first attempt.
        package var firstNumber: Int64
        /// Whose certificates are believed.
        package var trust: TLSTrust

        package init(socketKind: ICMPSocket.Kind? = nil, firstNumber: Int64 = 0, trust: TLSTrust = .system) {
            self.socketKind = socketKind
            self.firstNumber = firstNumber
            self.trust = trust
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
        let idle = IdleCount()
        self.idle = idle
        let tell: @Sendable (ProbeEvent) -> Void = { event in
            if event == .idle { if idle.isLast() { onEvent(.idle) } } else { onEvent(event) }
        }
        packets = try Worker(.packets, clock: clock, options: options, sink: sink, onEvent: tell)
        do {
            conversations = try Worker(.conversations, clock: clock, options: options, sink: sink, onEvent: tell)
        } catch {
            packets.shutdown()
            throw error
        }
    }

    deinit { shutdown() }

    /// Starts a sequence now and returns at once; the attempt numbers of a probe's name go on from its last sequence.
    /// A sequence of the same name that still sends is stopped.
    public func start(_ probe: Probe, at target: PinnedTarget) {
        let isConversation = probe.kind.isConversation(over: probe.exchange.transport)
        (isConversation ? conversations : packets).inbox.post(.start(probe, target))
    }

    /// No further sends of this probe; what is in flight settles.
    public func stop(_ probeName: String) {
        packets.inbox.post(.stop(probeName))
        conversations.inbox.post(.stop(probeName))
    }

    /// No further sends at all; ``ProbeEvent/idle`` follows when everything in flight is settled.
    public func stopAll() {
        idle.reset()
        packets.inbox.post(.stopAll)
        conversations.inbox.post(.stopAll)
    }

    /// How late single packets were sent since the call before (99th percentile by nearest rank; nil: none was due), and
    /// how many replies this host's kernel has dropped so far because they were not read in time.
    public func takeSelfCheck() -> (timerLateP99: Duration?, localDrops: Int64) { packets.inbox.takeSelfCheck() }

    /// Ends the threads and waits for them; to be called after ``ProbeEvent/idle``. Attempts whose timeout has passed are
    /// settled, the others vanish. Safe to call again.
    public func shutdown() {
        packets.shutdown()
        conversations.shutdown()
    }
}
