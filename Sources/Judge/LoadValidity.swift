import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities

/// Why a load did not load the line in a phase.
enum LoadFault: Equatable {
    /// A final response other than 2xx.
    case status(Int, host: String?, bytes: Int64)
    /// A stream was given up after its fifth failure.
    case dead(stream: Int, reason: String?)
    /// No body byte came; the machine's words.
    case neverMoved(String)
    /// The phase ended before a first byte was due.
    case notStarted(Duration)
    case tooFewBytes(Int64, needed: Int64, in: Duration)
    /// Responses that fit into the sender's initial window.
    case tinyBodies(responses: Int, mean: Int64)
    case tooShort(Duration)
    case idleStreams(moved: Int, of: Int)
    /// Ten ticks of 100 ms in a row without a byte, seen from the start of the window.
    case stalled(after: Duration)

    /// A load that a guard or a signal ended early has these faults only because it was ended.
    var followsFromShortness: Bool {
        switch self {
        case .notStarted, .tooFewBytes, .tooShort, .idleStreams: true
        default: false
        }
    }

    /// - Parameter peer: what is known of the far end, `HTTP 200 from speed.example`, for faults that do not name it.
    func reason(_ peer: String) -> String { "load not achieved: " + detail + (namesPeer ? "" : " (\(peer))") }

    /// Whether the words tell of whom they speak.
    private var namesPeer: Bool {
        switch self {
        case .status, .dead, .tooShort: true
        // The words of the machine name the host, unless the time ran out.
        case .neverMoved(let words): !words.hasPrefix("no byte")
        default: false
        }
    }

    private var detail: String {
        switch self {
        case .status(let status, let host, let bytes):
            "HTTP \(status)" + (host.map { " from \($0)" } ?? "") + " (\(Words.bytes(bytes)))"
        case .dead(let stream, let reason): "stream \(stream) was given up" + (reason.map { ": \($0)" } ?? "")
        case .neverMoved(let words): words
        case .notStarted(let ran): "no byte in the \(Words.seconds(ran)) that the phase ran"
        case .tooFewBytes(let bytes, let needed, let window):
            "\(Words.bytes(bytes)) in \(Words.seconds(window)), at least \(Words.bytes(needed)) are needed"
        case .tinyBodies(let responses, let mean):
            "\(responses) responses of \(Words.bytes(mean)) on average, which no line has to queue"
        case .tooShort(let window): "it ran for \(Words.seconds(window)), at least 1 s is needed"
        case .idleStreams(let moved, let all): "only \(moved) of \(all) streams moved bytes"
        case .stalled(let start): "no byte for 1 s, from \(Words.seconds(start)) on"
        }
    }
}

extension LoadLog {
    /// The first fault of the load between `loaded` and the end of its phase, or nil when it loaded the line all the time.
    ///
    /// What the far end said comes before what is missing because of it.
    func fault(of load: Load, phase: PhaseLog, window: PhaseWindow) -> LoadFault? {
        if let refused = answers.first(where: { !(200..<300).contains($0.status) && $0.at <= window.end }) {
            return .status(refused.status, host: refused.host, bytes: refused.bytes ?? total)
        }
        if let dead, dead.at <= window.end { return .dead(stream: dead.stream, reason: dead.reason) }
        guard phase.loaded != nil else { return neverMoved(load, window) }
        let ran = window.end - window.start
        let moved = streams.map { stream in
            stream.total(at: window.end.nanoseconds) - stream.total(at: window.start.nanoseconds)
        }
        if let stall = stall(in: window) { return .stalled(after: stall - window.start) }
        guard ran >= .seconds(1) else { return .tooShort(ran) }
        let bytes = moved.reduce(0, +)
        if load.direction == .download, let tiny = tinyBodies(bytes, in: window) { return tiny }
        guard bytes >= load.atLeast.bytes else {
            return .tooFewBytes(bytes, needed: load.atLeast.bytes, in: ran)
        }
        let moving = moved.count { $0 > 0 }
        let opened = load.growsStreams ? streams.count : load.streams
        return moving < opened ? .idleStreams(moved: moving, of: opened) : nil
    }

    /// RFC 6928: a sender may have ten segments of 1,460 bytes on their way before it hears of the first. A body that
    /// fits into that never waits for an acknowledgment, so it makes no queue, however many come one after another.
    private static var initialWindow: Int64 { 14_600 }

    private func tinyBodies(_ bytes: Int64, in window: PhaseWindow) -> LoadFault? {
        let responses = answers.reduce(0) { sum, answer in
            answer.at > window.start && answer.at <= window.end ? sum + answer.count : sum
        }
        // Below ten, most of the bytes may belong to responses that began before or go on after the window.
        guard responses >= 10, bytes / Int64(responses) < Self.initialWindow else { return nil }
        return .tinyBodies(responses: responses, mean: bytes / Int64(responses))
    }

    /// The far end in words; nil when none was reached.
    var peer: String? {
        if let answer = answers.last, let host = answer.host { return "HTTP \(answer.status) from \(host)" }
        return host.map { "no response from \($0)" } ?? trouble
    }

    private func neverMoved(_ load: Load, _ window: PhaseWindow) -> LoadFault {
        if let failure, !failure.isEmpty { return .neverMoved(failure) }
        if total > 0 { return .neverMoved("not every load of the phase moved a byte") }
        let ran = window.end - window.start
        return ran < load.startWithin
            ? .notStarted(ran) : .neverMoved("no byte within \(Words.seconds(load.startWithin))")
    }

    /// When the last byte before a silence of ten ticks came, or nil when there was no such silence.
    ///
    /// A tick is 100 ms and a little late now and then; so half a tick less than ten of them is enough, and nine are not.
    private func stall(in window: PhaseWindow) -> RunInstant? {
        let silence: Int64 = 950_000_000
        let (start, end) = (window.start.nanoseconds, window.end.nanoseconds)
        var known = streams.map { $0.total(at: start) }
        var lastMove = start
        let points = streams.indices.flatMap { stream in
            streams[stream].points.filter { $0.at > start && $0.at <= end }.map { (stream: stream, point: $0) }
        }
        for (stream, point) in points.sorted(by: { ($0.point.at, $0.stream) < ($1.point.at, $1.stream) }) {
            if point.total > known[stream] {
                known[stream] = point.total
                lastMove = point.at
            } else if point.at - lastMove >= silence {
                return RunInstant(nanoseconds: lastMove)
            }
        }
        return nil
    }
}
