import Glibc
import LinecheckQuantities
import LinecheckSockets

/// A program that this one starts and waits for, with this one's environment.
struct Subprogram {
    /// nil: a signal ended it.
    var status: Int32?
    var output: [UInt8]
    var errors: [UInt8]

    /// The last line that it said on standard error.
    var lastWords: String {
        String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - variables: added to the environment.
    ///   - signals: passed on as they come.
    ///   - limit: after that it is killed; nil: never.
    init(
        _ words: [String], variables: [String] = [], input: [UInt8] = [], signals: SignalInbox,
        limit: Duration? = nil
    ) throws(SystemError) {
        let source = try Self.namelessFile(input)
        let output = try Self.namelessFile([])
        let errors = try Self.namelessFile([])
        let process = try Self.start(
            words, variables: variables, streams: [source.number, output.number, errors.number])
        let deadline = limit.map { KernelClock.monotonic + $0.nanoseconds }
        var code: Int32 = 0
        while waitpid(process, &code, WNOHANG) == 0 {
            if let signal = signals.next { kill(process, signal) }
            if let deadline, KernelClock.monotonic > deadline { kill(process, SIGKILL) }
            usleep(10_000)
        }
        status = code & 0x7F == 0 ? (code >> 8) & 0xFF : nil
        self.output = Self.contents(output)
        self.errors = Self.contents(errors)
    }

    private static func start(
        _ words: [String], variables: [String], streams: [Int32]
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program blocks the signals that it waits for, and ignores SIGPIPE.
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&set, signal) }
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = (variables + inherited).map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw SystemError("posix_spawn", code, subject: words[0]) }
        return process
    }

    private static var inherited: [String] {
        var variables: [String] = []
        var next = environ
        while let pointer = next.pointee {
            variables.append(String(cString: pointer))
            next += 1
        }
        return variables
    }

    /// A file that has no name any more: a program that prints much or reads nothing never waits for this one.
    private static func namelessFile(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
        var name = Array("/tmp/linecheck-monitor-XXXXXX".utf8CString)
        let file = Descriptor(owning: try checked("mkstemp", subject: "/tmp") { mkstemp(&name) })
        unlink(name)
        try checked("fcntl", subject: "/tmp") { fcntl(file.number, F_SETFD, FD_CLOEXEC) }
        if !bytes.isEmpty {
            try checked("write", subject: "/tmp") { pwrite(file.number, bytes, bytes.count, 0) }
        }
        return file
    }

    private static func contents(_ file: borrowing Descriptor) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        // pread, since the file's own offset is the writer's too.
        while case let count = pread(file.number, &chunk, chunk.count, off_t(bytes.count)), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }
}
