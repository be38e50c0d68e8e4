import LinecheckJSON
import LinecheckQuantities

/// Turns merged objects into the plan's types. What is wrong with single values was told by ``Validator``; here the
/// default stands in for them, so that checks of the whole can go on.
struct PlanDecoder {
    let merged: MergedPlan
    private(set) var problems: [Problem] = []

    init(_ merged: MergedPlan) { self.merged = merged }

    mutating func add(_ problem: Problem) { problems.append(problem) }

    // MARK: Values

    func value<Value>(
        _ object: MergedObject, _ key: String, _ shape: Shape, _ read: (String) -> Value?
    ) -> Value? {
        if let text = object[key]?.node.string, let value = read(text) { return value }
        return shape.spec(key)?.fallback.flatMap(read)
    }

    func duration(_ object: MergedObject, _ key: String, _ shape: Shape) -> Duration {
        value(object, key, shape) { try? Duration(text: $0) } ?? .zero
    }

    func size(_ object: MergedObject, _ key: String, _ shape: Shape) -> ByteCount {
        value(object, key, shape) { try? ByteCount(text: $0) } ?? ByteCount(bytes: 0)
    }

    func integer(_ object: MergedObject, _ key: String, _ shape: Shape) -> Int? {
        if case .integer(let number) = object[key]?.node.content { return Int(number) }
        return shape.spec(key)?.fallback.flatMap { Int($0) }
    }

    func flag(_ object: MergedObject, _ key: String) -> Bool {
        if case .bool(let value) = object[key]?.node.content { return value }
        return false
    }

    // MARK: Loads

    // MARK: Phases

    mutating func phase(_ merged: MergedPhase) -> Phase {
        let object = MergedObject(name: merged.name, declaration: merged.declaration)
        let loads = (merged.declaration["loads"]?.elements ?? []).compactMap(\.node.string)
            .flatMap(self.merged.loadNames)
        let conditions = merged.conditions.compactMap(\.node.string)
        return Phase(
            name: merged.name, group: merged.group, ending: ending(object), probes: probes(of: merged), loads: loads,
            settle: object["settle"]?.node.string.flatMap { try? Duration(text: $0) }
                ?? (loads.isEmpty ? .zero : .seconds(1)),
            inOrder: flag(object, "in_order"),
            when: conditions.count > 1 ? conditions.map { "(\($0))" }.joined(separator: " and ") : conditions.first,
            onLoadFailure: loadFailure(object, in: merged), keepAwake: merged.keepAwake?.node.string)
    }

    private mutating func ending(_ object: MergedObject) -> Phase.Ending {
        let fixed = object["duration"]
        let until = object["until"]
        if let fixed, let until {
            problems.append(
                until.keyProblem(
                    "two-ends", "this phase has a duration and an until",
                    fix: "remove one; \"duration\" is at \(fixed.placeText(seenFrom: until))"))
        }
        if let until, object["at_most"] == nil {
            problems.append(
                until.keyProblem("no-end", "\"until\" needs \"at_most\"", fix: "write \"at_most\": \"20s\""))
        }
        if until == nil, let limit = object["at_most"] {
            problems.append(
                limit.keyProblem("unknown-key", "\"at_most\" goes with \"until\"", fix: "write \"until\": \"done\""))
        }
        if fixed == nil, until == nil, object["at_most"] == nil {
            problems.append(
                (object["name"] ?? object.declaration).problem(
                    "no-end", "phase \"\(object.name)\" has no end",
                    fix: "give it \"duration\", \"until\": \"done\" with \"at_most\", or \"include\""))
        }
        if until != nil || object["at_most"] != nil {
            return .whenDone(atMost: duration(object, "at_most", PlanTable.phase))
        }
        return .after(duration(object, "duration", PlanTable.phase))
    }

    private mutating func probes(of merged: MergedPhase) -> [Probe] {
        var result: [Probe] = []
        for use in merged.declaration["probes"]?.elements ?? [] {
            guard let name = use.node.string ?? use["probe"]?.node.string else { continue }
            guard let object = self.merged.probes.first(where: { $0.name == name }) else {
                dangling(use["probe"] ?? use, name, "probe", self.merged.probes.map(\.name))
                continue
            }
            result.append(probe(object.overridden(by: use.fields.filter { $0.key != "probe" })))
        }
        for load in merged.declaration["loads"]?.elements ?? [] {
            guard let name = load.node.string else { continue }
            for name in self.merged.loadNames(name) where !self.merged.loads.contains(where: { $0.name == name }) {
                dangling(load, name, "load", self.merged.loads.map(\.name))
            }
        }
        return result
    }

    mutating func dangling(_ field: Field, _ name: String, _ kind: String, _ names: [String]) {
        problems.append(
            field.problem(
                "unknown-\(kind)", "there is no \(kind) \"\(name)\"", fix: nameHint(name, among: names, kind: kind)))
    }

    private mutating func loadFailure(_ object: MergedObject, in phase: MergedPhase) -> Phase.LoadFailure {
        guard let field = object["on_load_failure"] else { return .endPhase }
        switch field.node.string {
        case "continue": return .goOn
        case "abort": return .abort
        case "end-phase": return .endPhase
        default: break
        }
        guard let goal = field["goto"], let name = goal.node.string else { return .endPhase }
        let here = merged.phases.firstIndex { $0.name == phase.name } ?? 0
        let target =
            merged.phases.firstIndex { $0.name == name && $0.file == phase.file }
            ?? merged.groups.first { $0.name == name && $0.file == phase.file }?.first
        guard let target else {
            let names = merged.phases.filter { $0.file == phase.file }.map(\.name)
            dangling(goal, name, "phase", names)
            return .endPhase
        }
        guard target > here else {
            let later = merged.phases.dropFirst(here + 1).filter { $0.file == phase.file }.map(\.name)
            problems.append(
                goal.problem(
                    "backward-goto", "goto leads forward only, so that every run ends",
                    fix: later.isEmpty ? "this is the last phase" : "later phases are \(quotedList(later))"))
            return .endPhase
        }
        return .goto(merged.phases[target].name)
    }
}
