internal import Glibc
internal import LinecheckSockets

/// Which requests go through a proxy, by the environment variables that most programs obey.
///
/// There is no standard; this follows curl and Go's net/http where they agree: `http_proxy` in lower case only (a CGI
/// program's HTTP_PROXY is a client's Proxy field), `https_proxy` and `no_proxy` in both, loopback never.
public struct ProxySettings: Equatable, Sendable {
    var http: String?
    var https: String?
    var exceptions: [ProxyException]
    /// Entries of `no_proxy` that cannot be meant: an address with a prefix that it has not.
    public private(set) var ignored: [String]

    /// No request.
    public static let none = ProxySettings(environment: [:])

    /// Of this process.
    public static var current: ProxySettings {
        var environment: [String: String] = [:]
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return ProxySettings(environment: environment)
    }

    package init(environment: [String: String]) {
        http = environment["http_proxy"].flatMap { $0.isEmpty ? nil : $0 }
        https = (environment["https_proxy"] ?? environment["HTTPS_PROXY"]).flatMap { $0.isEmpty ? nil : $0 }
        let entries = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split { $0 == "," || $0 == " " }
            .map(String.init)
        exceptions = entries.compactMap { ProxyException($0) }
        ignored = entries.filter { ProxyException($0) == nil }
    }

    /// Where requests for this URL go, as it was written; nil: there directly.
    package func proxy(for url: HTTPURL) -> String? {
        guard let proxy = url.scheme == .http ? http : https, !isExcepted(url) else { return nil }
        // Many write only host:port.
        return proxy.contains("://") ? proxy : "http://\(proxy)"
    }

    private func isExcepted(_ url: HTTPURL) -> Bool {
        var url = url
        // The root's dot says nothing here, as for curl.
        if url.host.hasSuffix(".") { url.host.removeLast() }
        let isLoopback = SocketAddress(numeric: url.host)?.isLoopback ?? (url.host == "localhost")
        return isLoopback || url.host.hasSuffix(".localhost") || exceptions.contains { $0.covers(url) }
    }
}
