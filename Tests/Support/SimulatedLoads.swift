import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities

/// What a load does at some moment.
enum LoadStep {
    case connected, answered, moving, tick
    /// What the server does later on.
    case failing
}

/// A load between its start and its stop.
struct RunningLoad {
    /// Tells this use of the load from one in another phase.
    let run: Int
    let load: Load
    /// Its part of the link.
    let rate: BitRate
    let began: RunInstant
    /// The server's side of it.
    let server: SimulatedLine.Server
    /// From when on nothing gets through; nil: it always does.
    let goneAt: RunInstant?
    var ticks = 0
    var movingSince: RunInstant?
    /// What the queue had lost before.
    var lossesBefore: Int64 = 0
    /// Body bytes of an answer that was no load.
    var stray: Int64 = 0

    /// Slow start: the rate grows evenly over this time.
    private static let ramp = 0.5

    func total(at now: RunInstant) -> Int64 {
        guard let movingSince else { return stray }
        let until = max(movingSince, min(now, goneAt ?? now))
        let time = Double(served(until - movingSince).nanoseconds) / 1e9
        let effective = time < Self.ramp ? time * time / (2 * Self.ramp) : time - Self.ramp / 2
        return 1 + Int64(effective * Double(rate.bitsPerSecond) / 8)
    }

    func total(ofStream stream: Int, at now: RunInstant) -> Int64 {
        let all = total(at: now)
        let moving = server == .starving ? load.streams - 1 : load.streams
        guard stream < moving else { return 0 }
        return all / Int64(moving) + (stream == 0 ? all % Int64(moving) : 0)
    }

    /// Of so much time the part in which the server moved bytes.
    private func served(_ time: Duration) -> Duration {
        guard case .stalling(let start, let length) = server else { return time }
        return time < start ? time : max(start, time - length)
    }

    /// As the URL names it.
    var host: String {
        let rest = load.url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        return String(rest.prefix { $0 != ":" })
    }
}

extension Simulation {
    func startLoad(_ name: String, at now: RunInstant) {
        guard let load = setup.plan.load(name) else { return }
        let sharers = setup.plan.phases.first { $0.loads.contains(name) }?.loads
            .count { setup.plan.load($0)?.direction == load.direction }
        let link = load.direction == .download ? line.download.rate : line.upload.rate
        // Headers of IP, TCP and TLS take about 5 % of what the link carries.
        let rate = BitRate(bitsPerSecond: link.bitsPerSecond * 95 / 100 / Int64(max(1, sharers ?? 1)))
        loadRuns += 1
        let server = load.direction == .download ? line.downloadServer : line.uploadServer
        loads[name] = RunningLoad(
            run: loadRuns, load: load, rate: rate, began: now, server: server, goneAt: line.internetGoneAt)
        plan(name, .connected, at: now + line.internetDelay)
        plan(name, .answered, at: now + line.internetDelay * 3)
        plan(name, .tick, at: now + .milliseconds(100))
    }

    /// Resets the connections; what the bottleneck still holds drains at its rate.
    func stopLoad(_ name: String, at now: RunInstant) {
        guard let running = loads.removeValue(forKey: name) else { return }
        finishedBytes[running.load.direction, default: 0] += running.total(at: now)
        if running.movingSince != nil { queues[running.load.direction]?.leave(at: now) }
        for stream in 0..<running.load.streams {
            append(.stream(StreamEvent(at: now, load: name, stream: stream, step: .end)), at: now)
        }
    }

    func mark(_ names: [String], at now: RunInstant) {
        for name in names {
            guard let running = loads[name] else { continue }
            for stream in 0..<running.load.streams {
                let total = running.total(ofStream: stream, at: now)
                append(.bytes(ByteTotal(at: now, load: name, stream: stream, total: total)), at: now)
            }
        }
    }

    func advance(_ name: String, _ step: LoadStep, at now: RunInstant) {
        guard let running = loads[name] else { return }
        if step != .tick, let gone = running.goneAt, now >= gone { return }
        switch step {
        case .connected: connected(running, at: now)
        case .answered: answered(running, at: now)
        case .moving:
            loads[name]?.movingSince = now
            queues[running.load.direction]?.join(at: now)
            loads[name]?.lossesBefore = queues[running.load.direction]?.losses(at: now) ?? 0
            agenda.add(.event(.loadMoving(name)), at: now)
            switch running.server {
            case .failing(let time, _), .resetting(let time): plan(name, .failing, at: now + time)
            case .hasty: plan(name, .failing, at: now + .milliseconds(700))
            default: break
            }
        case .tick:
            mark([name], at: now)
            if running.ticks % setup.ticksBetweenKernelViews == 0 { kernelView(running, at: now) }
            loads[name]?.ticks += 1
            plan(name, .tick, at: now + .milliseconds(100))
        case .failing: fail(running, at: now)
        }
    }

    /// Body bytes since the run began, for the interface's counters.
    func loadBytes(at now: RunInstant) -> (received: Int64, sent: Int64) {
        var moved = finishedBytes
        for running in loads.values { moved[running.load.direction, default: 0] += running.total(at: now) }
        return (moved[.download] ?? 0, moved[.upload] ?? 0)
    }

