/// Which address family a probe or load may use.
public enum AddressFamily: String, CaseIterable, Sendable {
    /// The first answer of getaddrinfo (RFC 6724 order), pinned.
    case any
    case ipv4, ipv6
}
