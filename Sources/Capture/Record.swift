public import LinecheckJSON

/// One line of a capture. The grammar of each is in `fixtures/README.md`.
///
/// The large and rare ones are indirect: millions of samples are moved around in the space of a sample.
public enum Record: Equatable, Sendable {
    indirect case header(Header)
    indirect case target(Target)
    case phase(PhaseChange)
    case event(EventRecord)
    case sample(Sample)
    /// A reply after its attempt's timeout.
    case late(StrayReply)
    /// A second reply to an attempt.
    case duplicate(StrayReply)
    /// A reply that belongs to no attempt of ours.
    case foreign(ForeignReply)
    case bytes(ByteTotal)
    indirect case stream(StreamEvent)
    case tcp(TCPState)
    indirect case selfCheck(SelfCheck)
    case result(ProbeResult)
    case guardTrip(GuardTrip)
    /// Records that could not be written.
    case gap(Gap)
    /// What is missing from a recovered capture.
    indirect case recovered(LostStretch)
    case sync(Sync)
    case end(End)
    /// The whole verdict object, without its checksum.
    case verdict(JSONValue)
    /// A record of a type that this version does not know; kept and skipped.
    case unknown(type: String, JSONValue)
}
