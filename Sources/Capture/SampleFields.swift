import LinecheckQuantities

extension Sample: Fields {
    static var blank: Sample { Sample(probe: "", sequence: 0, at: .start, outcome: .lost) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.text("probe", &probe)
        try fields.count("seq", &sequence)
        try fields.instant("t", &at)
        try visitOutcome(&fields)
        try fields.count("ttl", &ttl)
        try fields.text("from", &from)
        try fields.count("bytes", &bytes)
        try fields.count("code", &code)
        try fields.duration("connect", &connect)
        try fields.duration("resolve", &resolve)
        try fields.duration("tls", &tls)
        try fields.flag("resumed", &resumed)
        try fields.duration("answered", &answered)
        try fields.count("hops", &hops)
        try fields.signedDuration("up", &up)
        try fields.signedDuration("down", &down)
        try fields.signedDuration("delay", &delay)
        try fields.word("stamp", &stamp)
    }

    /// `lost` has one word, so that a later version can tell kinds of silence apart.
    private enum Loss: String, CaptureWord { case timeout }

    /// Exactly one of `rtt`, `lost` and `failed` stands in a sample.
    private mutating func visitOutcome<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        var rtt: Duration?
        var loss: Loss?
        var failure: FailureWord?
        switch outcome {
        case .reply(let time): rtt = time
        case .lost: loss = .timeout
        case .failed(let word): failure = word
        }
        try fields.duration("rtt", &rtt)
        try fields.word("lost", &loss)
        try fields.word("failed", &failure)
        switch (rtt, loss, failure) {
        case (let time?, nil, nil): outcome = .reply(rtt: time)
        case (nil, .timeout?, nil): outcome = .lost
        case (nil, nil, let word?): outcome = .failed(word)
        case (nil, nil, nil): try fields.refuse("rtt", "is missing, and so are \"lost\" and \"failed\"")
        default: try fields.refuse("rtt", "stands beside another outcome: a sample has one of rtt, lost, failed")
        }
    }
}
