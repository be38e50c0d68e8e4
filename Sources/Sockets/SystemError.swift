internal import Glibc

/// A system call that failed: which, on what, and what the kernel said.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    public var call: String
    public var errno: Int32
    /// The address, path or option that the call was about.
    public var subject: String?

    /// What is known better than the number tells; nil: nothing.
    public var explanation: String?

    public init(_ call: String, _ errno: Int32, subject: String? = nil, explanation: String? = nil) {
        self.call = call
        self.errno = errno
        self.subject = subject
        self.explanation = explanation
    }

    /// The explanation, or what strerror says.
    public var reason: String { explanation ?? String(cString: strerror(errno)) }

    public var description: String {
        let what = subject.map { "\(call) \($0)" } ?? call
        return "\(what): \(reason)"
    }
}

/// Repeats a call that a signal interrupted; a negative result becomes an error.
@discardableResult
public func checked<Result: BinaryInteger>(
    _ call: String, subject: String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call, code, subject: subject) }
    }
}
