import CSockets
import Glibc

/// A program that this one has started and ends again; for the use of one thread.
///
/// What it prints goes to files without a name, so that a program that prints much never waits for a reader, or to where
/// this program's own output goes.
public final class Child {
    /// It could not be started, ended with another status than 0, or did not end in time.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// The exit status, or 128 and the signal that killed it, as a shell tells it; nil while it runs.
    public private(set) var status: Int32?

    public let process: Int32

    private let words: [String]
    private let outputFile: Int32
    private let errorFile: Int32

    /// - Parameters:
    ///   - input: its standard input, which stays the caller's to close; nil: nothing to read.
    ///   - added: put before this program's own environment; nil: the environment is the same on every machine.
    ///   - isAttached: it speaks with this program's own streams and environment, as one that a person has started.
    /// - Throws: ``Failure`` when there is no such program, or it may not be started.
    public init(
        _ words: [String], input: Int32? = nil, adding added: [String]? = nil, isAttached: Bool = false
    ) throws {
        self.words = words
        outputFile = try Self.namelessFile()
        errorFile = try Self.namelessFile()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if !isAttached {
            if let input {
                posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
            } else {
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, outputFile, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, errorFile, STDERR_FILENO)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.unblockSignals(&attributes)
        // Ctrl-C goes to the terminal's whole group: servers and bridges must outlive the run that it ends.
        if !isAttached { Self.leaveGroup(&attributes) }
        let variables = isAttached || added != nil ? (added ?? []) + Self.inherited : Self.environment
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &environment)
        self.process = process
        guard code == 0 else {
            status = 127
            throw Failure(description: "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
        }
    }

    deinit {
        end()
        close(outputFile)
        close(errorFile)
    }

    /// What it has printed so far on standard output.
    public var output: String { Self.text(outputFile) }
    /// What it has printed so far on standard error.
    public var errors: String { Self.text(errorFile) }

    /// A file of /proc/PID, such as `net/raw` of its network namespace; nil: it has ended, or there is no such file.
    public func text(ofProcessFile name: String) -> String? {
        guard isRunning else { return nil }
        let file = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return Self.text(file)
    }

    /// Looks whether it has ended, without waiting.
    public var isRunning: Bool {
        guard status == nil else { return false }
        var code: Int32 = 0
        guard waitpid(process, &code, WNOHANG) == process else { return true }
        let signal = code & 0x7F
        status = signal == 0 ? (code >> 8) & 0xFF : 128 + signal
        return false
    }

    /// Waits for its end, and calls `meanwhile` every 100 ms.
    ///
    /// - Throws: ``Failure`` when the limit is over; the program has been ended then.
    @discardableResult
    public func wait(within limit: Duration, meanwhile: () throws -> Void = {}) throws -> Int32 {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        var next = clock.now
        while isRunning {
            guard clock.now < deadline else {
                end()
                throw Failure(description: "\(line) did not end within \(limit)\n\(errors)")
            }
            if clock.now >= next {
                try meanwhile()
                next += .milliseconds(100)
            }
            usleep(2_000)
        }
        return status ?? -1
    }

    /// Waits until it has said a text on standard error.
    ///
    /// - Throws: ``Failure`` when it ends before, or says it not within 20 s.
    public func wait(toSay text: String) throws {
        for _ in 0..<2_000 {
            if errors.contains(text) { return }
            guard isRunning else { break }
            usleep(10_000)
        }
        throw Failure(description: "\(line) does not say \"\(text)\": \(errors)")
    }

    /// Asks it to end, and kills it when it has not after 2 s.
    public func end() {
        guard isRunning else { return }
        kill(process, SIGTERM)
        for _ in 0..<400 where isRunning { usleep(5_000) }
        guard isRunning else { return }
        kill(process, SIGKILL)
        while isRunning { usleep(1_000) }
    }

    /// Runs a program to its end and gives what it printed.
    ///
    /// - Throws: ``Failure`` with what it said on standard error when its status is not 0.
    @discardableResult
    public static func run(_ words: [String], within limit: Duration = .seconds(20)) throws -> String {
        let child = try Child(words)
        let status = try child.wait(within: limit)
        guard status == 0 else {
            throw Failure(description: "\(child.line) ended with status \(status)\n\(child.errors)")
        }
        return child.output
    }

    private var line: String { words.joined(separator: " ") }

    /// The same words from every program, whatever the tester's own language; sbin, since not every user's path has it.
    private static var environment: [String] {
        let library = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
        return ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"] + library
    }

    /// This program's own.
    private static var inherited: [String] {
        var variables: [String] = []
        var next = environ
        while let pointer = next.pointee {
            variables.append(String(cString: pointer))
            next += 1
        }
        return variables
    }

    /// A program that blocks signals to wait for them would pass its mask on.
    private static func unblockSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        sigemptyset(&usual)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&usual, signal) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }

    private static func leaveGroup(_ attributes: inout posix_spawnattr_t) {
        var flags: Int16 = 0
        posix_spawnattr_getflags(&attributes, &flags)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETPGROUP))
    }

    /// A file in memory, the caller's to close: a system whose disk is full or read-only has it as well.
    public static func namelessFile() throws -> Int32 {
        let number = cs_gnu_memfd("linecheck-child")
        guard number >= 0 else { throw Failure(description: "memfd_create: \(String(cString: strerror(errno)))") }
        return number
    }

    private static func text(_ file: Int32) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            // pread, because the file's own offset is the writer's too.
            let count = pread(file, &part, part.count, off_t(bytes.count))
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }
}
