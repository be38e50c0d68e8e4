import Glibc
import LinecheckSockets
import Synchronization
import Testing

/// A network of its own: only loopback, everybody may ping. It is gone when its thread and what that thread made ends.
struct NetworkNamespace {
    struct CommandFailed: Error { let command: String }
    struct Refused: Error { let errno: Int32 }

    /// unshare(2) for CLONE_NEWNET wants CAP_SYS_ADMIN, and so root.
    static var isAllowed: Bool { getuid() == 0 }

    /// Runs the body on a thread inside a new namespace; sockets and threads that it makes stay there.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable (NetworkNamespace) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try KernelThread(name: "namespace") {
                    continuation.resume(
                        with: Swift.Result {
                            let space = try enter()
                            return try body(space)
                        })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private static func enter() throws -> NetworkNamespace {
        // Swift's Glibc module leaves unshare out.
        typealias Unshare = @convention(c) (Int32) -> Int32
        let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
        let newNetwork: Int32 = 0x4000_0000
        guard unshare(newNetwork) == 0 else { throw Refused(errno: errno) }
        let space = NetworkNamespace()
        try space.sh("ip link set lo up")
        try space.set("net.ipv4.ping_group_range", "0 2147483647")
        return space
    }

    /// A child process is born into the calling thread's namespace.
    func sh(_ command: String) throws {
        guard system(command + " >/dev/null") == 0 else { throw CommandFailed(command: command) }
    }

    func set(_ sysctl: String, _ value: String) throws { try sh("sysctl -qw \(sysctl)=\"\(value)\"") }

    /// A rule for packets that come in.
    func filter(_ rule: String) throws {
        try sh("nft add table inet test")
        try sh("nft 'add chain inet test input { type filter hook input priority 0; }'")
        try sh("nft 'add rule inet test input \(rule)'")
    }
}
