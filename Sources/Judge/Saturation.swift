import LinecheckCapture
import LinecheckQuantities
import LinecheckStatistics

/// Evidence on whether a load filled the line or met another limit first. It is shown, changes no number and no grade, and may
/// cost an answer its certainty (``UnfilledLine``).
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

    /// What may have been the limit instead of the line.
    public enum Limit: String, Sendable {
        /// The plan's own: `pace`.
        case pace
        /// The receiver's window was full while the path was not.
        case receiveWindow = "receive-window"
        case sendBuffer = "send-buffer"
        /// Processors or timers of this machine.
        case thisHost = "this-host"
        /// Neither a queue nor losses that would explain the rate: the far end sent no faster.
        case server
    }

    public var trend: Trend = .unknown
    /// Sending: of the time with something to send, how much the peer's window held it back; receiving: how far one round
    /// trip of bytes filled this host's own window. In ppm; nil: not recorded.
    public var windowLimited: Int64?
    /// Sending: the same for our own send buffer.
    public var bufferLimited: Int64?
    /// The busiest second of this machine in the phase, in ppm of all its processors; nil: not recorded.
    public var machineBusy: Int64?
    /// The busiest second of this program, in ppm of the processors that its streams can use; nil: not recorded.
    public var ownBusy: Int64?
    /// The worst second's 99th percentile of how late timers were; nil: not recorded.
    public var timerLate: Duration?
    /// Above their limits in at least half of the seconds: a single busy second is not what limits the others.
    var isMachineBusy = false
    var isOwnBusy = false
    var areTimersLate = false
    /// Whether the load moved a byte; nothing limits one that did not.
    var hasMoved = true
    /// The largest rise of a probe's median over its lowest in a phase without a load; nil: no probe has both.
    public var probeRise: Duration?
    /// Round trip of the streams' own segments at rest and under the load; nil: not known. Receiving, the latter is no
    /// more than an upper bound: it holds the sender's pauses as well.
    public var restRTT: Duration?
    public var loadedRTT: Duration?
    /// Segments sent again, and segments that came out of order: the path lost or marked some.
    public var retransmits: Int64 = 0
    public var outOfOrder: Int64?
    /// A sender that reacts to losses would have come no further with these; nil: not known.
    var isRateOfLosses: Bool?
    /// Why the way of its bytes was not that of the plan's server: a proxy, another host.
    var detour: String?
    /// Records tell what the connections and this host did meanwhile. Without them no limit but the line is seen, and that says
    /// nothing about the line.
    var hasConnectionRecords = true
    var hasHostRecords = true
    /// Its senders had lost nothing yet that would have told them to stop sending faster, and did not stop by themselves;
    /// nil: not recorded.
    var isFilling: Bool?
    /// Streams that moved bytes, in each of at most 60 equal slices of the window.
    public var alive: [Int] = []
    /// The plan asked for a rate, and it was reached.
    public var isPaced = false
    public var isDownload = false

    package init() {}

    /// The path kept segments waiting: a queue was there, so something on the way was full.
    public var hasQueue: Bool? {
        if let probeRise { return isQueue(probeRise) }
        guard let restRTT, let loadedRTT else { return nil }
        let isRaised = loadedRTT * 5 > restRTT * 6 + .milliseconds(10)
        return isDownload && isRaised ? nil : isRaised
    }

    /// Whether a rise of a round trip is more than what schedulers and Wi-Fi add without any queue: a fifth and two milliseconds.
    func isQueue(_ rise: Duration) -> Bool { rise * 5 > (restRTT ?? .zero) + .milliseconds(10) }

    public var limits: [Limit] {
        guard hasMoved else { return [] }
        var list: [Limit] = isPaced ? [.pace] : []
        if let windowLimited, isDownload ? windowLimited > 800_000 && hasQueue == false : windowLimited > 200_000 {
            list.append(.receiveWindow)
        }
        if let bufferLimited, bufferLimited > 200_000 { list.append(.sendBuffer) }
        if !hostReasons.isEmpty { list.append(.thisHost) }
        // A full line shows as a queue or as losses that keep the sender down; where there is neither, the sender held back.
        if list.isEmpty, isDownload, isEven, hasQueue == false, isRateOfLosses == false { list.append(.server) }
        return list
    }

    /// It had long found the rate that it kept.
    private var isEven: Bool { trend == .plateau || trend == .falling }

    /// What speaks for a limit of this host, in words: each with its worst second.
    var hostReasons: [String] {
        var reasons: [String] = []
        if isMachineBusy, let machineBusy {
            reasons.append("its processors were \(Words.share(machineBusy)) busy")
        }
        if isOwnBusy, let ownBusy {
            reasons.append("its streams used \(Words.share(ownBusy)) of their processors")
        }
        if areTimersLate, let timerLate {
            reasons.append("its timers were \(Words.duration(timerLate.nanoseconds)) late")
        }
        return reasons
    }

    /// Why the rate may not be the line's; nil when nothing speaks against it.
    var doubt: String? {
        if hasMoved, let detour { return detour }
        for limit in limits {
            switch limit {
            case .pace: return "the plan asked for no more"
            case .thisHost: return "this host may be the limit: \(hostReasons.joined(separator: ", "))"
            case .receiveWindow:
                return isDownload
                    ? "this host's receive window may be the limit" : "the server's receive window may be the limit"
            case .sendBuffer: return "this host's send buffer may be the limit"
            case .server:
                return
                    "the server may be the limit: it sent no faster although nothing queued, and losses do not explain it"
            }
        }
        switch trend {
        case .growing: return "it was still growing at the end"
        case .unknown: return "it ran too short to show whether it was still growing"
        case .plateau, .falling: return unseen ?? unfilled
        }
    }

    /// Without a queue nothing shows that the line was full: losses hold a load back on a line that is not (one packet in a
    /// thousand left 100 Mbit/s at 37), as a policer does, and a smart queue looks like both.
    private var unfilled: String? {
        guard hasMoved, hasQueue != true else { return nil }
        if hasQueue == nil { return "no record tells whether anything queued on its way" }
        return hasLost
            ? "nothing queued, and losses may have held it back before the line did" : "nothing queued on its way"
    }

    /// What nobody looked at; nil: all was.
    private var unseen: String? {
        guard hasMoved else { return nil }
        if !hasConnectionRecords { return "no record tells whether its connections were held back" }
        if isDownload, hasQueue == false, isRateOfLosses == nil {
            return "no record tells whether anything was lost on its way"
        }
        return hasHostRecords ? nil : "no record tells whether this host was the limit"
    }

    /// The line was full, and how much its queue holds is not known, since it did not overflow, or nobody looked whether it did.
    ///
    /// Senders add to a queue until it loses a segment. After a gentle start (HyStart, of which RFC 9406 is a later form) that
    /// may take longer than a load lasts: two streams held a queue of 150 ms evenly at 15 to 45 ms for three seconds.
    var isQueueBottomless: Bool { hasQueue == true && isFilling != false }

    /// A queue on the way overflowed: something on it was full, whatever else was near its limit.
    public var isLineFull: Bool { hasQueue == true && !isQueueBottomless }

    private var hasLost: Bool { (isDownload ? outOfOrder ?? 0 : retransmits) > 0 }

    /// Why what lagged under the load is the least that a full line lags; nil when nothing speaks against a full line.
    ///
    /// A queue that overflowed shows that something on the way was full, whatever else was near its limit.
    var shortfall: String? {
        if isQueueBottomless {
            return isFilling == nil
                ? "no record tells whether its queue overflowed, which may hold more"
                : "\(hasLost ? "too little" : "nothing") was lost in its queue, which may hold more"
        }
        return isLineFull ? nil : doubt.map { "the line may not have been full: \($0)" }
    }
}
