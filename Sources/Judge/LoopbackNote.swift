extension Verdict {
    /// The run judged this host itself. The note says so in every such verdict.
    public var isLoopback: Bool { notes.contains(Self.loopbackNote) }

    static let loopbackNote = "This run judged this host's own loopback and says nothing about a line."
}
