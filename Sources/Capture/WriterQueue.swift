import Glibc
import LinecheckJSON
import LinecheckThreads

/// What the writer's thread is asked to do.
enum WriterCommand: Sendable {
    case record(Record)
    case flush(Reply<Void>)
    case finish(End.Outcome, String?, Reply<Result<End, CaptureError>>)
    case seal(JSONValue, Reply<Result<Void, CaptureError>>)
    case stop
}

/// An answer that one thread waits for and another gives once.
///
/// Safe to share: the value is set before the post and read after the wait.
final class Reply<Value: Sendable>: @unchecked Sendable {
    private let given = Semaphore(0)
    private var value: Value?

    func give(_ value: Value) {
        self.value = value
        given.post()
    }

    func wait() -> Value? {
        given.wait()
        return value
    }
}

/// Commands in the order of their arrival, from any thread to the writer's.
///
/// Safe to share: `waiting` is touched only under the mutex. A condition variable, because the standard library's
/// `Mutex` has none, and the writer has to wake up for its next sync as well (by CLOCK_MONOTONIC, which never steps).
final class WriterQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [WriterCommand] = []

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(arrived, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(arrived)
        pthread_mutex_destroy(mutex)
        arrived.deallocate()
        mutex.deallocate()
    }

    func push(_ command: WriterCommand) {
        pthread_mutex_lock(mutex)
        waiting.append(command)
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(arrived)
    }

    /// Everything that has arrived; waits for it up to that moment of CLOCK_MONOTONIC, and then returns nothing.
    func take(until deadline: timespec) -> [WriterCommand] {
        var deadline = deadline
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty {
            if pthread_cond_timedwait(arrived, mutex, &deadline) == ETIMEDOUT { break }
        }
        defer { waiting.removeAll(keepingCapacity: waiting.count < 4096) }
        return waiting
    }
}
