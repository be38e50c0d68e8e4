/// Whose certificates are believed.
package enum TLSTrust: Equatable, Sendable {
    /// The system's, or what SSL_CERT_FILE and SSL_CERT_DIR name (X509_STORE_set_default_paths(3)).
    case system
    /// Only those of a PEM file.
    case file(String)
    /// Everybody's: neither chain nor name is verified.
    case anyone
}
