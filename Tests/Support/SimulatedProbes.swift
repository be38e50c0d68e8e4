import LinecheckCapture
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities

/// A probe's attempts from one start to one stop.
struct ProbeSequence {
    let probe: Probe
    var sent = 0
    var outstanding = 0
    var isStopped = false
}

extension Simulation {
    func target(of probe: Probe) -> Target {
        let isGateway = probe.target == "@gateway"
        let address = isGateway ? line.gatewayAddress : "198.51.100.1"
        return Target(
            at: .start, probe: probe.name, name: probe.target, address: address,
            source: address.map { _ in "192.0.2.7" }, family: address.map { _ in "ipv4" },
            protocolName: probe.kind == .tcp ? "tcp" : "icmp", port: probe.port,
            stamp: address.map { _ in .kernel }, unavailable: address == nil ? "no default gateway" : nil)
    }

    func start(_ probe: Probe, at now: RunInstant) {
        guard let unavailable = target(of: probe).unavailable else {
            sequences.append(ProbeSequence(probe: probe))
            return agenda.add(.attempt(sequence: sequences.count - 1), at: now)
        }
        agenda.add(.event(.probeDone(probe.name, reason: unavailable)), at: now)
    }

    func stop(_ name: String) {
        for index in sequences.indices where sequences[index].probe.name == name { sequences[index].isStopped = true }
    }

    func keepAwake(_ target: String?, at now: RunInstant) {
        stop("keep-awake")
        guard let target else { return }
        start(Probe(name: "keep-awake", kind: .ping, target: target, interval: .milliseconds(50)), at: now)
    }

    /// Sends once and plans the next.
    func attempt(_ index: Int, at now: RunInstant) {
        guard !sequences[index].isStopped else { return }
        let probe = sequences[index].probe
        sequences[index].sent += 1
        sequences[index].outstanding += 1
        let number = attempts[probe.name, default: 0]
        attempts[probe.name] = number + 1
        answer(probe, number, index, at: now)
        if sequences[index].sent == probe.count {
            sequences[index].isStopped = true
        } else {
            agenda.add(.attempt(sequence: index), at: now + probe.interval)
        }
    }

    /// One attempt of a counted sequence is settled; the last one is told.
    func settle(_ index: Int, at now: RunInstant) {
        sequences[index].outstanding -= 1
        let sequence = sequences[index]
        guard sequence.sent == sequence.probe.count, sequence.outstanding == 0 else { return }
        agenda.add(.event(.probeDone(sequence.probe.name, reason: nil)), at: now)
    }

    private func answer(_ probe: Probe, _ number: Int64, _ index: Int, at now: RunInstant) {
        var sample = Sample(probe: probe.name, sequence: number, at: now, outcome: .lost)
        let lostAt = now + probe.timeout
        if line.sendErrors.partsPerMillion > 0, random.happens(partsPerMillion: line.sendErrors.partsPerMillion) {
            sample.outcome = .failed(.noBuffer)
            return agenda.add(.settled(.sample(sample), sequence: index), at: now)
        }
        guard let rtt = roundTrip(of: probe, at: now) else {
            if probe.kind == .tcp, line.internetGoneAt.map({ now < $0 }) ?? true {
                // The SYN was lost, and the second one, a second later, got through.
                let connect = Duration.seconds(1) + line.internetDelay
                sample.outcome = .failed(.synRetransmitted)
                sample.connect = connect
                return agenda.add(.settled(.sample(sample), sequence: index), at: now + connect)
            }
            return agenda.add(.settled(.sample(sample), sequence: index), at: lostAt)
        }
        guard rtt <= probe.timeout else {
            agenda.add(.settled(.sample(sample), sequence: index), at: lostAt)
            let late = StrayReply(at: now + rtt, probe: probe.name, sequence: number, rtt: rtt)
            return agenda.add(.record(.late(late)), at: now + rtt)
        }
        sample.outcome = .reply(rtt: rtt)
        if probe.kind == .tcp {
            sample.connect = rtt + .microseconds(40)
        } else {
            (sample.ttl, sample.bytes) = (probe.target == "@gateway" ? 64 : 57, 64)
        }
        if line.duplicates.partsPerMillion > 0, random.happens(partsPerMillion: line.duplicates.partsPerMillion) {
            let again = StrayReply(
                at: now + rtt + .milliseconds(1), probe: probe.name, sequence: number, rtt: rtt + .milliseconds(1))
            agenda.add(.record(.duplicate(again)), at: again.at)
        }
        agenda.add(.settled(.sample(sample), sequence: index), at: now + rtt)
    }

    /// nil when no answer comes back.
    private func roundTrip(of probe: Probe, at now: RunInstant) -> Duration? {
        let isGateway = probe.target == "@gateway"
        let waits = !isGateway || line.bottleneck == .wifi
        let isFull = waits && queues.values.contains { $0.isFull(at: now) }
        var extra = random.exponential(mean: isGateway ? line.gatewayJitter : line.jitter)
        for spike in isGateway ? [] : line.spikes where random.happens(partsPerMillion: spike.share.partsPerMillion) {
            extra += spike.delay
        }
        let isLost = random.happens(partsPerMillion: (isGateway ? line.gatewayLoss : line.loss).partsPerMillion)
        let isDropped = random.happens(partsPerMillion: line.lossWhenFull.partsPerMillion) && isFull
        if isGateway ? line.gatewayIsSilent : line.internetGoneAt.map({ now >= $0 }) ?? false { return nil }
        if isLost || isDropped { return nil }
        let queued = waits ? queueing(at: now) : .zero
        return ((isGateway ? line.gatewayDelay : line.internetDelay) + extra + queued).wholeNanoseconds
    }

    /// Out through one queue and back through the other.
    func queueing(at now: RunInstant) -> Duration {
        ((queues[.download]?.delay(at: now) ?? .zero) + (queues[.upload]?.delay(at: now) ?? .zero)).wholeNanoseconds
    }
}

extension Duration {
    /// Records hold nothing finer.
    var wholeNanoseconds: Duration { .nanoseconds(nanoseconds) }
}
