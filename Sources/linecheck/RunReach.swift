import LinecheckPlan
import LinecheckQuantities
import LinecheckRunner

/// Whom a run contacts and what that may cost, as it is told before the first packet.
struct RunReach {
    private let footprint: RunFootprint
    private let isLoopback: Bool
    private let urls: [String]

    init(_ plan: Plan, isLoopback: Bool) {
        footprint = RunFootprint(plan)
        self.isLoopback = isLoopback
        let used = Set(plan.phases.flatMap(\.loads))
        urls = plan.loads.filter { used.contains($0.name) }.map(\.url)
    }

    /// `contacts 192.168.1.1, 1.1.1.1; loads of at most 8GB; at most 39s`
    var announcement: String {
        let hosts = footprint.hosts.map { $0 == "@embedded" ? "the embedded server" : $0 }
        return "contacts \(hosts.joined(separator: ", ")); \(loads); at most \(footprint.duration.text)"
    }

    private var loads: String {
        guard !urls.isEmpty else { return "no load" }
        // How many bytes a host moves within itself costs nobody anything, and its cap is set out of the way.
        if isLoopback, urls.allSatisfy({ Self.isThisHost(Self.authority(of: $0)) }) { return "loads stay in this host" }
        return footprint.bytes.map { "loads of at most \($0.text)" } ?? "loads without a limit of bytes"
    }

    /// What `--loopback` does not keep in this host; nil: nothing.
    var outside: String? {
        let hosts = footprint.hosts.filter { !Self.isThisHost($0) }
        guard isLoopback, !hosts.isEmpty else { return nil }
        return "\(hosts.joined(separator: ", ")) stands in the plan itself, where --loopback finds no variable to set: "
            + "it is contacted all the same"
    }

    private static func authority(of url: String) -> String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return url }
        return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), localhost (RFC 6761 §6.3), with or without a port.
    static func isThisHost(_ host: String) -> Bool {
        host.hasPrefix("127.") || host == "::1" || host.hasPrefix("[::1]") || host == "@embedded"
            || host == "localhost" || host.hasPrefix("localhost:")
    }
}
