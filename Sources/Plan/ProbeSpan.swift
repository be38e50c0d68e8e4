/// A probe that runs from the start of one phase to the end of another without a break.
public struct ProbeSpan: Equatable, Sendable {
    public var probe: String
    public var from: String
    /// The last phase of the span, included.
    public var to: String

    public init(probe: String, from: String, to: String) {
        self.probe = probe
        self.from = from
        self.to = to
    }
}
