public import LinecheckCapture
public import LinecheckPlan
public import LinecheckQuantities
public import LinecheckSockets

/// What a phase needs to know of a load while it runs.
public enum LoadEvent: Equatable, Sendable {
    /// The load's first body byte: read by a download, acknowledged for an upload. Told once.
    case moving
    /// The load is no load any more: a final response that is not 2xx, or a dead stream. Told once, for the first.
    case failed(reason: String)
}

/// One load of one phase: streams that move bodies back to back and count their own bytes.
///
/// It writes `stream`, `bytes` and `tcp` records to the sink as things happen, from several threads, one at a time.
public final class HTTPLoad: Sendable {
    /// Of the streams: behind the probes and everything else. A load has time, a ping has not.
    package static let niceness: Int32 = 15
    private static let tick = Duration.milliseconds(100)
    /// How often acknowledgments are looked at until the first one: `loaded` is stamped with it.
    private static let firstTick = Duration.milliseconds(2)
    private static let joinLimit = Duration.seconds(1)

    private let context: LoadContext?
    private let workers = WorkerGroup()
    private let clock: RunClock
    private let load: Load
    private let onEvent: @Sendable (LoadEvent) -> Void
    private let niceness: Int32

    /// - Parameters:
    ///   - pins: shared by the loads of a run, so that a name leads all of them to one address.
    ///   - proxies: what the environment says, for loads that follow it.
    ///   - ceiling: body bytes above which a guard ends the phase; the streams move one more and wait for that. nil: none.
    ///   - sink: takes records, one at a time, in the order of their stamps except for those of ``mark(at:)``. It is
    ///     called with a lock of the load held: it must not call the load, nor wait for a thread that does.
    ///   - onEvent: called on the load's threads; it must not call ``stop()``, which waits for them.
    public convenience init(
        _ load: Load, clock: RunClock, pins: HostPins = HostPins(), proxies: ProxySettings = .current,
        ceiling: ByteCount? = nil,
        sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (LoadEvent) -> Void
    ) {
        self.init(
            load, clock: clock, pins: pins, proxies: proxies, ceiling: ceiling, trust: .system, sink: sink,
            onEvent: onEvent)
    }

    package init(
        _ load: Load, clock: RunClock, pins: HostPins = HostPins(), proxies: ProxySettings = .none,
        ceiling: ByteCount? = nil, trust: TLSTrust,
        niceness: Int32 = HTTPLoad.niceness, sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (LoadEvent) -> Void
    ) {
        self.load = load
        self.clock = clock
        self.onEvent = onEvent
        self.niceness = niceness
        context = (try? Waker()).map { waker in
            LoadContext(
                load, clock: clock, pins: pins, proxies: proxies, ceiling: ceiling, trust: trust, waker: waker,
                sink: sink,
                onEvent: onEvent)
        }
    }

    /// Opens all streams at once and returns at once; what goes wrong is an event.
    public func start() {
        guard let context else { return onEvent(.failed(reason: "this host failed: too many open files")) }
        guard let url = HTTPURL(load.url) else {
            return context.failed("\(URIReference(load.url).withoutUserinfo.text) is no http or https URL")
        }
        do throws(SystemError) {
            for stream in context.streams { try open(stream, url, context) }
            try workers.start(name: "load-ticks") { [self] in tick(context, url) }
        } catch {
            context.failed("this host failed: \(error.description)")
        }
    }

    private func open(_ stream: Int, _ url: HTTPURL, _ context: LoadContext) throws(SystemError) {
        try workers.start(name: "load-\(stream)", niceness: niceness) {
            StreamWorker(context, stream: stream, url: url).run()
        }
    }

    /// Writes one `bytes` record a stream, now, all stamped with this instant.
    public func mark(at instant: RunInstant) { context?.recordTotals(at: instant) }

    /// Writes the last totals and `end` records, resets every connection and waits for the threads, at most 1 s.
    ///
    /// A thread that hangs longer, which only the machine itself can cause, ends later on its own.
    public func stop() {
        guard let context else { return }
        context.recordEnd()
        context.waker.wake()
        _ = workers.wait(until: KernelClock.monotonic + Self.joinLimit.nanoseconds)
    }

    /// Records on an absolute grid: a late tick does not move the next one.
    private func tick(_ context: LoadContext, _ url: HTTPURL) {
        let origin = KernelClock.monotonic
        var next = origin + Self.tick.nanoseconds
        var growing = load.growsStreams ? GrowingStreams(context) : nil
        while true {
            let now = KernelClock.monotonic
            if now >= next {
                context.recordTotals(states: true)
                if let stream = growing?.tick(at: now) {
                    // A thread that the kernel does not give leaves a stream that never moves: the judge sees it.
                    try? open(stream, url, context)
                }
                next += (1 + (now - next) / Self.tick.nanoseconds) * Self.tick.nanoseconds
            }
            var wake = next
            if load.direction == .upload, !context.isMoving {
                if context.meters.contains(where: { $0.total > 0 }) { context.moved() }
                wake = min(next, now + Self.firstTick.nanoseconds)
            }
            guard context.waker.sleep(until: wake) else { return }
        }
    }
}
