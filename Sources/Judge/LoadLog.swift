import LinecheckCapture
import LinecheckQuantities

/// What one load did in one phase.
struct LoadLog: Sendable {
    struct Point: Sendable {
        var at: Int64
        var total: Int64
    }

    struct Stream: Sendable {
        var number: Int
        /// Cumulative body bytes; in the order of their times once ``LoadLog/settle()`` was called.
        var points: [Point] = []
        var areInOrder = true
        var connection = ConnectionLog()
    }

    struct Answer: Sendable {
        var at: RunInstant
        var status: Int
        var host: String?
        var bytes: Int64?
        /// How many equal responses it stands for.
        var count: Int
    }

    /// In the order of their numbers.
    private(set) var streams: [Stream] = []
    /// Final responses: redirects that were followed are none.
    private(set) var answers: [Answer] = []
    private(set) var reopenings = 0
    /// Final responses that came before the body was taken.
    private(set) var earlyAnswers = 0
    /// Whom the first connection reached, as the URL names it.
    private(set) var host: String?
    /// The first other host that a redirect led to, and the proxy that requests went through.
    private var otherHost: String?
    private var proxy: String?
    /// Why the last connection was not to be had, or ended.
    private(set) var trouble: String?
    /// The first stream that was given up.
    private(set) var dead: (at: RunInstant, stream: Int, reason: String?)?
    /// What the phase machine was told when the load failed.
    var failure: String?

    mutating func add(_ bytes: ByteTotal) {
        let index = index(of: bytes.stream)
        let point = Point(at: bytes.at.nanoseconds, total: bytes.total)
        // Records stand in the order in which they became known; a clock read by another thread may be a little older.
        if let last = streams[index].points.last, last.at > point.at { streams[index].areInOrder = false }
        streams[index].points.append(point)
    }

    /// Puts byte totals into the order of their times; of equal ones the first that became known is the first, as the standard
    /// library sorts. Once for all, since a record that comes late must not move thousands.
    mutating func settle() {
        for index in streams.indices where !streams[index].areInOrder {
            streams[index].points.sort { $0.at < $1.at }
            streams[index].areInOrder = true
        }
    }

    mutating func add(_ state: TCPState) {
        let index = index(of: state.stream)
        streams[index].connection.add(state)
    }

    mutating func add(_ event: StreamEvent) {
        switch event.step {
        case .response:
            guard let status = event.status, !(event.location != nil && (300..<400).contains(status)) else { return }
            // Loads give a reason to a response only when it came before the body was taken.
            if event.reason != nil, (200..<300).contains(status) { earlyAnswers += event.count ?? 1 }
            answers.append(
                Answer(
                    at: event.at, status: status, host: Self.party(of: event), bytes: event.bytes,
                    count: event.count ?? 1))
        case .reopen:
            reopenings += event.count ?? 1
            trouble = event.reason ?? trouble
        case .dead: if dead == nil { dead = (event.at, event.stream, event.reason) }
        case .connect: meet(event)
        case .add, .request, .end: break
        }
    }

    private mutating func meet(_ connect: StreamEvent) {
        proxy = proxy ?? connect.proxy
        let met = connect.host ?? connect.address
        host = host ?? met
        if let met, let host, met != host { otherHost = otherHost ?? met }
    }

    /// Why its bytes tell nothing for certain of the way to the plan's server; nil: they came from there.
    var detour: String? {
        if let proxy {
            return
                "it went through the proxy \(Self.place(of: proxy)), which may hold a copy of its own, or take bytes before it sends them on"
        }
        return otherHost.map { "\(host ?? "its server") sent it to \($0), which may be near by" }
    }

    /// Who answered. 407 is a proxy's own (RFC 9110 §15.5.8); any other status may be either's.
    private static func party(of response: StreamEvent) -> String? {
        let host = response.host ?? response.address
        guard let proxy = response.proxy else { return host }
        let name = "the proxy \(place(of: proxy))"
        return response.status == 407 ? name : host.map { "\($0) through \(name)" } ?? name
    }

    /// `192.0.2.8:3128` of `http://192.0.2.8:3128/`.
    private static func place(of proxy: String) -> String { proxy.split(separator: "/").last.map(String.init) ?? proxy }

    private mutating func index(of stream: Int) -> Int {
        var (low, high) = (0, streams.count)
        while low < high {
            let middle = (low + high) / 2
            if streams[middle].number < stream { low = middle + 1 } else { high = middle }
        }
        if low == streams.count || streams[low].number != stream { streams.insert(Stream(number: stream), at: low) }
        return low
    }

    /// Body bytes of all streams since the phase began.
    var total: Int64 { streams.reduce(0) { $0 + ($1.points.last?.total ?? 0) } }

    /// Body bytes of all streams at a moment.
    func total(at moment: Int64) -> Int64 { streams.reduce(0) { $0 + $1.total(at: moment) } }
}

extension LoadLog.Stream {
    /// A boundary's record may carry a stamp that was read a little after the boundary's own.
    static let tolerance: Int64 = 20_000_000

    /// The total of the record nearest to a moment, looking ahead no further than the tolerance; 0 before the first.
    func total(at moment: Int64) -> Int64 {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].at <= moment { low = middle + 1 } else { high = middle }
        }
        let before = low > 0 ? points[low - 1] : nil
        if low < points.count, points[low].at - moment <= Self.tolerance {
            let ahead = points[low].at - moment
            if before.map({ ahead < moment - $0.at }) ?? true { return points[low].total }
        }
        return before?.total ?? 0
    }
}
