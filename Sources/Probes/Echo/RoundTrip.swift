internal import LinecheckCapture
internal import LinecheckSockets

/// The time between a question and its answer, by the best clocks that were at hand.
enum RoundTrip: Equatable {
    case measured(Duration, Target.Stamp)
    /// Negative, or longer than the program itself waited: no measurement, and never clamped to one (fping#116).
    case invalid

    /// A wall clock that moved more than this against the monotonic one was stepped.
    static let stepThreshold: Int64 = 1_000_000

    /// - Parameters:
    ///   - sent: the clocks just before the send.
    ///   - transmitted: the kernel's stamp when the packet left, after neighbour resolution; ns of CLOCK_REALTIME.
    ///   - received: the kernel's stamp when the reply came in.
    ///   - read: the clocks when the program had read the reply.
    static func between(sent: ClockPair, transmitted: Int64?, received: Int64?, read: ClockPair) -> RoundTrip {
        let waited = read.monotonic - sent.monotonic
        let stepped = abs(read.realtimeOffset - sent.realtimeOffset) > stepThreshold
        let time: Int64
        let stamp: Target.Stamp
        if let received, !stepped {
            time = received - (transmitted ?? sent.realtime)
            stamp = transmitted == nil ? .kernelReceive : .kernel
        } else {
            time = waited
            stamp = .user
        }
        guard time >= 0, time <= waited + stepThreshold else { return .invalid }
        return .measured(.nanoseconds(time), stamp)
    }
}
