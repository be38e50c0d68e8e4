public import Glibc

/// An open file descriptor with one owner, closed when that owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
    /// For system calls, while the owner lives.
    public let number: Int32

    public init(owning number: Int32) { self.number = number }

    deinit { _ = close(number) }
}
