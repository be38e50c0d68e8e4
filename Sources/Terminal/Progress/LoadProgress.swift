import LinecheckCapture
public import LinecheckQuantities

/// What a load moves.
public struct LoadProgress: Sendable {
    /// A rate is told over at least this time; totals come each 100 ms, and the rate between two of them jumps.
    static let slice = Duration.milliseconds(500)
    private static let history = 240

    public let name: String
    /// Bit/s of each slice, the latest last.
    public private(set) var points: [Sparkline.Point] = []
    /// Body bytes of this phase.
    public private(set) var bytes: Int64 = 0
    /// The phase that ran it has ended; the figures are the last ones.
    public private(set) var isOver = false
    private var totals: [Int: Int64] = [:]
    private var open: Set<Int> = []
    private var known: Set<Int> = []
    private var since: (at: RunInstant, bytes: Int64)?

    init(name: String) { self.name = name }

    /// A phase begins that runs this load; its counts start anew.
    mutating func begin() {
        let kept = points
        self = LoadProgress(name: name)
        points = kept.isEmpty ? [] : kept + [.gap]
    }

    mutating func end() { isOver = true }

    mutating func take(_ total: ByteTotal) {
        bytes += total.total - (totals[total.stream] ?? 0)
        totals[total.stream] = total.total
        guard let since else {
            self.since = (total.at, bytes)
            return
        }
        let time = total.at - since.at
        guard time >= Self.slice else { return }
        let bits = Int64(Double(bytes - since.bytes) * 8e9 / Double(time.nanoseconds))
        points.append(.value(max(0, bits)))
        if points.count > 2 * Self.history { points.removeFirst(points.count - Self.history) }
        self.since = (total.at, bytes)
    }

    mutating func take(_ event: StreamEvent) {
        known.insert(event.stream)
        switch event.step {
        case .connect, .request, .response: open.insert(event.stream)
        case .reopen, .dead, .end: open.remove(event.stream)
        case .add: break
        }
    }

    /// Streams with a connection that stands, of all that were begun in this phase.
    public var streams: (alive: Int, all: Int) { (open.count, known.count) }

    /// Of the latest slice; nil before the first.
    public var rate: BitRate? {
        if case .value(let bits)? = points.last { BitRate(bitsPerSecond: bits) } else { nil }
    }
}
