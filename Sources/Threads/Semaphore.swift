internal import Glibc

/// A count of what may be taken, waited for by threads (sem_overview(7)).
///
/// Safe to share: the kernel's semaphore is, and its place does not move.
public final class Semaphore: @unchecked Sendable {
    private let place = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    public init(_ count: Int) { sem_init(place, 0, UInt32(count)) }

    deinit {
        sem_destroy(place)
        place.deallocate()
    }

    public func post() { sem_post(place) }

    /// Takes one if there is one.
    public func take() -> Bool { sem_trywait(place) == 0 }

    /// Takes one, and waits until there is one.
    public func wait() { while sem_wait(place) != 0, errno == EINTR {} }
}
