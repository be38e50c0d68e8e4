internal import COpenSSL
internal import LinecheckCapture

/// OpenSSL's numbers in the words of the capture.
enum TLSWords {
    /// Reasons from here on are alerts of the peer (SSL_AD_REASON_OFFSET).
    private static let alerts: ClosedRange<Int32> = 1_000...1_255

    static func fault(reason: Int32) -> ConversationFault {
        switch reason {
        case alerts: ConversationFault(.tlsAlert, code: Int(reason) - 1_000)
        // The record's first byte is none of TLS's: a server of another protocol, as one that answers `HTTP/1.1 400`.
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG, SSL_R_BAD_RECORD_TYPE:
            ConversationFault(.tlsNotTLS)
        case SSL_R_NO_PROTOCOLS_AVAILABLE, SSL_R_NO_CIPHERS_AVAILABLE: ConversationFault(.tlsUnsupported)
        default: ConversationFault(.tlsFailed, code: Int(reason))
        }
    }

    /// The word for the first thing that is wrong with certificates.
    static func fault(verification error: Int32) -> ConversationFault {
        let word: FailureWord =
            switch error {
            case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: .tlsExpired
            case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .tlsWrongName
            default: .tlsUntrusted
            }
        return ConversationFault(word, code: Int(error))
    }

    /// `certificate has expired`.
    static func text(verification error: Int32) -> String {
        String(cString: X509_verify_cert_error_string(Int(error)))
    }
}
