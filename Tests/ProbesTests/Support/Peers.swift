import Foundation
import LinecheckSockets
import TestSupport
import Testing

/// Real servers on loopback, each with its files in a folder of its own; ended and removed with the last reference.
final class Peers {
    static let openssl = CertificateAuthority.openssl
    static let nginx = "/usr/sbin/nginx"
    static let unbound = "/usr/sbin/unbound"

    static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    let folder: URL
    private var processes: [Process] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "linecheck-peers-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        for process in processes {
            // A child of a thread that blocks signals is born with them blocked, and only this one ends it for certain.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ name: String, _ text: String) throws {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// Runs a program to its end.
    func run(_ program: String, _ arguments: String) throws {
        let process = try start(program, arguments.split(separator: " ").map(String.init), isKept: false)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SystemError(arguments, process.terminationStatus) }
    }

    /// Starts a server and waits until its TCP port answers.
    func serve(_ program: String, _ arguments: [String], port: Int) throws {
        _ = try start(program, arguments, isKept: true)
        let address = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1], port: UInt16(port))
        for _ in 0..<500 {
            if Self.isOpen(address) { return }
            usleep(10_000)
        }
        throw SystemError(program, ETIMEDOUT)
    }

    @discardableResult
    private func start(_ program: String, _ arguments: [String], isKept: Bool) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        if isKept { processes.append(process) }
        return process
    }

    private static func isOpen(_ address: SocketAddress) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        return address.withSockaddr { connect(number, $0, $1) } == 0
    }

    /// A port that is free for TCP and UDP at this moment.
    static func freePort() throws -> Int {
        for _ in 0..<32 {
            let port = try TCPListener(SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])).address.port
            let datagrams = try Descriptor.socket(family: .ipv4, type: .datagram)
            let address = SocketAddress(family: .ipv4, octets: [127, 0, 0, 1], port: port)
            if (try? datagrams.bind(to: address)) != nil { return Int(port) }
        }
        throw SystemError("bind", EADDRINUSE)
    }
}

/// A certificate authority, and what it issues.
extension Peers {
    typealias Certificate = CertificateAuthority.Certificate

    private var certificates: CertificateAuthority { CertificateAuthority(in: folder) }

    var authority: String { certificates.path }

    func makeAuthority() throws { try certificates.make() }

    func issue(_ certificate: Certificate) throws { try certificates.issue(certificate) }
}
