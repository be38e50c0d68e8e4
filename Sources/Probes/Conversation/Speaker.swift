internal import LinecheckJSON

/// The language of one connection: what is written for a question, and what comes back means. It does no I/O.
///
/// One question is asked at a time.
protocol Speaker {
    mutating func question() -> [UInt8]
    /// - Parameter at: when the bytes had been read, ns of CLOCK_MONOTONIC.
    mutating func hear(_ bytes: [UInt8], at: Int64) throws(ConversationFault) -> [Utterance]
    /// The peer ended its direction.
    mutating func hearEnd(at: Int64) throws(ConversationFault) -> [Utterance]
}

/// What came of listening.
enum Utterance {
    /// The language wants this said in return.
    case write([UInt8])
    case answer(SpokenAnswer)
    /// Nothing of this answer is still to come. False: nor can another question be asked here.
    case finished(isReusable: Bool)
}

struct SpokenAnswer {
    /// When its first byte (of HTTP), or all of it (of DNS), was there.
    var at: Int64
    /// It was not the answer that was asked for.
    var fault: ConversationFault?
    var bytes: Int?
    var facts: ProbeFacts
    /// Where a redirect leads, as it stands in the answer.
    var location: String?
}

/// What an answer tells besides its time.
struct ProbeFacts: Equatable {
    /// The same as long as nothing changed that is worth another record.
    var identity: String
    var members: [JSONMember]
}
