import LinecheckLab
import LinecheckQuantities

/// Whether a line was during a run what it was built to be, by the kernel's own counters and without a word of linecheck's verdict.
///
/// A host without processor time to spare, or a load that did not load, makes another line of it; a verdict is then neither right nor wrong.
struct Control {
    let trial: Trial

    /// What was otherwise; empty: the truth of the line is established.
    var objections: [String] {
        trial.line.truth.directions.flatMap { name, truth in
            truth.map { loaded(name, $0) } ?? unloaded(name)
        } + otherQueues + lateBridges + pauses
    }

    /// Who looks every 100 ms and was kept from it ran beside a linecheck that was kept from working as well.
    private var pauses: [String] {
        trial.windows.loaded.sorted { $0.key < $1.key }.compactMap { phase, window in
            guard let gap = trial.queues.values.map({ $0.longestGap(in: window) }).max(), gap > .milliseconds(500)
            else { return nil }
            return "the machine stood still for \(gap.text) in the \(phase)"
        }
    }

    /// A bridge that was not given the processor in time made another delay.
    private var lateBridges: [String] {
        trial.bridges.flatMap { leg, report in
            [("up", report.up), ("down", report.down)].compactMap { name, way in
                guard let late = way.late, late.p99 > .milliseconds(2) else { return nil }
                return "the bridge \(leg.rawValue) let frames go \(late.p99.text) late (p99) on the way \(name)"
            }
        }
    }

    /// The delay that a packet met in the direction's bottleneck: the median of the looks in the scored window.
    func delay(_ phase: String, _ truth: Truth.Direction) -> Duration? {
        guard let window = trial.windows.scored(phase), let queue = trial.line.queue(at: truth.bottleneck) else {
            return nil
        }
        return trial.queues[truth.bottleneck]?.medianDelay(in: window, rate: queue.rate)
    }

    /// What the bottleneck let through while the phase was loaded, in frames.
    func rate(_ phase: String, _ truth: Truth.Direction) -> BitRate? {
        trial.windows.loaded[phase].flatMap { trial.queues[truth.bottleneck]?.rate(in: $0) }
    }

    private func loaded(_ phase: String, _ truth: Truth.Direction) -> [String] {
        guard let queue = trial.line.queue(at: truth.bottleneck), let delay = delay(phase, truth),
            let rate = rate(phase, truth)
        else {
            let words = trial.observed.reason(load: phase) ?? "no reason"
            return ["the \(phase) never loaded the line; linecheck says: \(words)"]
        }
        var objections: [String] = []
        if isLossy, trial.observed.isValid(load: phase) == false, let words = trial.observed.reason(load: phase) {
            objections.append("the line lost a stream's packets again and again in the \(phase): \(words)")
        }
        if let rise = truth.rise, !rise.contains(delay) {
            objections.append(
                "the queue \(truth.bottleneck.rawValue) held \(delay.text) in the \(phase), and not \(rise.text)")
        }
        // The band is of payload; of a full frame of 1,514 bytes, 1,448 are that, or 1,428 behind an IPv6 header.
        let payload: Int64 = trial.line.family == .ipv4 ? 1_448 : 1_428
        if rate.bitsPerSecond * payload / 1_514 < truth.rate.lowerBound.bitsPerSecond {
            objections.append(
                "only \(rate.text) of \(queue.rate.text) passed the queue \(truth.bottleneck.rawValue) in the \(phase)")
        }
        return objections
    }

    /// Where each tenth packet is lost, now and then it is a SYN, and then the request, and then its repetition: TCP waits
    /// doubly long each time, and the stream moves nothing within the phase. Then the truth of a loaded line is not there.
    private var isLossy: Bool {
        trial.line.legs.contains { $0.up.loss.partsPerMillion >= 50_000 || $0.down.loss.partsPerMillion >= 50_000 }
    }

    /// A direction that nobody loads carries requests and pings, and little else.
    private func unloaded(_ phase: String) -> [String] {
        let place = phase == "download" ? Line.Place.accessDown : .accessUp
        guard let window = trial.windows.whole[phase], let sent = trial.queues[place]?.sent(in: window),
            sent > 200_000
        else { return [] }
        return ["\(sent) bytes passed the queue \(place.rawValue) in the \(phase), which should not load the line"]
    }

    /// A line has just its own fault: no other queue makes pings wait.
    private var otherQueues: [String] {
        trial.line.truth.directions.flatMap { phase, truth -> [String] in
            guard let truth, let window = trial.windows.scored(phase) else { return [] }
            return Line.Place.allCases.filter { $0 != truth.bottleneck }.compactMap { place in
                guard let queue = trial.line.queue(at: place),
                    let delay = trial.queues[place]?.medianDelay(in: window, rate: queue.rate),
                    delay > .milliseconds(15)
                else { return nil }
                return "the queue \(place.rawValue) held \(delay.text) in the \(phase), and should be empty"
            }
        }
    }
}
