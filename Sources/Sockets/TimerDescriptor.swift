internal import CSockets
internal import Glibc

/// A timer on CLOCK_MONOTONIC that epoll can wait for.
///
/// timerfd takes a high-resolution timer without the slack that poll and nanosleep add (timer_create(2), prctl(2)).
public struct TimerDescriptor: ~Copyable {
    private let descriptor: Descriptor

    public init() throws(SystemError) {
        let flags = Int32(TFD_NONBLOCK | TFD_CLOEXEC)
        descriptor = Descriptor(owning: try checked("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, flags) })
    }

    public var number: Int32 { descriptor.number }

    /// Fires at this reading of the clock, at once when it has passed; nil: never.
    public func arm(at monotonic: Int64?) throws(SystemError) {
        var setting = itimerspec()
        if let monotonic {
            // A value of zero would disarm it.
            let time = max(monotonic, 1)
            setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        }
        try checked("timerfd_settime") {
            timerfd_settime(descriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }

    /// Takes the expiry note, so that epoll falls silent.
    public func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(descriptor.number, &expirations, MemoryLayout<UInt64>.size)
    }
}
