import LinecheckJSON
import LinecheckQuantities

extension PlanDecoder {
    /// A guard; one for each direction when it watches a load in both.
    mutating func watches(_ object: MergedObject) -> [Guard] {
        guard let watch = watch(object) else { return [] }
        guard case .load(let name) = watch.subject, merged.loadNames(name) != [name] else { return [watch] }
        return zip(merged.loadNames(name), Load.Direction.allCases).map { half, direction in
            var guardOfHalf = watch
            guardOfHalf.name += "-\(direction.rawValue)"
            guardOfHalf.subject = .load(half)
            return guardOfHalf
        }
    }

    /// A guard, or nil when it names nothing that could be watched.
    private mutating func watch(_ object: MergedObject) -> Guard? {
        guard let subject = subject(of: object), let stat = object["stat"],
            let statistic = stat.node.string.flatMap(Guard.Statistic.init(rawValue:))
        else { return nil }
        let watchesLoad = statistic == .bytes || statistic == .rate
        if case .probe = subject, watchesLoad {
            report(
                stat, "unknown-statistic", "a probe has no \"\(statistic.rawValue)\"",
                "its statistics are loss, rtt.p50, rtt.p95, rtt.max")
            return nil
        }
        if !watchesLoad, object["load"] != nil {
            report(
                stat, "unknown-statistic", "a load has no \"\(statistic.rawValue)\"",
                "its statistics are bytes, rate")
            return nil
        }
        guard let (direction, limit) = limit(of: object, statistic) else { return nil }
        let over = object["over"]?.node.string.flatMap { try? Duration(text: $0) }
        if over == nil, statistic != .bytes {
            report(
                object.declaration, "missing-key", "a guard on \(statistic.rawValue) needs \"over\"",
                "write \"over\": \"3s\"")
        }
        let action = object["then"]?.node.string.flatMap(Guard.Action.init(rawValue:)) ?? .goOn
        return Guard(
            name: object.name, subject: subject, statistic: statistic, over: over, direction: direction, limit: limit,
            action: action)
    }

    private mutating func subject(of object: MergedObject) -> Guard.Subject? {
        let probe = object["probe"]
        let load = object["load"]
        if let probe, load != nil {
            report(probe, "two-subjects", "a guard watches a probe or a load, not both", nil)
            return nil
        }
        if let probe, let name = probe.node.string {
            guard merged.probes.contains(where: { $0.name == name }) else {
                dangling(probe, name, "probe", merged.probes.map(\.name))
                return nil
            }
            return .probe(name)
        }
        if let load, let name = load.node.string {
            if name == "*" { return .anyLoad }
            guard merged.loadNames(name).allSatisfy({ half in merged.loads.contains { $0.name == half } }) else {
                dangling(load, name, "load", merged.loads.map(\.name))
                return nil
            }
            return .load(name)
        }
        report(object.declaration, "missing-key", "a guard needs \"probe\" or \"load\"", nil)
        return nil
    }

    private mutating func limit(of object: MergedObject, _ statistic: Guard.Statistic) -> (Guard.Direction, Int64)? {
        let above = object["above"]
        let below = object["below"]
        guard let field = above ?? below, above == nil || below == nil else {
            report(object.declaration, "missing-key", "a guard needs one of \"above\" and \"below\"", nil)
            return nil
        }
        guard let text = field.node.string else { return nil }
        do throws(QuantityProblem) {
            return (above != nil ? .above : .below, try value(text, of: statistic))
        } catch {
            let (names, common) = units(of: statistic)
            add(Validator.describe(error, field, text, units: names, common: common))
            return nil
        }
    }

    private func value(_ text: String, of statistic: Guard.Statistic) throws(QuantityProblem) -> Int64 {
        switch statistic {
        case .loss: try Ratio(text: text).partsPerMillion
        case .rttP50, .rttP95, .rttMax: try Duration(text: text).nanoseconds
        case .bytes: try ByteCount(text: text).bytes
        case .rate: try BitRate(text: text).bitsPerSecond
        }
    }

    private func units(of statistic: Guard.Statistic) -> (names: [String], common: String) {
        switch statistic {
        case .loss: (Ratio.unitNames, "%")
        case .rttP50, .rttP95, .rttMax: (Duration.unitNames, "ms")
        case .bytes: (ByteCount.unitNames, "MB")
        case .rate: (BitRate.unitNames, "Mbps")
        }
    }

    private mutating func report(_ field: Field, _ code: String, _ message: String, _ fix: String?) {
        add(field.problem(code, message, fix: fix))
    }
}
