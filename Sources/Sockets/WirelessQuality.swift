/// Signal of a Wi-Fi interface, from /proc/net/wireless (wireless extensions; the kernel keeps it for old drivers and
/// for most new ones).
public struct WirelessQuality: Equatable, Sendable {
    /// dBm, negative.
    public var signal: Int

    static func read(interface: String) -> WirelessQuality? {
        SystemText.read("/proc/thread-self/net/wireless").flatMap { parse($0, interface: interface) }
    }

    /// `wlan0: 0000   60.  -50.  -256        0 …`: status, quality, level, noise. A level that is not negative is a
    /// percentage of the driver's own making and says nothing.
    static func parse(_ text: String, interface: String) -> WirelessQuality? {
        for line in text.lines {
            let fields = line.fields
            guard fields.count >= 4, fields[0] == interface + ":" else { continue }
            let level = fields[3].hasSuffix(".") ? fields[3].dropLast() : fields[3]
            return Int(level).flatMap { $0 < 0 && $0 > -200 ? WirelessQuality(signal: $0) : nil }
        }
        return nil
    }
}
