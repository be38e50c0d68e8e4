/// What an interface is made of, as far as the kernel tells.
public enum LinkKind: String, Sendable {
    case ethernet, wifi, cellular, loopback, unknown

    /// From /sys/class/net/NAME.
    public static func of(interface name: String) -> LinkKind {
        let folder = "/sys/class/net/\(name)"
        return classify(
            type: SystemText.readNumber("\(folder)/type"),
            hasWireless: SystemText.exists("\(folder)/wireless")
                || SystemText.exists("\(folder)/phy80211"), uevent: SystemText.read("\(folder)/uevent") ?? "",
            hasDevice: SystemText.exists("\(folder)/device"))
    }

    /// - Parameters:
    ///   - type: ARPHRD_ number of linux/if_arp.h: 1 Ethernet, 519 raw IP (most modems), 772 loopback, 801 802.11.
    ///   - hasDevice: a real or virtual device of a bus stands behind it; bridges, tunnels and veth pairs have none.
    static func classify(type: Int64?, hasWireless: Bool, uevent: String, hasDevice: Bool) -> LinkKind {
        let device = uevent.lines.first { $0.hasPrefix("DEVTYPE=") }?.dropFirst("DEVTYPE=".count)
        if type == 772 { return .loopback }
        if device == "wlan" || hasWireless { return .wifi }
        if device == "wwan" || type == 519 { return .cellular }
        // A bridge's members may be radios, so only a device of its own is certainly a wire.
        return type == 1 && device == nil && hasDevice ? .ethernet : .unknown
    }
}
