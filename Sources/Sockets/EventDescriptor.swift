internal import CSockets
internal import Glibc

/// Wakes a thread that waits in epoll (eventfd).
public struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: Descriptor

    public init() throws(SystemError) {
        let flags = Int32(EFD_NONBLOCK | EFD_CLOEXEC)
        descriptor = Descriptor(owning: try checked("eventfd") { eventfd(0, flags) })
    }

    public var number: Int32 { descriptor.number }

    /// From any thread. It cannot fail in a way that matters: a full counter has woken the reader already.
    public func signal() {
        var one: UInt64 = 1
        _ = write(descriptor.number, &one, MemoryLayout<UInt64>.size)
    }

    public func acknowledge() {
        var count: UInt64 = 0
        _ = read(descriptor.number, &count, MemoryLayout<UInt64>.size)
    }
}
