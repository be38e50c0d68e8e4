internal import Glibc
internal import LinecheckCapture
internal import LinecheckSockets

/// Why an attempt got no answer, or another than the one it asked for.
struct ConversationFault: Error, Equatable {
    /// nil: nobody answered in time.
    var word: FailureWord?
    /// What `code` of a sample says for this word.
    var code: Int?
    /// Who complained, when that was not the target.
    var from: String?

    init(_ word: FailureWord?, code: Int? = nil, from: String? = nil) {
        self.word = word
        self.code = code
        self.from = from
    }

    /// For a TCP connection that was refused or broke.
    ///
    /// - Parameter isImmediate: connect() itself failed, so without an ICMP error it was this host that refused.
    init(errno code: Int32, isImmediate: Bool = false) {
        let word: FailureWord? =
            switch code {
            case ECONNREFUSED: .connectionRefused
            case ECONNRESET, EPIPE: .connectionReset
            case ETIMEDOUT: nil
            case EHOSTUNREACH where !isImmediate: .hostUnreachable
            case ENETUNREACH where !isImmediate: .networkUnreachable
            default: FailureWord(localErrno: code)
            }
        self.init(word, code: word == nil ? nil : Int(code))
    }

    /// For an ICMP error, which says who refused and how; SO_ERROR only says that somebody did.
    init(_ error: ICMPError, about target: PinnedTarget) {
        let offender = error.offender.flatMap { $0.hasSameHost(as: target.address) ? nil : $0.host }
        self.init(
            FailureWord(error, ownAddress: target.source) ?? .hostUnreachable, code: error.sampleCode, from: offender)
    }

    var outcome: Sample.Outcome { word.map { .failed($0) } ?? .lost }
}

extension MessageReader {
    /// The ICMP error that waits in a TCP socket's error queue; nil when none does.
    mutating func takeICMPError(from descriptor: Int32) -> ICMPError? {
        while let notice = try? receiveNotice(from: descriptor) {
            if case .icmp(let error, _, _, _) = notice { return error }
        }
        return nil
    }
}
