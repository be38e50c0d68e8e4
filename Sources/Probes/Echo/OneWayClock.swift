internal import LinecheckSockets

/// Delays of each direction by this host's clock and the server's.
///
/// How far the two are apart nobody knows, so each delay is wrong by a constant, the one's plus and the other's minus;
/// it is chosen so that the first reply's delays are equal. Changes are right as far as both clocks run alike: 50 ppm of
/// difference, which is a bad quartz, are 1.5 ms over half a minute. A server whose wall clock is stepped in the middle shows
/// as a jump of both, up by what down falls.
struct OneWayClock {
    private var offset: Int64?

    /// - Parameters: all in ns; `sent` and `received` of this host's CLOCK_MONOTONIC, the server's of its
    ///   wall clock.
    mutating func delays(
        sent: Int64, server: StampMessage.Times, received: Int64
    ) -> (up: Duration, down: Duration)? {
        let (up, upOverflow) = server.received.subtractingReportingOverflow(sent)
        let (down, downOverflow) = received.subtractingReportingOverflow(server.sent)
        guard !upOverflow, !downOverflow, server.sent >= server.received else { return nil }
        // up + offset == down − offset, halved towards zero: half a nanosecond is nothing here.
        let offset = self.offset ?? down / 2 - up / 2
        self.offset = offset
        let delays = (up &+ offset, down &- offset)
        // The server's clock was set by hours: what it says has no meaning any more.
        guard delays.0.magnitude < Self.absurd, delays.1.magnitude < Self.absurd else { return nil }
        return (.nanoseconds(delays.0), .nanoseconds(delays.1))
    }

    /// An hour.
    private static let absurd: UInt64 = 3_600_000_000_000
}