    private func plan(_ name: String, _ step: LoadStep, at moment: RunInstant) {
        if let run = loads[name]?.run { agenda.add(.load(name: name, run: run, step), at: moment) }
    }

    private func connected(_ running: RunningLoad, at now: RunInstant) {
        for stream in 0..<running.load.streams {
            append(
                .stream(
                    StreamEvent(
                        at: now, load: running.load.name, stream: stream, step: .connect, host: running.host,
                        address: "203.0.113.10", connect: line.internetDelay, tls: line.internetDelay,
                        congestion: "cubic")), at: now)
            append(.stream(StreamEvent(at: now, load: running.load.name, stream: stream, step: .request)), at: now)
        }
    }

    private func answered(_ running: RunningLoad, at now: RunInstant) {
        let name = running.load.name
        let isDownload = running.load.direction == .download
        switch running.server {
        case .silent: return
        case .refusing(let status):
            loads[name]?.stray = isDownload ? 1 : 0
            refuse(running, status: status, at: now)
        case .redirecting:
            for stream in 0..<running.load.streams {
                record(running, stream, .response, at: now) {
                    ($0.status, $0.location) = (302, "https://edge.example/load")
                }
            }
            if isDownload { respond(running, status: 200, bytes: nil, at: now) }
            plan(name, .moving, at: now + line.internetDelay * 3)
        default:
            if isDownload { respond(running, status: 200, bytes: nil, at: now) }
            plan(name, .moving, at: now + .microseconds(200))
        }
    }

    private func refuse(_ running: RunningLoad, status: Int, at now: RunInstant) {
        respond(running, status: status, bytes: 1, at: now)
        mark([running.load.name], at: now)
        let reason = "HTTP \(status) from \(running.host) (1 byte)"
        agenda.add(.event(.loadFailed(running.load.name, reason: reason)), at: now)
    }

    /// What a server does that served at first.
    private func fail(_ running: RunningLoad, at now: RunInstant) {
        let name = running.load.name
        switch running.server {
        case .failing(_, let status): refuse(running, status: status, at: now)
        case .resetting:
            let reason = "connection_reset by \(running.host)"
            for _ in 0..<4 { record(running, 0, .reopen, at: now) { $0.reason = reason } }
            record(running, 0, .dead, at: now) { $0.reason = reason }
            agenda.add(.event(.loadFailed(name, reason: reason)), at: now)
        case .hasty:
            let reason = "answered before the body was taken (1048576 of \(running.load.body.bytes) bytes sent)"
            for stream in 0..<running.load.streams {
                record(running, stream, .response, at: now) {
                    ($0.status, $0.host, $0.bytes, $0.reason) = (200, running.host, 1_048_576, reason)
                }
                record(running, stream, .reopen, at: now) { $0.reason = "\(running.host) \(reason)" }
            }
            plan(name, .failing, at: now + .milliseconds(700))
        default: return
        }
    }

    private func record(
        _ running: RunningLoad, _ stream: Int, _ step: StreamEvent.Step, at now: RunInstant,
        _ fill: (inout StreamEvent) -> Void
    ) {
        var event = StreamEvent(at: now, load: running.load.name, stream: stream, step: step)
        fill(&event)
        append(.stream(event), at: now)
    }

    private func respond(_ running: RunningLoad, status: Int, bytes: Int64?, at now: RunInstant) {
        for stream in 0..<running.load.streams {
            append(
                .stream(
                    StreamEvent(
                        at: now, load: running.load.name, stream: stream, step: .response, status: status,
                        host: running.host, address: "203.0.113.10", firstByte: line.internetDelay, bytes: bytes)),
                at: now)
        }
    }

    /// TCP_INFO of each stream: a sender knows what it sent again, a receiver what came out of order: all that was on its way
    /// behind what was lost.
    private func kernelView(_ running: RunningLoad, at now: RunInstant) {
        guard let since = running.movingSince else { return }
        let rtt = line.internetDelay + queueing(at: now)
        let lost = (queues[running.load.direction]?.losses(at: now) ?? 0) - running.lossesBefore
        let isDownload = running.load.direction == .download
        let rate = BitRate(bitsPerSecond: running.rate.bitsPerSecond / Int64(running.load.streams))
        // What is on its way within a round trip, in segments of 1,448 bytes; who only receives keeps the first ten.
        let window = max(2, Int64(Double(rate.bitsPerSecond) / 8 * Double(rtt.nanoseconds) / 1e9 / 1_448))
        for stream in 0..<running.load.streams {
            append(
                .tcp(
                    TCPState(
                        at: now, load: running.load.name, stream: stream, rtt: rtt, retransmits: isDownload ? 0 : lost,
                        cwnd: isDownload ? 10 : window, deliveryRate: rate, busy: now - since,
                        windowLimited: .zero, bufferLimited: .zero, outOfOrder: isDownload ? lost * window : 0)),
                at: now)
        }
    }
}
