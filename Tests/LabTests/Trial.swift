import Glibc
import LinecheckLab
import LinecheckQuantities

/// One run of a bundled plan on a line: what linecheck said, what the queues did meanwhile, what replay says.
struct Trial {
    /// The bundled plan that was run.
    let plan: String
    let line: Line
    let observed: Observed
    /// The exit status of `run`.
    let status: Int32
    var queues: [Line.Place: QueueLog]
    let windows: Windows
    let replayStatus: Int32
    let replayOutput: String
    /// What the namespaces said about the sockets that pinged: `ping` or `raw`.
    let echoSockets: Set<String>
    /// What the bridges of our own did, from the client on; empty: the line needs none.
    var bridges: [(leg: LabNetwork.Role, report: BridgeReport)]
    /// Kept for whoever wants to know why; ``discardCapture()`` removes it.
    let capture: String

    func discardCapture() { unlink(capture) }

    /// How long a ping was in the bridges, both ways, by their own stamps; nil: there are none, or their delay changes.
    var held: Duration? {
        guard !bridges.isEmpty, line.legs.allSatisfy({ $0.up.jitter == .zero && $0.down.jitter == .zero }) else {
            return nil
        }
        return bridges.reduce(.zero) { $0 + ($1.report.up.held?.p50 ?? .zero) + ($1.report.down.held?.p50 ?? .zero) }
    }
}

extension Trial {
    /// Builds the line, runs the plan, replays the capture, removes the line. Blocks for as long as the plan runs.
    ///
    /// - Throws: ``Child/Failure`` when the line cannot be built or the run gives no verdict.
    init(_ plan: String, on line: Line, settings: [String] = []) throws {
        let program = try Program.find()
        NamedNamespace.sweep(prefix: LabNetwork.namePrefix)
        let network = try LabNetwork(line, program: program)
        defer { network.close() }
        let path = "/tmp/\(LabNetwork.namePrefix)-\(getpid())-\(line.name)-\(plan).capture.jsonl"
        unlink(path)
        let variables = ["gateway", "internet", "download", "upload"] + (plan == "health" ? ["internet2", "tcp"] : [])
        let all = network.settings(for: variables).map { "\($0.name)=\($0.value)" } + settings
        let words = [program, "run", plan, "--json", "--quiet", "-o", path] + all.flatMap { ["--set", $0] }
        let watch = try QueueWatch(network)
        var sockets = EchoSockets()
        let run = try Child(try network.space(.client).command(words))
        let status = try run.wait(within: .seconds(90)) {
            try watch.look()
            sockets.look(inNamespaceOf: run)
        }
        let queues = try watch.finish()
        let bridges = try network.finishBridges()
        guard let observed = try? Observed(run.output) else {
            throw Child.Failure(description: "run ended with status \(status) and no verdict: \(run.errors)")
        }
        let replay = try Child([program, "replay", path])
        let replayStatus = try replay.wait(within: .seconds(60))
        self.init(
            plan: plan, line: line, observed: observed, status: status, queues: queues,
            windows: try Windows(capture: path), replayStatus: replayStatus,
            replayOutput: replay.output + replay.errors, echoSockets: sockets.kinds, bridges: bridges,
            capture: path)
    }
}

/// Which kind of socket a run pings through, as its namespace's tables tell.
struct EchoSockets {
    private(set) var kinds: Set<String> = []

    /// /proc/PID/net shows the namespace of that process; both tables have a heading and one line a socket.
    mutating func look(inNamespaceOf child: Child) {
        // Until ip(8) has entered the namespace, these are our own tables, and whoever pings on this machine is in them.
        guard let other = Self.namespace("\(child.process)"), other != Self.namespace("self") else { return }
        for (kind, table) in [("ping", "icmp"), ("ping", "icmp6"), ("raw", "raw"), ("raw", "raw6")] {
            guard let text = child.text(ofProcessFile: "net/\(table)") else { continue }
            if text.split(separator: "\n").count > 1 { kinds.insert(kind) }
        }
    }

    /// `net:[4026531840]`; nil: there is no such process.
    private static func namespace(_ process: String) -> String? {
        var link = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/\(process)/ns/net", &link, link.count)
        return count > 0 ? String(decoding: link.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
