package import Foundation
import LinecheckSockets

/// nginx with TLS in front of a ``LoadServer``, and certificates of every kind made by the openssl command.
package final class TLSSite {
    package static let nginx = "/usr/sbin/nginx"
    package static let openssl = "/usr/bin/openssl"
    package static var isAvailable: Bool {
        [nginx, openssl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What a server block has to show.
    package enum Certificate: String, CaseIterable { case good, selfSigned, expired, otherName }

    package let directory: URL
    private var process: Process?
    package private(set) var ports: [Certificate: UInt16] = [:]
    /// Speaks nothing newer than TLS 1.1.
    package private(set) var oldPort: UInt16 = 0

    package var authority: String { directory.appending(path: "ca.pem").path }

    package init(backend: UInt16) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "linecheck-tls-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try makeCertificates()
        for certificate in Certificate.allCases { ports[certificate] = try Self.freePort() }
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

    private func makeCertificates() throws {
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=TestCA"
        )
        try issue(.good, names: "DNS:localhost,IP:127.0.0.1")
        try issue(.otherName, names: "DNS:elsewhere.example")
        try issue(.expired, names: "DNS:localhost", validity: "-not_before 20200101000000Z -not_after 20200102000000Z")
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout selfSigned.key -out selfSigned.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
        )
    }

    private func issue(_ certificate: Certificate, names: String, validity: String? = nil) throws {
        let name = certificate.rawValue
        try openssl(
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(name).key -out \(name).csr -subj /CN=\(name)"
        )
        try "subjectAltName=\(names)\n".write(
            to: directory.appending(path: "\(name).ext"), atomically: true, encoding: .utf8)
        if validity != nil {
            // `openssl x509` of 3.0 has no dates in the past; `openssl ca` has.
            try "".write(to: directory.appending(path: "index.txt"), atomically: true, encoding: .utf8)
            try "01\n".write(to: directory.appending(path: "serial"), atomically: true, encoding: .utf8)
            try """
            [ca]
            default_ca = test
            [test]
            database = index.txt
            serial = serial
            new_certs_dir = .
            default_md = sha256
            policy = any
            [any]
            commonName = supplied

            """.write(to: directory.appending(path: "ca.cnf"), atomically: true, encoding: .utf8)
            try openssl(
                "ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem -extfile \(name).ext -startdate 20200101000000Z -enddate 20200102000000Z -notext"
            )
        } else {
            try openssl(
                "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -extfile \(name).ext -out \(name).pem"
            )
        }
    }

    private func openssl(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.openssl)
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = directory
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SystemError("openssl \(arguments)", process.terminationStatus)
        }
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
