public import LinecheckJSON
import LinecheckQuantities

extension Plan {
    /// The resolved form that a capture embeds: the plan language with every default written out, nothing included and
    /// `spans` in place of `throughout`. ``PlanReader/resolved(_:)`` reads it back as the same plan.
    public var json: JSONValue {
        .object(pairs: [
            "plan": .integer(PlanTable.version), "resolved": .bool(true), "name": .string(name),
            "title": title.map { .string($0) }, "description": description.map { .string($0) },
            "vars": .object(vars.map { JSONMember($0.name, $0.value) }),
            "probes": .object(probes.map { JSONMember($0.name, $0.json) }),
            "loads": .object(loads.map { JSONMember($0.name, $0.json) }),
            "spans": .array(spans.map(\.json)),
            "phases": .array(phases.map { $0.json(in: self) }), "guards": .array(guards.map(\.json)),
            "expect": .array(expect.map { .string($0) }),
        ])
    }
}

extension ProbeSpan {
    fileprivate var json: JSONValue {
        .object(pairs: ["probe": .string(probe), "from": .string(from), "to": .string(to)])
    }
}

extension Probe {
    fileprivate var json: JSONValue {
        .object(
            [JSONMember("type", .string(kind.rawValue)), JSONMember("target", .string(exchange.url ?? target))] + tuning
                + exchange.members(of: kind) + [
                    JSONMember("optional", .bool(optional)), JSONMember("family", .string(family.rawValue)),
                ]
                + [("interface", interface), ("source", source)].compactMap { key, value in
                    value.map { JSONMember(key, .string($0)) }
                })
    }

    private var tuning: [JSONMember] {
        // The URL of an http probe holds its port.
        (kind == .http ? nil : port).map { [JSONMember("port", .integer(Int64($0)))] + rhythm } ?? rhythm
    }

    private var rhythm: [JSONMember] {
        [JSONMember("interval", .string(interval.text)), JSONMember("timeout", .string(timeout.text))]
            + (count.map { [JSONMember("count", .integer(Int64($0)))] } ?? [])
            + [JSONMember("warmup", .integer(Int64(warmup)))]
    }

    /// As a phase lists it: the tuning written out, since the phase may have changed any of it.
    fileprivate var use: JSONValue { .object([JSONMember("probe", .string(name))] + tuning) }
}

extension ProbeExchange {
    /// The keys that this type of probe has, in the order of the table.
    fileprivate func members(of kind: Probe.Kind) -> [JSONMember] {
        let all: [JSONMember?] = [
            JSONMember("query", .string(query)), JSONMember("record", .string(record.rawValue)),
            JSONMember("transport", .string(transport.rawValue)), JSONMember("path", .string(path)),
            serverName.map { JSONMember("server_name", .string($0)) }, JSONMember("reuse", .string(reuse.rawValue)),
            JSONMember("redirects", .integer(Int64(redirects))), JSONMember("insecure", .bool(insecure)),
            version.map { JSONMember("version", .string($0.rawValue)) },
        ]
        return all.compactMap(\.self).filter { PlanTable.keys(of: kind).contains($0.key) }
    }
}

extension Load {
    fileprivate var json: JSONValue {
        .object(pairs: [
            "type": .string("http"), "direction": .string(direction.rawValue), "url": .string(url),
            "streams": growsStreams ? .string("auto") : .integer(Int64(streams)), "body": .string(body.text),
            "at_least": .string(atLeast.text), "budget": budget.map { .string($0.text) },
            "pace": pace.map { .string($0.text) },
            "redirects": .integer(Int64(redirects)), "start_within": .string(startWithin.text),
            "insecure": .bool(insecure),
            "headers": headers.isEmpty
                ? nil : .object(headers.map { JSONMember($0.name, .string($0.value)) }),
            "proxy": .string(proxy.text), "congestion_control": congestionControl.map { .string($0) },
            "dscp": dscp.map { .integer(Int64($0)) }, "family": .string(family.rawValue),
            "interface": interface.map { .string($0) }, "source": source.map { .string($0) },
        ])
    }
}

extension Load.Proxy {
    /// As an author writes it.
    fileprivate var text: String {
        switch self {
        case .environment: "environment"
        case .none: "none"
        case .url(let url): url
        }
    }
}

extension Phase {
    fileprivate func json(in plan: Plan) -> JSONValue {
        let fixed: Duration? = if case .after(let window) = ending { window } else { nil }
        let limit: Duration? = if case .whenDone(let limit) = ending { limit } else { nil }
        return .object(pairs: [
            "name": .string(name), "group": group.map { .string($0) }, "duration": fixed.map { .string($0.text) },
            "until": limit.map { _ in .string("done") }, "at_most": limit.map { .string($0.text) },
            "probes": .array(probes.map(\.use)), "loads": .array(loads.map { .string($0) }),
            "settle": .string(settle.text), "in_order": .bool(inOrder), "when": when.map { .string($0) },
            "on_load_failure": onLoadFailure.json, "keep_awake": keepAwake.map { .string($0) },
        ])
    }
}

extension Phase.LoadFailure {
    fileprivate var json: JSONValue {
        switch self {
        case .endPhase: .string("end-phase")
        case .goOn: .string("continue")
        case .abort: .string("abort")
        case .goto(let phase): .object([JSONMember("goto", .string(phase))])
        }
    }
}

extension Guard {
    fileprivate var json: JSONValue {
        let load: String? = if case .load(let name) = subject { name } else { subject == .anyLoad ? "*" : nil }
        let probe: String? = if case .probe(let name) = subject { name } else { nil }
        return .object(pairs: [
            "name": .string(name), "probe": probe.map { .string($0) }, "load": load.map { .string($0) },
            "stat": .string(statistic.rawValue), "over": over.map { .string($0.text) },
            direction.rawValue: .string(limitText), "then": .string(action.rawValue),
        ])
    }

    /// The limit with its unit, as an author writes it.
    public var limitText: String { text(of: limit) }

    /// A value of this guard's statistic with its unit.
    public func text(of value: Int64) -> String {
        switch statistic {
        case .loss: Ratio(partsPerMillion: value).text
        case .rttP50, .rttP95, .rttMax: Duration.nanoseconds(value).text
        case .bytes: ByteCount(bytes: value).text
        case .rate: BitRate(bitsPerSecond: value).text
        }
    }
}
