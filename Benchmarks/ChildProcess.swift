import Glibc

/// A program that runs beside the benchmark, with what it cost.
final class ChildProcess {
    private let pid: pid_t
    private var isOver = false

    struct Cost {
        var status: Int32
        /// User and system time of the process, in seconds.
        var cpu: Double
        /// Bytes of memory that it had in use at most.
        var peak: Int
    }

    /// - Parameter output: a file for its standard output; nil: nowhere.
    init?(_ words: [String], output: String? = nil) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        guard posix_spawnp(&pid, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
        self.pid = pid
    }

    func wait() -> Cost {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
        isOver = true
        return Cost(status: status, cpu: usage.seconds, peak: Int(usage.ru_maxrss) << 10)
    }

    deinit {
        guard !isOver else { return }
        kill(pid, SIGTERM)
        _ = wait()
    }
}

extension rusage {
    var seconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }

    /// Of this process.
    static var own: rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage
    }
}
