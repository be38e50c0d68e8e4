package import Foundation
import LinecheckSockets

/// An authority of a test's own, and the certificates it issues, as files in a folder; made by the openssl command.
package struct CertificateAuthority {
    package enum Certificate: String, CaseIterable { case good, selfSigned, expired, otherName }

    package static let openssl = "/usr/bin/openssl"
    private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    private let folder: URL

    package init(in folder: URL) { self.folder = folder }

    /// The certificate to trust.
    package var path: String { folder.appending(path: "ca.pem").path }

    /// Before anything is issued.
    package func make() throws {
        try run("req -x509 \(Self.key) -keyout ca.key -out ca.pem -days 2 -subj /CN=TestCA")
    }

    /// Makes `NAME.pem` and `NAME.key`; all but ``Certificate/otherName`` are localhost's.
    package func issue(_ certificate: Certificate) throws {
        let name = certificate.rawValue
        if certificate == .selfSigned {
            return try run(
                "req -x509 \(Self.key) -keyout \(name).key -out \(name).pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
            )
        }
        try run("req \(Self.key) -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
        let names = certificate == .otherName ? "DNS:elsewhere.example" : "DNS:localhost,IP:127.0.0.1"
        try write("\(name).ext", "subjectAltName=\(names)\n")
        guard certificate == .expired else {
            return try run(
                "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -extfile \(name).ext -out \(name).pem"
            )
        }
        try issueExpired(name)
    }

    /// `openssl x509` of 3.0 has no dates in the past; `openssl ca` has.
    private func issueExpired(_ name: String) throws {
        try write("index.txt", "")
        try write("serial", "01\n")
        try write(
            "ca.cnf",
            """
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

            """)
        try run(
            "ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem -extfile \(name).ext -startdate 20200101000000Z -enddate 20200102000000Z -notext"
        )
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.openssl)
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SystemError("openssl \(arguments)", process.terminationStatus)
        }
    }
}
