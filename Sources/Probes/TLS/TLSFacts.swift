internal import LinecheckJSON
internal import LinecheckQuantities

/// What a handshake came to, looked at once the connection is open.
struct TLSFacts {
    let version: String
    let cipher: String
    let agreed: String?
    let isResumed: Bool
    let certificates: [TLSCertificate]
    /// OpenSSL's X509_V_ERR numbers; nil when there was no certificate to verify.
    let errors: [Int32]?
    /// When the chain that was verified expires, in seconds since 1970.
    let expires: Int64?

    init(_ channel: TLSChannel) {
        version = channel.version
        cipher = channel.cipher ?? "unknown"
        agreed = channel.agreedProtocol
        isResumed = channel.isResumed
        // Who takes up a session shows no certificate; the one of the first handshake would be told again.
        certificates = isResumed ? [] : channel.certificates
        let verification = isResumed ? nil : channel.verify()
        errors = verification?.errors
        expires = verification?.expires
    }

    /// Why the certificate is not believed; nil: it is.
    var fault: ConversationFault? { errors?.first.map { TLSWords.fault(verification: $0) } }

    /// What every probe tells of TLS.
    var summary: [JSONMember] {
        let members: [JSONMember?] = [
            JSONMember("tls_version", .string(version)), JSONMember("cipher", .string(cipher)),
            agreed.map { JSONMember("alpn", .string($0)) },
            errors.map { JSONMember("distrust", .array($0.map { .string(TLSWords.text(verification: $0)) })) },
        ]
        return members.compactMap(\.self)
    }

    /// What a tls probe tells. Expiry is told twice, of each certificate that was sent and of the chain that was found:
    /// a server may send an old intermediate that nobody needs.
    var facts: ProbeFacts {
        var members = summary
        if let expires { members.append(JSONMember("expires", .string(Self.text(expires)))) }
        members.append(JSONMember("certificates", .array(certificates.map(\.json))))
        return ProbeFacts(identity: identity, members: members)
    }

    /// A load balancer's backends may show different certificates, each of which is worth a record.
    var identity: String {
        "\(version) \(cipher) \(agreed ?? "") \(errors ?? []) \(certificates.first?.sha256 ?? "")"
    }

    static func text(_ seconds: Int64) -> String {
        WallTime(nanosecondsSinceEpoch: seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue).text
    }
}

extension TLSCertificate {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("subject", .string(subject)), JSONMember("issuer", .string(issuer)),
            JSONMember("not_before", .string(TLSFacts.text(notBefore))),
            JSONMember("not_after", .string(TLSFacts.text(notAfter))),
            JSONMember("names", .array(names.map { .string($0) })), JSONMember("key", .string(key)),
            JSONMember("signature", .string(signature)), JSONMember("sha256", .string(sha256)),
        ])
    }
}
