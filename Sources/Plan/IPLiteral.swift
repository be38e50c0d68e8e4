import Glibc

/// Numeric addresses in a plan.
enum IPLiteral {
    /// The family of a numeric address; nil for a name. A zone (RFC 4007 §11) means something on one host only and is not
    /// looked at.
    static func family(of text: some StringProtocol) -> AddressFamily? {
        var address = in6_addr()
        if inet_pton(AF_INET, String(text), &address) == 1 { return .ipv4 }
        let bare = text.prefix { $0 != "%" }
        return inet_pton(AF_INET6, String(bare), &address) == 1 ? .ipv6 : nil
    }
}

extension AddressFamily {
    /// `IPv4`, `IPv6`, for sentences.
    var displayName: String {
        switch self {
        case .any: "any"
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        }
    }
}
