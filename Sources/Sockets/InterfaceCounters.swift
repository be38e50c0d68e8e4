/// Bytes that an interface has moved since it came up.
public struct InterfaceCounters: Equatable, Sendable {
    public var received: Int64
    public var sent: Int64

    public init(received: Int64, sent: Int64) {
        self.received = received
        self.sent = sent
    }

    /// nil when there is no such interface.
    ///
    /// /proc/net/dev and not /sys: /sys shows the namespace in which it was mounted.
    public static func read(interface: String) -> InterfaceCounters? {
        SystemText.read("/proc/thread-self/net/dev").flatMap { parse($0, interface: interface) }
    }

    /// proc_pid_net(5): after the name eight counters of receipt, then eight of transmission, bytes first.
    static func parse(_ text: String, interface: String) -> InterfaceCounters? {
        for line in text.lines {
            // `lo:123` stands without a blank when the counter is wide.
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].fields == [interface[...]] else { continue }
            let fields = parts[1].fields
            guard fields.count >= 9, let received = Int64(fields[0]), let sent = Int64(fields[8]) else { return nil }
            return InterfaceCounters(received: received, sent: sent)
        }
        return nil
    }
}
