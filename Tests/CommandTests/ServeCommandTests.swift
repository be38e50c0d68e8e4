import Foundation
import Glibc
import Testing

@Suite struct ServeCommandTests {
    /// Sends one request on a connection of its own and reads to the end.
    private func ask(_ port: UInt16, _ request: String) throws -> String {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        _ = write(number, request, request.utf8.count)
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(number, &chunk, chunk.count), count > 0 { answer += chunk[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    private func port(_ running: Running) throws -> UInt16 {
        #expect(running.says("GET /__ping"))
        let match = try #require(running.stderr.firstMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+):/))
        return try #require(UInt16(match.1))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `the server answers until it is told to stop`(_ signal: Int32) throws {
        let running = try Running([Linecheck.path, "serve", "--listen", "127.0.0.1:0", "--max-bytes", "1MB"])
        let port = try port(running)
        let head = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        #expect(try ask(port, "GET /__ping" + head).hasPrefix("HTTP/1.1 2"))
        let download = try ask(port, "GET /__down?bytes=1000" + head)
        #expect(download.hasPrefix("HTTP/1.1 200"))
        #expect(download.contains("ontent-Length: 1000") || download.contains("ontent-length: 1000"))
        #expect(try ask(port, "GET /__down?bytes=1000001" + head).hasPrefix("HTTP/1.1 403"))
        running.send(signal)
        let ended = running.wait()
        #expect(ended.status == 0)
        #expect(ended.stdout.isEmpty)
    }

    @Test func `a port that is taken is said`() throws {
        let running = try Running([Linecheck.path, "serve", "--listen", "127.0.0.1:0"])
        let port = try port(running)
        let second = try Linecheck.call("serve", "--listen", "127.0.0.1:\(port)")
        #expect(second.status == 2)
        #expect(second.stderr.contains("Address already in use"))
        running.send(SIGTERM)
        #expect(running.wait().status == 0)
    }

    @Test(arguments: ["localhost:80", "127.0.0.1", ":80", "127.0.0.1:http", "::1:80", "127.0.0.1:65536"])
    func `an address that cannot be listened on is refused with an example`(_ text: String) throws {
        let ended = try Linecheck.call("serve", "--listen", text)
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("127.0.0.1:8080"))
    }
}
