import Foundation
import Glibc
import Synchronization
import Testing

/// A process that a test has started, with both of its output streams collected as they come.
final class Running: @unchecked Sendable {
    // `status` is touched by the test's own thread only; everything else is constant.
    let pid: pid_t
    private let output: Stream
    private let errors: Stream
    private var status: Int32?

    struct NotStarted: Error { let errno: Int32 }

    /// - Parameters:
    ///   - words: program and arguments; the program is looked up in PATH.
    ///   - input: what it reads from standard input; nil: nothing.
    ///   - descriptor: what it reads from instead; the caller closes it.
    ///   - environment: added to this process's own.
    ///   - file: where its standard output goes instead of to this object.
    init(
        _ words: [String], input: [UInt8]? = nil, source descriptor: Int32? = nil, environment: [String: String] = [:],
        output file: String? = nil
    ) throws {
        output = try Stream()
        errors = try Stream()
        let source = try descriptor.map { dup($0) } ?? Self.source(input)
        defer { close(source) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, source, STDIN_FILENO)
        if let file {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, output.writeEnd, STDOUT_FILENO)
        }
        posix_spawn_file_actions_adddup2(&actions, errors.writeEnd, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test run in the background may have SIGINT ignored, and a child would inherit that.
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&set, signal) }
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        // Words are compared with those of a UTF-8 locale, wherever the tests run.
        let variables = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
            .merging(environment) { $1 }.map { "\($0)=\($1)" }
        var pid = pid_t()
        let code = Self.withStrings(words) { arguments in
            Self.withStrings(variables) { posix_spawnp(&pid, words[0], &actions, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw NotStarted(errno: code) }
        self.pid = pid
        output.collect()
        errors.collect()
    }

    /// What has come to standard error so far.
    var stderr: String { errors.text }

    /// Waits until standard error holds a text; false when the process ended or a minute passed without it.
    func says(_ text: String) -> Bool {
        for _ in 0..<12_000 {
            if errors.text.contains(text) { return true }
            if hasEnded { return errors.allText().contains(text) }
            usleep(5_000)
        }
        return false
    }

    func send(_ signal: Int32) { kill(pid, signal) }

    var hasEnded: Bool {
        if status == nil {
            var found: Int32 = 0
            if waitpid(pid, &found, WNOHANG) == pid { status = found }
        }
        return status != nil
    }

    /// Waits for its end; a process that takes more than two minutes is killed, and the test fails by its status.
    func wait() -> Ended {
        for _ in 0..<24_000 where !hasEnded { usleep(5_000) }
        if !hasEnded {
            send(SIGKILL)
            while !hasEnded { usleep(5_000) }
        }
        let raw = status ?? 0
        let signal = raw & 0x7F
        return Ended(
            status: signal == 0 ? raw >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal, bytes: output.allBytes(),
            stderr: errors.allText())
    }

    private static func source(_ input: [UInt8]?) throws -> Int32 {
        guard let input else { return open("/dev/null", O_RDONLY | O_CLOEXEC) }
        // A file that has no name any more: a pipe would block a test whose program does not read.
        var template = Array((NSTemporaryDirectory() + "linecheck-input-XXXXXX").utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw NotStarted(errno: errno) }
        unlink(template)
        _ = input.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        lseek(file, 0, SEEK_SET)
        return file
    }

    private static func withStrings<Result>(
        _ list: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = list.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }

    /// One output stream and the thread that reads it.
    private final class Stream: @unchecked Sendable {
        // `bytes` is guarded; the ends are touched before the thread starts only.
        private let bytes = Mutex<[UInt8]>([])
        private let closed = DispatchSemaphore(value: 0)
        private let readEnd: Int32
        private(set) var writeEnd: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            // Close-on-exec from the start, as pipe(2) is not: a child of another test would hold this end open.
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw NotStarted(errno: errno) }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func collect() {
            close(writeEnd)
            Thread.detachNewThread { [self] in
                var chunk = [UInt8](repeating: 0, count: 65_536)
                while case let count = read(readEnd, &chunk, chunk.count), count > 0 {
                    bytes.withLock { $0 += chunk[..<count] }
                }
                close(readEnd)
                closed.signal()
            }
        }

        /// Everything, once the last writer has closed it.
        func allBytes() -> [UInt8] {
            _ = closed.wait(timeout: .now() + 10)
            closed.signal()
            return bytes.withLock { $0 }
        }

        func allText() -> String { String(decoding: allBytes(), as: UTF8.self) }
    }
}

/// How a process ended and what it had to say.
struct Ended {
    /// nil: a signal ended it.
    var status: Int32?
    var signal: Int32?
    /// Standard output.
    var bytes: [UInt8]
    var stderr: String

    var stdout: String { String(decoding: bytes, as: UTF8.self) }
}
