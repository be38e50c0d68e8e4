import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import Synchronization

/// What the streams of one load share: where their records go, what they send, how they stop.
final class LoadContext: Sendable {
    /// One megabyte stays in the processor's cache while it is sent over and over. Compressors with a window look back
    /// 32 kB to some hundred kB.
    private static let bodySize = 1 << 20
    /// How long a stream at the ceiling waits before it asks again: others may have given back what they did not move.
    private static let ceilingPause = Duration.milliseconds(5)
    /// How long a load whose budget is spent waits for one more acknowledgment.
    private static let acknowledgmentPatience = Duration.seconds(1)

    let load: Load
    let waker: Waker
    let pins: HostPins
    let limits: LoadLimits
    /// CLOCK_MONOTONIC in ns.
    let began = KernelClock.monotonic
    /// One for each stream that may be opened.
    let meters: [StreamMeter]

    private let proxies: ProxySettings
    /// Streams opened so far.
    private let opened: Atomic<Int>
    private let clock: RunClock
    private let sink: @Sendable (Record) -> Void
    private let onEvent: @Sendable (LoadEvent) -> Void
    private let trust: TLSTrust
    private let hasMoved = Atomic<Bool>(false)
    private let hasFailed = Atomic<Bool>(false)
    private let hasShownCeiling = Atomic<Bool>(false)
    private let emission: Mutex<Emission>
    private let made = Mutex(Made())

    /// The last totals written, so that no record contradicts one with a later stamp.
    private struct Emission: Sendable {
        var ended = false
        var at = RunInstant.start
        var totals: [Int64]
        /// By stream.
        var steps: [RepeatedSteps]
    }

    /// Made when the first stream needs it.
    private struct Made: Sendable {
        var tls: TLSContext?
        var body: RandomFile?
    }

    init(
        _ load: Load, clock: RunClock, pins: HostPins, proxies: ProxySettings, ceiling: ByteCount?, trust: TLSTrust,
        waker: Waker,
        sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (LoadEvent) -> Void
    ) {
        self.load = load
        self.clock = clock
        self.trust = load.insecure ? .anyone : trust
        self.waker = waker
        self.sink = sink
        self.onEvent = onEvent
        self.pins = pins
        self.proxies = proxies
        limits = LoadLimits(load, ceiling: ceiling)
        opened = Atomic(load.growsStreams ? 1 : load.streams)
        meters = (0..<load.streams).map { _ in StreamMeter(load.direction) }
        emission = Mutex(
            Emission(
                totals: Array(repeating: 0, count: load.streams),
                steps: Array(repeating: RepeatedSteps(), count: load.streams)))
    }

    func checkStopped() throws(StreamEnd) {
        if waker.isWoken { throw .stopped }
    }

    func tls() throws(StreamEnd) -> TLSContext {
        do {
            return try made.withLock { (made) throws(TLSProblem) in
                if let known = made.tls { return known }
                let context = try TLSContext(trust: trust)
                made.tls = context
                return context
            }
        } catch { throw FailureWording.tls(error, host: "", peer: "") }
    }

    func body() throws(StreamEnd) -> RandomFile {
        do {
            return try made.withLock { (made) throws(SystemError) in
                if let known = made.body { return known }
                let file = try RandomFile(size: Self.bodySize)
                made.body = file
                return file
            }
        } catch { throw .dead("this host failed: \(error.description)") }
    }

    /// The proxy that requests for a URL go through; nil: none.
    func proxy(for url: HTTPURL) throws(StreamEnd) -> HTTPURL? {
        let text: String? =
            switch load.proxy {
            case .none: nil
            case .url(let proxy): proxy
            case .environment: proxies.proxy(for: url)
            }
        guard let text else { return nil }
        guard let proxy = HTTPURL(text), proxy.scheme == .http else { throw .dead(FailureWording.noProxy(text)) }
        return proxy
    }

    func options() throws(StreamEnd) -> TCPSocket.Options {
        guard let options = load.socketOptions else { throw .dead("source \(load.source ?? "") is no address") }
        return options
    }
}

// What a load says about itself.
extension LoadContext {
    /// The load's first body byte; only the first call tells.
    func moved() {
        guard !hasMoved.load(ordering: .relaxed) else { return }
        guard !hasMoved.exchange(true, ordering: .relaxed), !waker.isWoken else { return }
        onEvent(.moving)
    }

    var isMoving: Bool { hasMoved.load(ordering: .relaxed) }

    /// Streams that were opened so far.
    var streams: Range<Int> { 0..<opened.load(ordering: .acquiring) }

    /// Records one more stream and why; its number.
    func addStream(_ reason: String) -> Int {
        let stream = opened.add(1, ordering: .acquiringAndReleasing).oldValue
        record(stream, .add) { $0.reason = reason }
        return stream
    }

