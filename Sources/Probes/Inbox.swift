internal import LinecheckPlan
internal import LinecheckSockets
internal import Synchronization

/// What other threads ask of the probe thread, and what it lets them know.
final class Inbox: Sendable {
    enum Command: Sendable {
        case start(Probe, PinnedTarget)
        case stop(String)
        case stopAll
        case shutdown
    }

    let wake: Waker
    private let commands = Mutex<[Command]>([])
    private let selfCheck = Mutex(Lateness())
    private let drops = Atomic<Int64>(0)

    init() throws(SystemError) { wake = try Waker() }

    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        wake.wake()
    }

    func take() -> [Command] {
        wake.acknowledge()
        return commands.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    func note(lateness: Int64) { selfCheck.withLock { $0.note(lateness) } }

    func note(drops total: Int64) { drops.store(total, ordering: .relaxed) }

    func takeSelfCheck() -> (timerLateP99: Duration?, localDrops: Int64) {
        (selfCheck.withLock { $0.takeP99() }, drops.load(ordering: .relaxed))
    }
}
