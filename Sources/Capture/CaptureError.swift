import Glibc

/// Why a capture could not be written: the file, what the system said, and the next thing to try.
public struct CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the person named it.
    public var path: String
    /// What failed, one sentence without a full stop.
    public var reason: String
    /// The next thing to try; nil when the reason says it.
    public var advice: String?
    /// Of the system call; 0 when it was not one.
    public var errno: Int32

    public init(path: String, reason: String, advice: String? = nil, errno: Int32 = 0) {
        self.path = path
        self.reason = reason
        self.advice = advice
        self.errno = errno
    }

    public var description: String { advice.map { "\(path): \(reason); \($0)" } ?? "\(path): \(reason)" }

    /// A failed system call on the capture.
    init(_ verb: String, _ path: String, errno: Int32) {
        self.init(
            path: path, reason: "cannot \(verb): \(String(cString: strerror(errno)))", advice: Self.advice(errno),
            errno: errno)
    }

    private static func advice(_ code: Int32) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "make room there, or write to another place with -o"
        case ENOENT, ENOTDIR: "make the folder first, or choose another one with -o"
        case EACCES, EPERM, EROFS: "choose a folder that you may write to with -o"
        case EIO: "look at the disk: `dmesg` may say more"
        default: nil
        }
    }
}