    /// How many of so many bytes may be moved now, at least one. What is then not moved has to be given back to the
    /// limits. Waits for the end of the phase when there is nothing more to move.
    func grant(_ wanted: Int) throws(StreamEnd) -> Int {
        var hasWaited = false
        while true {
            switch limits.grant(wanted) {
            case .bytes(let count): return count
            case .spent: try spent()
            case .held: try pause()
            case .full:
                // By now the other streams have counted what they moved, and the guard need not wait for the next tick.
                if hasWaited, !hasShownCeiling.exchange(true, ordering: .relaxed) { recordTotals() }
                hasWaited = true
                try pause()
                // Otherwise a guard would wait in vain for bytes that nobody may send any more.
                limits.giveBack(meters.reduce(0) { $0 + $1.takeLost() })
            }
        }
    }

    /// What a new request may ask for of the budget, at most so much; nil: there is no budget.
    func promise(upTo most: Int64) throws(StreamEnd) -> Int64? {
        while true {
            switch limits.promise(upTo: most, streams: streams.count) {
            case nil: return nil
            case .bytes(let count): return count
            case .held: try pause()
            case .spent: try spent()
            }
        }
    }

    private func pause() throws(StreamEnd) {
        guard waker.sleep(until: KernelClock.monotonic + Self.ceilingPause.nanoseconds) else { throw .stopped }
    }

    /// What was sent is acknowledged first, since the end of the phase throws away what it finds in the send buffers; it
    /// does not wait for what makes no way.
    private func spent() throws(StreamEnd) -> Never {
        let budget = load.budget ?? ByteCount(bytes: 0)
        var known: (total: Int64, at: Int64) = (-1, 0)
        while known.total < budget.bytes {
            let (total, now) = (meters.reduce(0) { $0 + $1.total }, KernelClock.monotonic)
            if total > known.total { known = (total, now) }
            guard total < budget.bytes, now - known.at < Self.acknowledgmentPatience.nanoseconds else { break }
            try pause()
        }
        let missing = known.total < budget.bytes ? ", and \(ByteCount(bytes: known.total).text) of it arrived" : ""
        failed("its budget of \(budget.text) is spent\(missing)")
        _ = waker.sleep(until: .max)
        throw .stopped
    }

    /// The load's first failure; only the first call tells.
    func failed(_ reason: String) {
        guard !hasFailed.exchange(true, ordering: .relaxed), !waker.isWoken else { return }
        onEvent(.failed(reason: reason))
    }

    /// Writes a `stream` record stamped now, or counts it with its equals; nothing once the load has ended.
    func record(_ stream: Int, _ step: StreamEvent.Step, _ fill: (inout StreamEvent) -> Void) {
        emission.withLock { emission in
            guard !emission.ended else { return }
            var event = StreamEvent(at: clock.now, load: load.name, stream: stream, step: step)
            fill(&event)
            for event in emission.steps[stream].take(event) { sink(.stream(event)) }
        }
    }

    /// Writes a `bytes` record a stream, and with `states` a `tcp` record a connection. nil: stamped now.
    func recordTotals(at instant: RunInstant? = nil, states: Bool = false) {
        emission.withLock { emission in
            guard !emission.ended else { return }
            let at = instant ?? clock.now
            writeTotals(at, &emission)
            guard states else { return }
            writeStates(at)
            writeSteps(&emission)
        }
    }

    /// Writes the last totals and an `end` a stream; nothing is written afterwards.
    func recordEnd() {
        emission.withLock { emission in
            guard !emission.ended else { return }
            let at = clock.now
            writeTotals(at, &emission)
            writeSteps(&emission)
            for stream in streams {
                sink(.stream(StreamEvent(at: at, load: load.name, stream: stream, step: .end)))
            }
            emission.ended = true
        }
    }

    private func writeTotals(_ at: RunInstant, _ emission: inout Emission) {
        // A mark may carry an instant that a tick has overtaken; it then repeats the tick's totals.
        if at >= emission.at {
            emission.at = at
            emission.totals = meters.map(\.total)
        }
        for (stream, total) in zip(streams, emission.totals) {
            sink(.bytes(ByteTotal(at: at, load: load.name, stream: stream, total: total)))
        }
    }

    private func writeSteps(_ emission: inout Emission) {
        for stream in emission.steps.indices {
            for event in emission.steps[stream].drain() { sink(.stream(event)) }
        }
    }

    private func writeStates(_ at: RunInstant) {
        for (stream, meter) in zip(streams, meters) {
            guard let info = meter.info else { continue }
            sink(
                .tcp(
                    TCPState(
                        at: at, load: load.name, stream: stream, rtt: info.rtt, retransmits: info.retransmits,
                        cwnd: info.congestionWindow, deliveryRate: info.deliveryRate, busy: info.busy,
                        windowLimited: info.windowLimited, bufferLimited: info.bufferLimited,
                        receiveRTT: info.receiveRTT, receiveWindow: info.receiveWindow,
                        outOfOrder: info.outOfOrder)))
        }
    }
}
