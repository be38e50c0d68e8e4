import CSockets
import Glibc

/// A network of its own: only loopback, and cubic on both ends.
///
/// Under BBR, the default of some systems, the sender is the limit and every client ties.
enum BenchNamespace {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A namespace may only choose a congestion control by sysctl that every user may choose; a route may name any.
    private static func route(_ prefix: String) -> String {
        "ip route replace local \(prefix) dev lo proto kernel scope host src 127.0.0.1 table local congctl cubic"
    }

    /// To be called before any other thread exists; children are born into it.
    static func enter() throws(Failure) {
        guard cs_gnu_unshare_network() == 0 else {
            throw Failure(description: "a network namespace needs root: \(String(cString: strerror(errno)))")
        }
        for command in [
            "ip link set lo up", route("127.0.0.0/8"), route("127.0.0.1"),
        ] where system(command) != 0 {
            throw Failure(description: "\(command) failed")
        }
    }
}
