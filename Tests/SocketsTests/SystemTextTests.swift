import Testing

@testable import LinecheckSockets

/// Texts as real kernels show them.
@Suite struct SystemTextTests {
    private let routes = """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
        eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0
        eth0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
        *\t0000080A\t00000000\t0201\t0\t0\t0\t00FFFFFF\t0\t0\t0
        """

    @Test func `the default route with the lowest metric wins`() {
        #expect(
            DefaultRoute.parse(ipv4: routes)
                == DefaultRoute(interface: "eth0", gateway: SocketAddress(numeric: "10.0.0.1"), metric: 100))
    }

    @Test func `half of a VPN's split default is no default route`() {
        let text = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
            """
        #expect(DefaultRoute.parse(ipv4: text) == nil)
    }

    @Test func `a tunnel's default route has no gateway`() {
        let text = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0
            """
        #expect(DefaultRoute.parse(ipv4: text) == DefaultRoute(interface: "tun0", gateway: nil, metric: 0))
    }

    @Test func `a default route of type unreachable leads nowhere`() {
        let text = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            *\t00000000\t00000000\t0201\t0\t0\t0\t00000000\t0\t0\t0
            """
        #expect(DefaultRoute.parse(ipv4: text) == nil)
        #expect(DefaultRoute.parse(ipv4: "") == nil)
    }

    @Test func `an IPv6 gateway keeps its interface`() throws {
        let zero = String(repeating: "0", count: 32)
        let text = """
            fe800000000000000000000000000000 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000001     eth0
            \(zero) 00 \(zero) 00 fe800000000000000000000000000001 00000400 00000002 00000000 00000003     eth0
            \(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo
            """
        let route = try #require(DefaultRoute.parse(ipv6: text) { $0 == "eth0" ? 4 : 0 })
        let gateway = try #require(route.gateway)
        #expect(route.interface == "eth0" && route.metric == 0x400)
        #expect(gateway.octets.first == 0xFE && gateway.octets.last == 1 && gateway.scope == 4)
    }

    @Test func `without an IPv6 route there is only the kernel's null entry`() {
        let zero = String(repeating: "0", count: 32)
        let text = "\(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo\n"
        #expect(DefaultRoute.parse(ipv6: text) { _ in 1 } == nil)
    }

    @Test func `nameservers are read in order, with their interfaces, and comments are not`() {
        let text = """
            # nameserver 9.9.9.9
            ; nameserver 9.9.9.9
            search example.org
            nameserver 10.255.255.53
            nameserver\t2001:db8::53
            nameserver nonsense
            options edns0
            """
        #expect(ResolverConfiguration.parse(text).map(\.host) == ["10.255.255.53", "2001:db8::53"])
        #expect(ResolverConfiguration.parse("").isEmpty)
    }

    @Test(
        arguments: [
            (Int64(1), false, "INTERFACE=eth0\nIFINDEX=4\n", true, LinkKind.ethernet),
            (1, true, "DEVTYPE=wlan\nINTERFACE=wlan0\n", true, .wifi), (1, true, "INTERFACE=wlan0\n", true, .wifi),
            (1, false, "DEVTYPE=wwan\nINTERFACE=wwan0\n", true, .cellular),
            (519, false, "INTERFACE=rmnet0\n", false, .cellular),
            (772, false, "INTERFACE=lo\n", false, .loopback),
            (1, false, "DEVTYPE=bridge\nINTERFACE=br0\n", false, .unknown),
            (1, false, "INTERFACE=veth1\n", false, .unknown), (65534, false, "INTERFACE=tun0\n", false, .unknown),
            (nil, false, "", false, .unknown),
        ] as [(Int64?, Bool, String, Bool, LinkKind)])
    func `the kind of a link`(type: Int64?, wireless: Bool, uevent: String, device: Bool, kind: LinkKind) {
        #expect(LinkKind.classify(type: type, hasWireless: wireless, uevent: uevent, hasDevice: device) == kind)
    }

    @Test func `a Wi-Fi level counts only as dBm`() {
        let text = """
            Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
             face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
             wlan0: 0000   60.  -50.  -256        0      0      0      0     12        0
             wlan1: 0000   70    55.   0.         0      0      0      0     12        0
            """
        #expect(WirelessQuality.parse(text, interface: "wlan0")?.signal == -50)
        #expect(WirelessQuality.parse(text, interface: "wlan1") == nil)
        #expect(WirelessQuality.parse(text, interface: "wlan") == nil)
    }

    @Test func `an interface's counters are found also when they touch its name`() {
        let text = """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                lo:  100       1    0    0    0     0          0         0      200       1    0    0    0     0       0          0
              eth0:12345678901 2    0    0    0     0          0         0 98765432109    2    0    0    0     0       0          0
            """
        #expect(
            InterfaceCounters.parse(text, interface: "eth0")
                == InterfaceCounters(received: 12_345_678_901, sent: 98_765_432_109))
        #expect(InterfaceCounters.parse(text, interface: "lo") == InterfaceCounters(received: 100, sent: 200))
        #expect(InterfaceCounters.parse(text, interface: "eth") == nil)
    }

    @Test func `waiting for a disk is not being busy, and stolen time is`() {
        let text = "cpu  100 10 20 5000 300 4 6 7 50 5\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
        // user + nice + system + irq + softirq + steal; guest time is in user already.
        #expect(MachineLoad.parse(text, ticksPerSecond: 100) == Int64(1_470_000_000))
        #expect(MachineLoad.parse("intr 1 2 3", ticksPerSecond: 100) == nil)
        #expect(MachineLoad.parse("", ticksPerSecond: 100) == nil)
    }

    @Test func `this machine tells its facts`() {
        let host = HostFacts.read()
        #expect(host.os == "Linux" && !host.kernel.isEmpty && !host.arch.isEmpty && host.cpus > 0)
        #expect(InterfaceCounters.read(interface: "lo") != nil)
        #expect(InterfaceCounters.read(interface: "no-such-link") == nil)
        #expect(MachineLoad.busy() ?? 0 > 0)
        #expect(LinkKind.of(interface: "lo") == .loopback)
        #expect(LinkKind.of(interface: "no-such-link") == .unknown)
    }
}
