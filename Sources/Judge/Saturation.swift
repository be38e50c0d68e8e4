import LinecheckCapture
import LinecheckQuantities
import LinecheckStatistics

/// Evidence on whether a load filled the line or met another limit first. It is shown and decides nothing.
public struct Saturation: Equatable, Sendable {
    public enum Trend: String, Sendable {
        /// The last third of the slices is within a tenth of the middle third.
        case plateau
        /// It was still more than a tenth faster at the end: the line may carry more.
        case growing
        case falling
        /// Fewer than six slices.
        case unknown
    }

    public var trend: Trend
    /// Of the time in which the streams had something to send: how much the peer's window held them back, in ppm. nil: not recorded.
    public var windowLimited: Int64?
    /// The same for our own send buffer.
    public var bufferLimited: Int64?
    /// The busiest second of this machine in the phase, in ppm of all its processors; nil: not recorded.
    public var machineBusy: Int64?

    /// What may have been the limit instead of the line: `receive-window`, `send-buffer`, `this-host`.
    public var limits: [String] {
        var list: [String] = []
        if let windowLimited, windowLimited > 200_000 { list.append("receive-window") }
        if let bufferLimited, bufferLimited > 200_000 { list.append("send-buffer") }
        if let machineBusy, machineBusy > 900_000 { list.append("this-host") }
        return list
    }
}

extension LoadLog {
    func saturation(in window: PhaseWindow, machineBusy: Int64?) -> Saturation {
        let shares = limitedShares
        return Saturation(
            trend: trend(sliceRates(from: window.start, to: window.end)), windowLimited: shares?.window,
            bufferLimited: shares?.buffer, machineBusy: machineBusy)
    }

    private func trend(_ slices: [Int64]) -> Saturation.Trend {
        let third = slices.count / 3
        guard third >= 2 else { return .unknown }
        let last = slices.suffix(third).reduce(Int128(0)) { $0 + Int128($1) }
        let middle = slices.dropLast(third).suffix(third).reduce(Int128(0)) { $0 + Int128($1) }
        if last * 10 > middle * 11 { return .growing }
        return last * 10 < middle * 9 ? .falling : .plateau
    }

    /// `tcpi_busy_time`, `tcpi_rwnd_limited`, `tcpi_sndbuf_limited` (linux/tcp.h) between the first and last look at each connection.
    private var limitedShares: (window: Int64, buffer: Int64)? {
        var (busy, window, buffer): (Int128, Int128, Int128) = (0, 0, 0)
        for stream in streams {
            guard let first = stream.firstState, let last = stream.lastState, last.busy > first.busy else { continue }
            busy += Int128((last.busy - first.busy).nanoseconds)
            window += Int128(max(.zero, last.windowLimited - first.windowLimited).nanoseconds)
            buffer += Int128(max(.zero, last.bufferLimited - first.bufferLimited).nanoseconds)
        }
        guard busy > 0 else { return nil }
        return (roundedHalfEven(window * 1_000_000, by: busy), roundedHalfEven(buffer * 1_000_000, by: busy))
    }
}
