public import LinecheckJSON
import LinecheckQuantities

/// Reads a line's file and tells every problem in it, each with its place.
public struct LineReader {
    private let source: SourceText
    private var problems: [Problem] = []

    private init(source: SourceText) { self.source = source }

    /// - Throws: every problem that keeps it from being built.
    public static func read(_ source: SourceText) throws(Problems) -> Line {
        let node = try JSONReader.read(source)
        var reader = LineReader(source: source)
        let line = reader.line(node)
        let found = Problems(reader.problems)
        guard !found.hasErrors, let line else { throw found }
        return line
    }

    /// Reads a part of an object, and keeps its problems.
    private mutating func reading<Value>(
        _ node: JSONNode, as shape: Shape, _ body: (inout ObjectReading, inout LineReader) -> Value
    ) -> Value {
        var object = ObjectReading(node, as: shape, in: source)
        let value = body(&object, &self)
        problems += object.problems
        return value
    }

    private mutating func line(_ node: JSONNode) -> Line? {
        reading(node, as: LineTable.root) { object, reader in
            reader.checkVersion(&object)
            let truth = object.value("truth").flatMap { reader.truth($0) }
            guard let name = reader.name(&object), let title = object.text("title"), let truth else { return nil }
            var line = Line(name: name, title: title, truth: truth)
            line.family = object.choice("family").flatMap(Line.Family.init) ?? .ipv4
            line.host = object.value("host").flatMap { reader.queue($0) }
            if let node = object.value("wifi") { line.wifi = reader.leg(node) }
            if let node = object.value("access") { line.access = reader.leg(node) }
            if let node = object.value("provider") { line.provider = reader.leg(node) }
            line.gatewayAnswers = object.bool("gateway_answers") ?? true
            line.filtersICMP = object.bool("icmp_filtered") ?? false
            line.allowsPingSockets = object.bool("ping_sockets") ?? false
            if let node = object.value("server") { line.server = reader.server(node) }
            reader.checkBottlenecks(of: line, node)
            return line
        }
    }

    private func checkVersion(_ object: inout ObjectReading) {
        guard case .integer(let version)? = object.value("line")?.content, version > LineTable.version,
            let node = object.value("line")
        else { return }
        object.report(
            "newer-version", node,
            "this line is written in version \(version) of the language, this program reads up to \(LineTable.version)",
            "update linecheck")
    }

    /// A name is part of a path and of names of captures.
    private func name(_ object: inout ObjectReading) -> String? {
        guard let name = object.text("name") else { return nil }
        let isName =
            name.utf8.first.map { (0x61...0x7A).contains($0) } == true && !name.hasSuffix("-")
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        if !isName, let node = object.value("name") {
            object.report("bad-name", node, "\"\(name)\" is no name", "use lower-case words with hyphens")
        }
        return name
    }

    // MARK: Legs

    private mutating func leg(_ node: JSONNode) -> Leg {
        reading(node, as: LineTable.leg) { object, reader in
            var leg = Leg()
            if let node = object.value("down") { leg.down = reader.way(node) }
            if let node = object.value("up") { leg.up = reader.way(node) }
            leg.mtu = object.integer("mtu") ?? leg.mtu
            return leg
        }
    }

    private mutating func way(_ node: JSONNode) -> Way {
        reading(node, as: LineTable.way) { object, _ in
            var way = Way()
            way.queue = Self.queue(&object)
            way.delay = object.duration("delay") ?? way.delay
            way.jitter = object.duration("jitter") ?? way.jitter
            way.loss = object.ratio("loss") ?? way.loss
            way.duplicates = object.ratio("duplicates") ?? way.duplicates
            way.reordering = object.ratio("reordering") ?? way.reordering
            if way.reordering.partsPerMillion > 0, way.delay == .zero, let node = object.value("reordering") {
                object.report("bad-value", node, "what is not delayed cannot be overtaken", "add \"delay\"")
            }
            return way
        }
    }

    /// A way as a bridge is given it.
    static func way(_ source: SourceText) throws(Problems) -> Way {
        let node = try JSONReader.read(source)
        var reader = LineReader(source: source)
        let way = reader.way(node)
        guard reader.problems.isEmpty else { throw Problems(reader.problems) }
        return way
    }

    private mutating func queue(_ node: JSONNode) -> Queue? {
        reading(node, as: LineTable.queue) { object, _ in
            let queue = Self.queue(&object)
            if queue == nil, object.problems.isEmpty {
                object.report("missing-key", node, "a queue needs \"rate\" and \"depth\"")
            }
            return queue
        }
    }

