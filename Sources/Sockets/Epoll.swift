internal import CSockets
internal import Glibc

/// The kernel's list of descriptors that a thread waits for (epoll, level-triggered).
public final class Epoll {
    /// What a descriptor is ready for.
    public struct Readiness: Sendable {
        /// The number that the descriptor was registered with.
        public let token: UInt64
        /// Bytes, a connection, an error or a hang-up: time to read.
        public let readable: Bool
        /// Something waits in the error queue, or the socket failed.
        public let failed: Bool
    }

    private let descriptor: Descriptor
    private var events = [epoll_event](repeating: epoll_event(), count: 64)

    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// Waits for input; the error queue needs no asking, EPOLLERR is always reported.
    public func watch(input number: Int32, token: UInt64) throws(SystemError) {
        try add(number, EPOLLIN.rawValue, token)
    }

    /// Waits until a connection stands or fails.
    public func watch(output number: Int32, token: UInt64) throws(SystemError) {
        try add(number, EPOLLOUT.rawValue, token)
    }

    /// Tells once each time that something changes, in either direction (EPOLLET): who listens has to go on until nothing
    /// moves any more.
    public func watch(changes number: Int32, token: UInt64) throws(SystemError) {
        try add(number, EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue, token)
    }

    /// Waits for this descriptor no longer; closing it does the same.
    public func forget(_ number: Int32) { _ = epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, nil) }

    private func add(_ number: Int32, _ mask: UInt32, _ token: UInt64) throws(SystemError) {
        var event = epoll_event(events: mask, data: epoll_data_t(u64: token))
        try checked("epoll_ctl") { epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event) }
    }

    /// Blocks until something is ready; a signal counts as nothing ready.
    public func wait() throws(SystemError) -> [Readiness] {
        let count = events.withUnsafeMutableBufferPointer {
            epoll_wait(descriptor.number, $0.baseAddress, Int32($0.count), -1)
        }
        if count < 0 {
            let code = errno
            if code == EINTR { return [] }
            throw SystemError("epoll_wait", code)
        }
        return events.prefix(Int(count)).map { event in
            Readiness(
                token: event.data.u64, readable: event.events & EPOLLIN.rawValue != 0,
                failed: event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0)
        }
    }
}
