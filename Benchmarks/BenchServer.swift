import Glibc
import LinecheckLoads
import LinecheckQuantities
import LinecheckSockets

/// `linecheck serve` without the command line.
enum BenchServer {
    static func run(port: UInt16) -> Never {
        let address = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1], port: port)
        guard let server = try? LoadServer(listen: [address]) else { exit(1) }
        while true { pause() }
        withExtendedLifetime(server) {}
    }
}