    /// A rate and a depth belong together: each alone makes no queue.
    private static func queue(_ object: inout ObjectReading) -> Queue? {
        let rate = object.rate("rate")
        let depth = depth(&object)
        if let rate, let depth { return Queue(rate, depth) }
        for (key, other) in [("rate", "depth"), ("depth", "rate")] {
            if let member = object.node.member(key), object.node.member(other) == nil {
                object.report("missing-key", member.value, "a queue with \"\(key)\" needs \"\(other)\" as well")
            }
        }
        return nil
    }

    private static func depth(_ object: inout ObjectReading) -> Queue.Depth? {
        guard let text = object.text("depth") else { return nil }
        if (try? ByteCount(text: text)) != nil { return object.size("depth").map { .bytes($0) } }
        return object.duration("depth").map { .lasting($0) }
    }

    private mutating func server(_ node: JSONNode) -> Line.Server {
        reading(node, as: LineTable.server) { object, _ in
            var server = Line.Server()
            server.listens = object.bool("listens") ?? true
            server.largestDownload = object.size("largest_download")
            server.request = object.size("request") ?? server.request
            return server
        }
    }

    // MARK: Truth

    private mutating func truth(_ node: JSONNode) -> Truth? {
        reading(node, as: LineTable.truth) { object, reader in
            guard let culprit = object.text("queue") else { return nil }
            var truth = Truth(culprit: culprit)
            truth.cannotRuleOut = object.texts("cannot_rule_out")
            truth.grade = object.text("grade")
            truth.atBest = object.text("at_best")
            truth.idle = Self.band(&object, "idle")
            truth.jitter = object.durations("jitter")
            truth.loss = object.ratios("loss")
            truth.download = object.value("download").flatMap { reader.direction($0) }
            truth.upload = object.value("upload").flatMap { reader.direction($0) }
            truth.rows = reader.rows(&object)
            return truth
        }
    }

    /// Two durations, or nil for `"unmeasured"`.
    private static func band(_ object: inout ObjectReading, _ key: String) -> ClosedRange<Duration>? {
        guard let node = object.value(key) else { return nil }
        if node.array != nil { return object.durations(key) }
        if node.string != LineTable.unmeasured {
            object.report("bad-value", node, "\"\(key)\" wants two durations, or \"\(LineTable.unmeasured)\"")
        }
        return nil
    }

    private mutating func rows(_ object: inout ObjectReading) -> [(row: String, state: String)] {
        let states = ["ok", "suspect", "at-fault", "undetermined"]
        return (object.value("rows")?.members ?? []).filter { !$0.key.hasPrefix("#") }.compactMap { member in
            guard let state = member.value.string, states.contains(state) else {
                object.report(
                    "bad-value", member.value, "a row wants \(KeyType.choice(states).wanted)")
                return nil
            }
            guard ["wifi", "router", "isp"].contains(member.key) else {
                object.report("unknown-key", member.value, "\"\(member.key)\" is no row", "rows are wifi, router, isp")
                return nil
            }
            return (member.key, state)
        }
    }

    private mutating func direction(_ node: JSONNode) -> Truth.Direction? {
        if let text = node.string {
            if text != LineTable.unmeasured {
                problems.append(
                    Problem(
                        code: "bad-value", in: source, at: node.range,
                        message: "a direction is an object, or \"\(LineTable.unmeasured)\""))
            }
            return nil
        }
        return reading(node, as: LineTable.direction) { object, _ in
            let place = object.choice("bottleneck").flatMap(Line.Place.init)
            let rise = Self.band(&object, "rise")
            guard let place, let rate = object.rates("rate") else { return nil }
            return Truth.Direction(
                bottleneck: place, rise: rise, rate: rate, reachesGateway: object.bool("reaches_gateway") ?? false)
        }
    }

    /// A load is limited by a queue that is there.
    private mutating func checkBottlenecks(of line: Line, _ node: JSONNode) {
        let directions = [("download", line.truth.download), ("upload", line.truth.upload)]
        for case (let name, let direction?) in directions where line.queue(at: direction.bottleneck) == nil {
            let place = node.member("truth")?.value.member(name)?.value.member("bottleneck")?.value ?? node
            problems.append(
                Problem(
                    code: "bad-value", in: source, at: place.range,
                    message: "there is no queue at \(direction.bottleneck.rawValue) in this line"))
        }
    }
}
