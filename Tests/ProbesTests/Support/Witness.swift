import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import LinecheckProbes
import LinecheckSockets
import Synchronization

/// Keeps what an engine tells, and waits for it, never longer than a given time.
final class Witness: Sendable {
    struct Seen: Sendable {
        var records: [Record] = []
        var events: [ProbeEvent] = []

        var samples: [Sample] { records.compactMap { if case .sample(let sample) = $0 { sample } else { nil } } }
        var late: [StrayReply] { records.compactMap { if case .late(let reply) = $0 { reply } else { nil } } }
        var duplicates: [StrayReply] {
            records.compactMap { if case .duplicate(let reply) = $0 { reply } else { nil } }
        }
        var results: [ProbeResult] { records.compactMap { if case .result(let result) = $0 { result } else { nil } } }
        var foreign: [ForeignReply] { records.compactMap { if case .foreign(let reply) = $0 { reply } else { nil } } }
    }

    private let seen = Mutex(Seen())

    /// One engine that ends while another begins switches the machine's stamps off for some milliseconds; in one
    /// process that tests many engines at once they stay on.
    private static let stamps = try? KeptStamps()
    private final class KeptStamps: Sendable {
        let first: ReceiveStamps
        let second: ReceiveStamps

        init() throws {
            first = try ReceiveStamps()
            // A process that ended just before may still be switching them off.
            usleep(100_000)
            second = try ReceiveStamps()
        }
    }

    var now: Seen { seen.withLock { $0 } }

    func engine(
        _ options: ProbeEngine.Options = .init(), clock: RunClock = RunClock()
    ) throws -> ProbeEngine {
        _ = Self.stamps
        return try ProbeEngine(
            clock: clock, options: options,
            sink: { record in self.seen.withLock { $0.records.append(record) } },
            onEvent: { event in self.seen.withLock { $0.events.append(event) } })
    }

    /// Blocks, on a thread of a test's own; false when it did not come in time.
    @discardableResult
    func wait(atMost limit: Duration = .seconds(8), until isSo: (Seen) -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        while !isSo(now) {
            if ContinuousClock.now > end { return false }
            usleep(2_000)
        }
        return true
    }

    @discardableResult
    func wait(for event: ProbeEvent, atMost limit: Duration = .seconds(8)) -> Bool {
        wait(atMost: limit) { $0.events.contains(event) }
    }
}

/// Asks a target `count` times and returns everything that was seen once all is settled.
func ask(
    _ target: String, kind: Probe.Kind = .ping, port: Int? = nil, count: Int = 3,
    interval: Duration = .milliseconds(20), timeout: Duration = .milliseconds(500),
    linger: Duration = .zero, exchange: ProbeExchange = ProbeExchange(), options: ProbeEngine.Options = .init()
) throws -> Witness.Seen {
    let witness = Witness()
    let engine = try witness.engine(options)
    let probe = Probe(
        name: "p", kind: kind, target: target, port: port, interval: interval, timeout: timeout, count: count,
        exchange: exchange)
    let resolved = TargetResolver(clock: RunClock()).resolve(probe)
    guard let pinned = resolved.pinned else { throw Unresolved(reason: resolved.record.unavailable ?? "") }
    engine.start(probe, at: pinned)
    witness.wait { $0.events.contains(.done(probe: "p")) || $0.samples.count == count }
    usleep(UInt32(linger / .microseconds(1)))
    engine.stopAll()
    witness.wait(for: .idle)
    engine.shutdown()
    return witness.now
}

struct Unresolved: Error { let reason: String }

extension ProbeResult {
    subscript(key: String) -> JSONValue? { facts.first { $0.key == key }?.value }
}

extension Sample {
    var rtt: Duration? { if case .reply(let rtt) = outcome { rtt } else { nil } }
    var failure: FailureWord? { if case .failed(let word) = outcome { word } else { nil } }
}
