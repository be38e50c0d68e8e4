import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization
import TestSupport

/// A running load with everything it said.
final class LoadUnderTest: Sendable {
    let clock = RunClock()
    private let load: HTTPLoad
    private let said = Said()

    final class Said: Sendable {
        let records = Mutex<[Record]>([])
        let events = Mutex<[LoadEvent]>([])
    }

    init(_ plan: Load, ceiling: ByteCount? = nil, trust: TLSTrust = .system) {
        // Not niced: beside other tests the streams would wait for a processor, and that is no fault of the server's.
        load = HTTPLoad(
            plan, clock: clock, ceiling: ceiling, trust: trust, niceness: 0,
            sink: { [said] record in said.records.withLock { $0.append(record) } },
            onEvent: { [said] event in said.events.withLock { $0.append(event) } })
        load.start()
    }

    convenience init(
        _ direction: Load.Direction, _ url: String, streams: Int = 1, body: Int64 = 8_000_000, redirects: Int = 5,
        insecure: Bool = false, trust: TLSTrust = .system
    ) {
        self.init(
            Load(
                name: "load", direction: direction, url: url, streams: streams, body: ByteCount(bytes: body),
                redirects: redirects, insecure: insecure), trust: trust)
    }

    var records: [Record] { said.records.withLock { $0 } }
    var events: [LoadEvent] { said.events.withLock { $0 } }

    var failure: String? {
        events.lazy.compactMap { if case .failed(let reason) = $0 { reason } else { nil } }.first
    }

    var streamEvents: [StreamEvent] { records.compactMap { if case .stream(let event) = $0 { event } else { nil } } }
    var byteTotals: [ByteTotal] { records.compactMap { if case .bytes(let total) = $0 { total } else { nil } } }
    var states: [TCPState] { records.compactMap { if case .tcp(let state) = $0 { state } else { nil } } }

    func steps(_ step: StreamEvent.Step) -> [StreamEvent] { streamEvents.filter { $0.step == step } }

    /// How many steps of a kind there were, the counted ones included.
    func count(_ step: StreamEvent.Step) -> Int { steps(step).reduce(0) { $0 + ($1.count ?? 1) } }

    /// Sum over the streams of the last total written.
    var total: Int64 {
        var last: [Int: Int64] = [:]
        for record in byteTotals { last[record.stream] = record.total }
        return last.values.reduce(0, +)
    }

    /// The total as it is now.
    func totalNow() -> Int64 {
        load.mark(at: clock.now)
        return total
    }

    func mark(at instant: RunInstant) { load.mark(at: instant) }

    /// Whether the condition came true in time.
    func waits(_ limit: Duration = .seconds(10), until condition: (LoadUnderTest) -> Bool) -> Bool {
        eventually(limit) { condition(self) }
    }

    /// Stops; how long that took.
    @discardableResult
    func stop() -> Duration {
        let began = KernelClock.monotonic
        load.stop()
        return .nanoseconds(KernelClock.monotonic - began)
    }
}
