import LinecheckCapture

/// How the loads introduce themselves to a server (RFC 9110 §10.1.5).
enum UserAgent {
    static let text = "\(Header.Software.linecheck.name)/\(Header.Software.linecheck.version)"
}
