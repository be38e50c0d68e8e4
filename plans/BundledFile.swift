/// A plan or rules document that is built into the program, so that a copied binary finds it.
public struct BundledFile: Sendable {
    /// As a plan or the command line names it: `health`, `health-1`.
    public let name: String
    public let bytes: [UInt8]

    public static let plans = [
        BundledFile(name: "bufferbloat", bytes: PackageResources.bufferbloat_json),
        BundledFile(name: "health", bytes: PackageResources.health_json),
        BundledFile(name: "quick", bytes: PackageResources.quick_json),
        BundledFile(name: "call", bytes: PackageResources.call_json),
        BundledFile(name: "wifi", bytes: PackageResources.wifi_json),
        BundledFile(name: "soak", bytes: PackageResources.soak_json),
        BundledFile(name: "compare-families", bytes: PackageResources.compare_families_json),
    ]

    /// Servers for loads, by name.
    public static let servers = BundledFile(name: "servers", bytes: PackageResources.servers_json)

    public static let rules =
        [
            BundledFile(name: "bufferbloat-1", bytes: PackageResources.bufferbloat_1_json),
            BundledFile(name: "health-1", bytes: PackageResources.health_1_json),
            BundledFile(name: "quick-1", bytes: PackageResources.quick_1_json),
            BundledFile(name: "call-1", bytes: PackageResources.call_1_json),
            BundledFile(name: "wifi-1", bytes: PackageResources.wifi_1_json),
            BundledFile(name: "soak-1", bytes: PackageResources.soak_1_json),
            BundledFile(name: "compare-families-1", bytes: PackageResources.compare_families_1_json),
        ] + rulers

    /// Rules by which others judge lines, each over the phases of `bufferbloat`.
    public static let rulers = [
        BundledFile(name: "dslreports-1", bytes: PackageResources.dslreports_1_json),
        BundledFile(name: "libreqos-1", bytes: PackageResources.libreqos_1_json),
        BundledFile(name: "rpm-from-ping-1", bytes: PackageResources.rpm_from_ping_1_json),
        BundledFile(name: "cloudflare-aim-streaming-1", bytes: PackageResources.cloudflare_aim_streaming_1_json),
        BundledFile(name: "cloudflare-aim-gaming-1", bytes: PackageResources.cloudflare_aim_gaming_1_json),
        BundledFile(name: "cloudflare-aim-calls-1", bytes: PackageResources.cloudflare_aim_calls_1_json),
    ]
}
