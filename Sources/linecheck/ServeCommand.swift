import Glibc
import LinecheckLoads
import LinecheckQuantities
import LinecheckSockets

/// `linecheck serve`.
struct ServeCommand {
    private let addresses: [SocketAddress]
    private let configuration: LoadServer.Configuration

    init(_ arguments: Arguments) throws(UsageError) {
        let texts = arguments.values("--listen")
        var addresses: [SocketAddress] = []
        for text in texts.isEmpty ? ["127.0.0.1:8080"] : texts { addresses.append(try Self.address(text)) }
        self.addresses = addresses
        var configuration = LoadServer.Configuration()
        if let text = arguments.value("--max-bytes") {
            guard let size = try? ByteCount(text: text) else {
                throw UsageError("--max-bytes wants a size like 1GB, not \"\(text)\"")
            }
            configuration.maximumBytes = size.bytes
        }
        let files = arguments.values("--tls")
        if files.count == 2 {
            do throws(ServerIdentity.Unusable) {
                configuration.identity = try ServerIdentity(certificate: files[0], key: files[1])
            } catch {
                throw UsageError("cannot serve with this certificate and key: \(error)")
            }
        }
        self.configuration = configuration
    }

    func perform() -> ExitStatus {
        InterruptWatch.block()
        do {
            // A thousand silent clients cost a descriptor each.
            SystemLimits.raiseOpenFiles()
            let server = try LoadServer(listen: addresses, configuration: configuration)
            let scheme = configuration.identity == nil ? "http" : "https"
            for address in server.addresses {
                Console.say("listening on \(scheme)://\(address.text): GET /__down?bytes=N, POST /__up, GET /__ping")
                if server.reflects.contains(address) {
                    Console.say("reflecting STAMP test packets (RFC 8762) on udp \(address.text)")
                }
                if !address.isLoopback { Console.say("anyone who reaches \(address.text) may use this bandwidth") }
            }
            let stopped = EndSignal()
            InterruptWatch.start { _ in stopped.raise() }
            stopped.wait()
            server.stop()
            return .success
        } catch {
            Console.say("linecheck: cannot listen: \(error)")
            return .usage
        }
    }

    /// `192.0.2.1:8080`, `[::1]:0`.
    private static func address(_ text: String) throws(UsageError) -> SocketAddress {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.dropLast().joined(separator: ":")
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard parts.count >= 2, let last = parts.last, let port = UInt16(last),
            let address = SocketAddress(numeric: bare, port: port), host == bare ? parts.count == 2 : true
        else {
            throw UsageError(
                "--listen wants ADDR:PORT with a numeric address, not \"\(text)\"",
                hint: "for example 127.0.0.1:8080, [::1]:8080, or port 0 for any free one")
        }
        return address
    }
}

/// Something one thread waits for and another raises once.
private final class EndSignal: Sendable {
    private let pipe: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [0, 0]
        _ = Glibc.pipe(&ends)
        pipe = (ends[0], ends[1])
    }

    func raise() { _ = write(pipe.write, "x", 1) }

    func wait() {
        var byte: UInt8 = 0
        while read(pipe.read, &byte, 1) < 0, errno == EINTR {}
    }
}
