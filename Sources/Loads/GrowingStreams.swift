import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// Measures steps of a load with `"streams": "auto"` and opens the streams that ``StreamGrowth`` asks for.
struct GrowingStreams {
    private let context: LoadContext
    private var growth: StreamGrowth
    private var isOver = false
    /// When the step in hand began, CLOCK_MONOTONIC in ns, and the load's bytes then; nil before the first byte.
    private var step: (began: Int64, total: Int64)?

    init(_ context: LoadContext) {
        self.context = context
        growth = StreamGrowth(most: min(context.meters.count, context.load.streamsFed))
    }

    /// To be called with each tick (CLOCK_MONOTONIC in ns): the number of a stream to open now.
    mutating func tick(at now: Int64) -> Int? {
        guard !isOver, context.isMoving else { return nil }
        let total = context.meters.reduce(0) { $0 + $1.total }
        guard let begun = step else {
            step = (now, total)
            return nil
        }
        guard now - begun.began >= StreamGrowth.stepLength.nanoseconds else { return nil }
        step = (now, total)
        let bits = (total - begun.total) * 8
        let rate = Int64(Double(bits) * 1e9 / Double(now - begun.began))
        switch growth.decide(.init(rate: BitRate(bitsPerSecond: rate), rtt: roundTrip)) {
        case .add(let reason): return context.addStream(reason)
        case .stop:
            isOver = true
            return nil
        }
    }

    /// The shortest of the streams' round trips: a queue delays them all.
    private var roundTrip: Duration? {
        context.meters.compactMap { meter in
            guard let info = meter.info else { return nil }
            return context.load.direction == .download ? info.receiveRTT : info.rtt
        }.min()
    }
}
