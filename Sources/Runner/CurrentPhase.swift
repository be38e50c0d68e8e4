import LinecheckCapture
import Synchronization

/// The phase that the driver is in, for threads that come with news of one.
final class CurrentPhase: Sendable {
    private let running = Mutex<String?>(nil)

    /// nil between phases, before and after.
    var name: String? { running.withLock { $0 } }

    func follow(_ change: PhaseChange) {
        running.withLock { running in
            switch change.state {
            case .running: running = change.phase
            case .loaded: break
            case .completed, .skipped, .cutShort, .cancelled: if running == change.phase { running = nil }
            }
        }
    }
}
