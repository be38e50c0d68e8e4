package import Foundation
import LinecheckSockets

/// nginx with TLS in front of a ``LoadServer``, and certificates of every kind made by the openssl command.
package final class TLSSite {
    package static let nginx = "/usr/sbin/nginx"
    package static var isAvailable: Bool {
        [nginx, CertificateAuthority.openssl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What a server block has to show.
    package typealias Certificate = CertificateAuthority.Certificate

    package let directory: URL
    private var process: Process?
    package private(set) var ports: [Certificate: UInt16] = [:]
    /// Speaks nothing newer than TLS 1.1.
    package private(set) var oldPort: UInt16 = 0

    package var authority: String { CertificateAuthority(in: directory).path }

    package init(backend: UInt16) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "linecheck-tls-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let certificates = CertificateAuthority(in: directory)
        try certificates.make()
        for certificate in Certificate.allCases {
            try certificates.issue(certificate)
            ports[certificate] = try Self.freePort()
        }
        oldPort = try Self.freePort()
        try configuration(backend: backend).write(
            to: directory.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: Self.nginx)
        process.arguments = ["-p", directory.path, "-c", "nginx.conf", "-e", directory.appending(path: "e.log").path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        _ = eventually { (try? RawClient(port: self.oldPort)) != nil }
    }

    deinit {
        process?.terminate()
        process?.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    package func url(_ certificate: Certificate, _ path: String) -> String {
        "https://localhost:\(ports[certificate] ?? 0)\(path)"
    }

    private func configuration(backend: UInt16) -> String {
        let servers = Certificate.allCases.map { certificate in
            """
              server {
                listen 127.0.0.1:\(ports[certificate] ?? 0) ssl;
                ssl_certificate \(certificate.rawValue).pem;
                ssl_certificate_key \(certificate.rawValue).key;
                location = /plain { return 302 http://127.0.0.1:\(backend)/__down?bytes=1000000; }
                location = /early { return 200 ok; }
                location = /small { client_max_body_size 100k; proxy_pass http://127.0.0.1:\(backend)/__up; }
                location = /moved { return 302 /__down?bytes=1000000; }
                location / {
                  proxy_pass http://127.0.0.1:\(backend);
                  proxy_http_version 1.1;
                  proxy_request_buffering off;
                  proxy_buffering off;
                }
              }
            """
        }
        return """
            daemon off;
            pid nginx.pid;
            worker_processes 1;
            events { worker_connections 512; }
            http {
              access_log off;
              client_max_body_size 0;
              keepalive_requests 100000;
              client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
              server {
                listen 127.0.0.1:\(oldPort) ssl;
                ssl_protocols TLSv1.1;
                ssl_ciphers ALL:@SECLEVEL=0;
                ssl_certificate good.pem;
                ssl_certificate_key good.key;
                return 200 ok;
              }
            \(servers.joined(separator: "\n"))
            }
            """
    }

    private static func freePort() throws -> UInt16 {
        try TCPListener(SocketAddress(family: .ipv4, octets: [127, 0, 0, 1])).address.port
    }
}
