import Glibc
import LinecheckSockets

/// Held while a run goes on, so that a second one on this host is told instead of measuring the first.
///
/// An abstract unix socket (unix(7)): it vanishes with its process, needs no writable folder, and is one for each network
/// namespace, which is what two runs would share.
public struct RunLock: ~Copyable, Sendable {
    private let socket: Descriptor

    /// nil: another run holds it.
    public init?() {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let socket = Descriptor(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array("\0linecheck.run".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
        }
        guard bound == 0 else { return nil }
        self.socket = socket
    }
}
