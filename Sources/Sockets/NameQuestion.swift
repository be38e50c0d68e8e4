internal import LinecheckQuantities
internal import Synchronization

/// One question to the system's resolver, on a thread of its own: getaddrinfo(3) can block for many seconds and nothing
/// interrupts it, while a load must stop at once.
public final class NameQuestion: Sendable {
    public typealias Answer = Result<[SocketAddress], NameLookup.Failure>

    /// Woken when the answer is there.
    public let done: Waker
    private let asked = KernelClock.monotonic
    private let result = Mutex<(answer: Answer, time: Duration)?>(nil)

    /// nil until ``done``.
    public var answer: Answer? { result.withLock { $0?.answer } }
    /// How long the answer took; nil until ``done``.
    public var time: Duration? { result.withLock { $0?.time } }

    /// Errors: no descriptor or no thread left.
    public init(_ name: String, family: SocketAddress.Family?) throws(SystemError) {
        done = try Waker()
        _ = try KernelThread(name: "lookup") { [self] in
            let answer = Answer { () throws(NameLookup.Failure) in
                try NameLookup.addresses(of: name, family: family)
            }
            result.withLock { $0 = (answer, .nanoseconds(KernelClock.monotonic - asked)) }
            done.wake()
        }
    }

    /// The answer as soon as it is there; nil when it is not within this time of the question.
    public func answer(within limit: Duration) -> Answer? {
        _ = done.sleep(until: asked + limit.nanoseconds)
        return answer
    }
}
