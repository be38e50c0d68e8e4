import Glibc
public import LinecheckPhases
public import LinecheckQuantities
public import LinecheckSockets

/// Where the driver's events come from: the world in a run, a script in tests.
public protocol EventSource {
    /// The next event, or nil when `deadline` comes first; and what time it is then. Waits for ever without a deadline.
    func next(until deadline: RunInstant?) -> (event: PhaseEvent?, now: RunInstant)
}

/// Events from other threads, in the order in which they were posted.
public final class EventQueue: EventSource, @unchecked Sendable {
    // The condition guards `waiting`; everything else is constant.
    private let clock: RunClock
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var waiting: [(event: PhaseEvent, isCurrent: @Sendable () -> Bool)] = []

    public init(clock: RunClock) {
        self.clock = clock
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The default is CLOCK_REALTIME, and a stepped wall clock must not move a deadline.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Called from any thread; returns at once.
    ///
    /// An event whose source has ended by the time it is its turn is dropped: a load of the phase before says nothing of
    /// the load of the same name in this one.
    public func post(_ event: PhaseEvent, while isCurrent: @escaping @Sendable () -> Bool = { true }) {
        pthread_mutex_lock(mutex)
        waiting.append((event, isCurrent))
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    public func next(until deadline: RunInstant?) -> (event: PhaseEvent?, now: RunInstant) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            while !waiting.isEmpty {
                let (event, isCurrent) = waiting.removeFirst()
                if isCurrent() { return (event, clock.now) }
            }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            if clock.now >= deadline { return (nil, clock.now) }
            let moment = clock.monotonic(deadline)
            var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }
}
