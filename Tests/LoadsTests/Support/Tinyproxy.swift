import Foundation
import LinecheckSockets
import TestSupport

/// A real proxy that tunnels (tinyproxy), on a free port of 127.0.0.1.
final class Tinyproxy {
    static let path = "/usr/bin/tinyproxy"
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }

    let port: UInt16
    private let directory: URL
    private let process = Process()

    init() throws {
        port = try TCPListener(SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])).address.port
        directory = FileManager.default.temporaryDirectory.appending(path: "linecheck-proxy-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let configuration = directory.appending(path: "tinyproxy.conf")
        // Without ConnectPort every port may be tunnelled to.
        try """
        Port \(port)
        Listen 127.0.0.1
        Timeout 30
        MaxClients 20
        LogFile "\(directory.appending(path: "log").path)"
        LogLevel Connect

        """.write(to: configuration, atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: Self.path)
        process.arguments = ["-d", "-c", configuration.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        _ = eventually { (try? RawClient(port: self.port)) != nil }
    }

    deinit {
        // Asked to end, it waits for its connections, which wait for us.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    /// What it says of the requests it had.
    var log: String {
        (try? String(contentsOf: directory.appending(path: "log"), encoding: .utf8)) ?? ""
    }
}
