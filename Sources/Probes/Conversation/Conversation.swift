internal import LinecheckSockets

/// An attempt on its way: what is known of it so far.
final class ConversationTurn {
    let attempt: Attempt
    /// When it began: connecting, or asking where a connection stood; ns of CLOCK_MONOTONIC.
    let began: Int64
    /// From where the answer's time counts when that is not from the last question: a question that was put before by
    /// other means.
    let countsFrom: Int64?
    var asked: Int64?
    /// Sums over redirects, ns; nil where that step was not taken.
    var connect: Int64?
    var handshake: Int64?
    var lookUp: Int64?
    /// Times of the answers that led on.
    var answered: Int64 = 0
    var isResumed = false
    /// On a connection that another attempt had opened.
    var isWarm = false
    var hasHeard = false
    /// URLs that were asked for.
    var visited: [String] = []

    init(_ attempt: Attempt, began: Int64, countsFrom: Int64? = nil) {
        self.attempt = attempt
        self.began = began
        self.countsFrom = countsFrom
    }

    /// An answer that came at this moment, as an rtt counts.
    func time(at moment: Int64) -> Int64 {
        countsFrom.map { moment - $0 } ?? answered + moment - (asked ?? began)
    }
}

/// A connection and what is spoken on it.
final class Conversation {
    let channel: ConversationChannel
    /// Made once the connection is open and the protocol agreed on.
    var speaker: (any Speaker)?
    /// The attempt that it is held for; nil: it is kept, or its answer is read to the end.
    var turn: ConversationTurn?
    var tls: TLSFacts?
    /// What this connection asks for; nil for tls and dns probes.
    let url: String?
    /// Its connect time is in the turn's sum.
    var isCounted = false
    /// Nothing more is to come that belongs to a question.
    var isQuiet = false

    init(_ channel: ConversationChannel, for turn: ConversationTurn, url: String?) {
        self.channel = channel
        self.turn = turn
        self.url = url
    }
}
