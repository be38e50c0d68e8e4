internal import Glibc

/// The route that packets to the internet take.
public struct DefaultRoute: Equatable, Sendable {
    public var interface: String
    /// nil: the interface leads out without one, as a tunnel or a modem does.
    public var gateway: SocketAddress?
    public var metric: UInt32

    /// The main table's best default route of a family; nil when there is none.
    public static func read(_ family: SocketAddress.Family) -> DefaultRoute? {
        // thread-self: a thread can be in another network namespace than its process.
        switch family {
        case .ipv4:
            SystemText.read("/proc/thread-self/net/route").flatMap { parse(ipv4: $0) }
        case .ipv6:
            SystemText.read("/proc/thread-self/net/ipv6_route").flatMap {
                parse(ipv6: $0) { if_nametoindex($0) }
            }
        }
    }

    /// RTF_UP, RTF_GATEWAY and RTF_REJECT of linux/route.h.
    private static let up: UInt32 = 1
    private static let viaGateway: UInt32 = 2
    private static let reject: UInt32 = 0x200

    /// From the text of /proc/net/route: addresses are hexadecimal numbers in this machine's byte order.
    static func parse(ipv4 text: String) -> DefaultRoute? {
        var best: DefaultRoute?
        for line in text.lines.dropFirst() {
            let fields = line.fields
            guard fields.count >= 8, UInt32(fields[1], radix: 16) == 0, UInt32(fields[7], radix: 16) == 0,
                let gateway = UInt32(fields[2], radix: 16), let flags = UInt32(fields[3], radix: 16),
                flags & up != 0, flags & reject == 0, let metric = UInt32(fields[6])
            else { continue }
            if let best, best.metric <= metric { continue }
            let octets = withUnsafeBytes(of: gateway) { Array($0) }
            best = DefaultRoute(
                interface: String(fields[0]),
                gateway: flags & viaGateway != 0 ? SocketAddress(family: .ipv4, octets: octets) : nil, metric: metric)
        }
        return best
    }

    /// From the text of /proc/net/ipv6_route. A gateway is nearly always link-local and needs the interface's index.
    static func parse(ipv6 text: String, index: (String) -> UInt32) -> DefaultRoute? {
        var best: DefaultRoute?
        for line in text.lines {
            let fields = line.fields
            guard fields.count >= 10, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
                let hop = octets(fields[4]), let metric = UInt32(fields[5], radix: 16),
                let flags = UInt32(fields[8], radix: 16), flags & up != 0, flags & reject == 0, fields[9] != "lo"
            else { continue }
            if let best, best.metric <= metric { continue }
            let interface = String(fields[9])
            var gateway = SocketAddress(family: .ipv6, octets: hop)
            if gateway.needsScope { gateway = gateway.with(scope: index(interface)) }
            best = DefaultRoute(
                interface: interface, gateway: flags & viaGateway != 0 ? gateway : nil, metric: metric)
        }
        return best
    }

    private static func octets(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count == 32 else { return nil }
        let digits = Array(text)
        let octets = stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        return octets.count == 16 ? octets : nil
    }
}
