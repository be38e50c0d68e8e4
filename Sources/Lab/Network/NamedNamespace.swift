import Glibc

/// A network namespace with a name, so that `ip netns exec` can start programs in it (ip-netns(8)). Wants root.
///
/// `ip netns exec` also mounts a /sys that shows the namespace's own interfaces.
public struct NamedNamespace: Sendable {
    public let name: String

    /// Makes it, with its loopback interface up. The name must be free.
    public init(creating name: String) throws {
        self.name = name
        try Child.run(["ip", "netns", "add", name])
        try ip("link", "set", "dev", "lo", "up")
    }

    private init(existing name: String) { self.name = name }

    /// The words that run a program in it.
    public func command(_ words: [String]) -> [String] { ["ip", "netns", "exec", name] + words }

    /// Runs a program in it to its end and gives what it printed.
    @discardableResult
    public func run(_ words: String...) throws -> String { try Child.run(command(words)) }

    /// Configures it by ip(8).
    public func ip(_ words: String...) throws { try ip(words) }

    /// Configures it by ip(8).
    public func ip(_ words: [String]) throws { try Child.run(["ip", "-n", name] + words) }

    /// Sets kernel parameters of it, each `name=value`.
    public func set(_ parameters: String...) throws { try Child.run(command(["sysctl", "-qw"] + parameters)) }

    /// Ends what still runs in it and removes it with its interfaces.
    public func remove() {
        // Who keeps a namespace keeps its queues and addresses alive, long after its name is gone.
        let output = try? Child.run(["ip", "netns", "pids", name])
        for process in output?.split(whereSeparator: \.isWhitespace).compactMap({ pid_t($0) }) ?? [] {
            kill(process, SIGKILL)
        }
        _ = try? Child.run(["ip", "netns", "delete", name])
    }

    /// Removes what earlier test processes left behind when they were killed: `PREFIX-PID-…` of no living process.
    public static func sweep(prefix: String) {
        for name in all() where name.hasPrefix(prefix + "-") {
            let rest = name.dropFirst(prefix.count + 1)
            guard let process = pid_t(rest.prefix { $0 != "-" }), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            NamedNamespace(existing: name).remove()
        }
    }

    /// The names of all that have one, sorted.
    public static func all() -> [String] {
        guard let directory = opendir("/run/netns") else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
