/// The DNS servers that this host asks.
public enum ResolverConfiguration {
    /// In the order in which they are asked; empty when none is configured.
    ///
    /// systemd-resolved writes its own stub on loopback into resolv.conf; a question about the path has to go to the
    /// servers behind it, which it lists elsewhere.
    public static func servers() -> [SocketAddress] {
        let named = SystemText.read("/etc/resolv.conf").map(parse) ?? []
        guard named.allSatisfy(\.isLoopback) else { return named }
        let behind = SystemText.read("/run/systemd/resolve/resolv.conf").map(parse) ?? []
        return behind.isEmpty ? named : behind
    }

    /// The `nameserver` lines of resolv.conf(5).
    static func parse(_ text: String) -> [SocketAddress] {
        text.lines.compactMap { line in
            let fields = line.fields
            guard fields.count >= 2, fields[0] == "nameserver" else { return nil }
            return SocketAddress(numeric: String(fields[1]), port: 53)
        }
    }
}
