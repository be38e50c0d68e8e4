import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities

/// What a load does at some moment.
enum LoadStep {
    case connected, answered, moving, tick
}

/// A load between its start and its stop.
struct RunningLoad {
    /// Tells this use of the load from one in another phase.
    let run: Int
    let load: Load
    /// Its part of the link.
    let rate: BitRate
    let began: RunInstant
    var movingSince: RunInstant?
    /// Body bytes of an answer that was no load.
    var stray: Int64 = 0

    /// Slow start: the rate grows evenly over this time.
    private static let ramp = 0.5

    func total(at now: RunInstant) -> Int64 {
        guard let movingSince else { return stray }
        let time = Double((now - movingSince).nanoseconds) / 1e9
        let effective = time < Self.ramp ? time * time / (2 * Self.ramp) : time - Self.ramp / 2
        return 1 + Int64(effective * Double(rate.bitsPerSecond) / 8)
    }

    func total(ofStream stream: Int, at now: RunInstant) -> Int64 {
        let all = total(at: now)
        return all / Int64(load.streams) + (stream == 0 ? all % Int64(load.streams) : 0)
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
        loads[name] = RunningLoad(run: loadRuns, load: load, rate: rate, began: now)
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
        switch step {
        case .connected: connected(running, at: now)
        case .answered: answered(running, at: now)
        case .moving:
            loads[name]?.movingSince = now
            queues[running.load.direction]?.join(at: now)
            agenda.add(.event(.loadMoving(name)), at: now)
        case .tick:
            mark([name], at: now)
            kernelView(running, at: now)
            plan(name, .tick, at: now + .milliseconds(100))
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
        switch isDownload ? line.downloadServer : line.uploadServer {
        case .silent: return
        case .honest:
            if isDownload { respond(running, status: 200, bytes: nil, at: now) }
            plan(name, .moving, at: now + .microseconds(200))
        case .refusing(let status):
            loads[name]?.stray = isDownload ? 1 : 0
            respond(running, status: status, bytes: 1, at: now)
            mark([name], at: now)
            let reason = "HTTP \(status) from \(running.host) (1 byte)"
            agenda.add(.event(.loadFailed(name, reason: reason)), at: now)
        }
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

    /// TCP_INFO of each stream.
    private func kernelView(_ running: RunningLoad, at now: RunInstant) {
        guard let since = running.movingSince else { return }
        for stream in 0..<running.load.streams {
            let rate = BitRate(bitsPerSecond: running.rate.bitsPerSecond / Int64(running.load.streams))
            append(
                .tcp(
                    TCPState(
                        at: now, load: running.load.name, stream: stream, rtt: line.internetDelay + queueing(at: now),
                        retransmits: 0, cwnd: 40, deliveryRate: rate, busy: now - since, windowLimited: .zero,
                        bufferLimited: .zero)), at: now)
        }
    }
}
