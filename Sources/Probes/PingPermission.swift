internal import Glibc
public import LinecheckSockets

/// Whether this user may ping, checked before the first packet.
public enum PingPermission: Equatable, Sendable {
    case unprivileged
    case raw
    /// A sentence that says why not and what to do about it.
    case denied(String)

    /// Opens a socket as a ping would and closes it again.
    public static func check(_ family: SocketAddress.Family) -> PingPermission {
        do {
            switch try ICMPSocket(family: family).kind {
            case .unprivileged: return .unprivileged
            case .raw: return .raw
            }
        } catch {
            return .denied(explain(error, family: family))
        }
    }

    /// The sentence for a failure to open an ICMP socket.
    package static func explain(_ error: SystemError, family: SocketAddress.Family) -> String {
        switch error.errno {
        case EACCES, EPERM:
            "this user may not ping; as root, either let all groups do so: "
                + "sysctl -w net.ipv4.ping_group_range=\"0 2147483647\", "
                + "or give this program the right: setcap cap_net_raw+ep \(executable)"
        case EAFNOSUPPORT: "this host has no \(family == .ipv4 ? "IPv4" : "IPv6")"
        case EMFILE, ENFILE: "too many open files to ping (\(error)); raise the limit with ulimit -n"
        default: "cannot open a socket to ping with: \(error)"
        }
    }

    private static var executable: String {
        let path = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = max(0, readlink("/proc/self/exe", start, buffer.count))
        }
        return path.isEmpty
            ? "linecheck" : String(decoding: path.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
