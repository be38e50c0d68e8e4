/// What the probe thread tells besides records.
public enum ProbeEvent: Equatable, Sendable {
    /// Every attempt of a counted sequence is settled; never told of one that was stopped.
    case done(probe: String)
    /// After ``ProbeEngine/stopAll()``: nothing is outstanding.
    case idle
    /// The probe may not send at all; the reason is a sentence that says what to do.
    case failed(probe: String, reason: String)
    /// The machine slept; what was in flight measured the sleep.
    case suspended(for: Duration)
}
