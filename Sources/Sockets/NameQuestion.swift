internal import Synchronization

/// One question to the system's resolver, on a thread of its own: getaddrinfo(3) can block for many seconds and nothing
/// interrupts it, while a load must stop at once.
public final class NameQuestion: Sendable {
    public typealias Answer = Result<[SocketAddress], NameLookup.Failure>

    /// Woken when the answer is there.
    public let done: Waker
    private let result = Mutex<Answer?>(nil)

    /// nil until ``done``.
    public var answer: Answer? { result.withLock { $0 } }

    /// Errors: no descriptor or no thread left.
    public init(_ name: String, family: SocketAddress.Family?) throws(SystemError) {
        done = try Waker()
        _ = try KernelThread(name: "lookup") { [self] in
            let answer = Answer { () throws(NameLookup.Failure) in
                try NameLookup.addresses(of: name, family: family)
            }
            result.withLock { $0 = answer }
            done.wake()
        }
    }
}
