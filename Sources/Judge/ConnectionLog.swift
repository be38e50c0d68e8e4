import LinecheckCapture
import LinecheckQuantities
import LinecheckStatistics

/// What the kernel told of a stream's connection, look by look: columns of what is sorted later, running values of the rest, so
/// that hours of it take a few bytes a look.
struct ConnectionLog: Sendable {
    /// How much a cumulative count grew; a new connection starts again from 0.
    struct Growth: Sendable {
        private(set) var total: Int64 = 0
        private var before: Int64?

        mutating func add(_ now: Int64) {
            if let before {
                // Forged counts may go up and down for ever.
                total = total.cappedSum(now >= before ? now - before : now)
            }
            before = now
        }
    }

    /// Cumulative times of one look.
    struct Times: Sendable {
        var busy: Duration
        var windowLimited: Duration
        var bufferLimited: Duration
    }

    /// Smoothed round trips in ns, and those that the receiver sees.
    private(set) var roundTrips = CompactTimes()
    private(set) var receiveRoundTrips = CompactTimes()
    /// In bytes.
    private(set) var receiveWindows = CompactTimes()
    /// In segments.
    private(set) var windows = CompactTimes()
    private(set) var first: Times?
    private(set) var last: Times?
    private(set) var retransmits = Growth()
    private(set) var outOfOrder = Growth()
    /// The kernel counts them.
    private(set) var countsOutOfOrder = false
    private(set) var hasRetransmitted = false

    mutating func add(_ state: TCPState) {
        roundTrips.append(state.rtt.nanoseconds)
        if let time = state.receiveRTT { receiveRoundTrips.append(time.nanoseconds) }
        if let window = state.receiveWindow { receiveWindows.append(window) }
        windows.append(state.cwnd)
        let times = Times(
            busy: state.busy, windowLimited: state.windowLimited, bufferLimited: state.bufferLimited)
        first = first ?? times
        last = times
        retransmits.add(state.retransmits)
        hasRetransmitted = hasRetransmitted || state.retransmits != 0
        outOfOrder.add(state.outOfOrder ?? 0)
        countsOutOfOrder = countsOutOfOrder || state.outOfOrder != nil
    }

    var isEmpty: Bool { windows.isEmpty }
}
