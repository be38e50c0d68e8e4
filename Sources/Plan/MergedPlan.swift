import LinecheckJSON

/// A named thing of a plan with its keys from all files; the including file's keys have won.
struct MergedObject {
    var name: String
    /// Where the outermost file declares it.
    var declaration: Field
    private var members: [Field]
    /// Which half of a load in both directions this is; nil: no such half.
    private(set) var half: Load.Direction?

    init(name: String, declaration: Field) {
        self.name = name
        self.declaration = declaration
        members = declaration.fields
    }

    subscript(key: String) -> Field? { members.first { $0.key == key } }

    /// One direction of a load whose direction is `both`, as a load of its own.
    func half(_ direction: Load.Direction) -> MergedObject {
        var result = self
        result.half = direction
        result.name = "\(name)-\(direction.rawValue)"
        return result
    }

    /// The same with another object's keys on top.
    func overridden(by other: [Field]) -> MergedObject {
        var result = self
        for field in other {
            result.members.removeAll { $0.key == field.key }
            result.members.append(field)
        }
        return result
    }
}

/// A phase after its includes were put in its place.
struct MergedPhase {
    var name: String
    var declaration: Field
    var group: String?
    /// Conditions of the phase and of those that include it.
    var conditions: [Field]
    var keepAwake: Field?
    /// Phases of one file have one number; `goto` stays inside it.
    var file: Int
}

/// All files of a plan as one, before any value is decoded.
struct MergedPlan {
    private(set) var probes: [MergedObject] = []
    private(set) var loads: [MergedObject] = []
    private(set) var guards: [MergedObject] = []
    private(set) var phases: [MergedPhase] = []
    /// Indices into ``phases``.
    private(set) var spans: [(probe: Field, from: Int, to: Int)] = []
    /// A phase name that includes others, by file, and the first of those.
    private(set) var groups: [(name: String, file: Int, first: Int)] = []
    private(set) var problems: [Problem] = []
    private var files = 0
    /// Loads in both directions by their name in the file, and the two that each became.
    private var halves: [String: [String]] = [:]

    init(_ root: PlanFile) {
        for file in root.innermostFirst {
            join(file.document["probes"]?.fields ?? [], into: \.probes)
            join(file.document["loads"]?.fields ?? [], into: \.loads)
            join(guards: file.document["guards"]?.elements ?? [])
        }
        loads = loads.flatMap { load in
            guard load["direction"]?.node.string == "both" else { return [load] }
            let both = Load.Direction.allCases.map { load.half($0) }
            halves[load.name] = both.map(\.name)
            return both
        }
        flatten(root, group: nil, conditions: [], keepAwake: nil)
    }

    /// What a load's name in a phase or guard stands for.
    func loadNames(_ name: String) -> [String] { halves[name] ?? [name] }

    private mutating func join(_ declarations: [Field], into list: WritableKeyPath<MergedPlan, [MergedObject]>) {
        for declaration in declarations where declaration.node.members != nil {
            put(MergedObject(name: declaration.key, declaration: declaration), into: list)
        }
    }

    private mutating func join(guards declarations: [Field]) {
        for declaration in declarations {
            guard let name = declaration["name"]?.node.string else { continue }
            if let twin = guards.first(where: { $0.name == name }),
                twin.declaration.source.name == declaration.source.name
            {
                problems.append(
                    declaration.problem(
                        "duplicate-name", "there are two guards \"\(name)\"",
                        fix: "the first is at \(twin.declaration.placeText(seenFrom: declaration))"))
                continue
            }
            put(MergedObject(name: name, declaration: declaration), into: \.guards)
        }
    }

    private mutating func put(_ object: MergedObject, into list: WritableKeyPath<MergedPlan, [MergedObject]>) {
        guard let index = self[keyPath: list].firstIndex(where: { $0.name == object.name }) else {
            self[keyPath: list].append(object)
            return
        }
        var merged = self[keyPath: list][index].overridden(by: object.declaration.fields)
        merged.declaration = object.declaration
        self[keyPath: list][index] = merged
    }

    // MARK: Phases

    private mutating func flatten(_ file: PlanFile, group: String?, conditions: [Field], keepAwake: Field?) {
        let number = files
        files += 1
        let first = phases.count
        let ownKeepAwake = file.document["keep_awake"] ?? keepAwake
        for (index, phase) in file.phases.enumerated() {
            guard phase.node.members != nil else { continue }
            let name = phase["name"]?.node.string ?? ""
            let allConditions = conditions + [phase["when"]].compactMap(\.self)
            let awake = phase["keep_awake"] ?? ownKeepAwake
            if phase["include"] != nil {
                checkIncludingKeys(of: phase)
                guard let included = file.includes[index] else { continue }
                groups.append((name, number, phases.count))
                flatten(included, group: group ?? name, conditions: allConditions, keepAwake: awake)
            } else {
                add(
                    MergedPhase(
                        name: name, declaration: phase, group: phase["group"]?.node.string ?? group,
                        conditions: allConditions, keepAwake: awake, file: number))
            }
        }
        guard phases.count > first else { return }
        for probe in file.document["throughout"]?.elements ?? [] {
            spans.append((probe, first, phases.count - 1))
        }
    }

    private mutating func add(_ phase: MergedPhase) {
        if let twin = phases.first(where: { $0.name == phase.name && !phase.name.isEmpty }) {
            let name = phase.declaration["name"] ?? phase.declaration
            problems.append(
                twin.file == phase.file
                    ? name.problem(
                        "duplicate-phase", "there are two phases \"\(phase.name)\"",
                        fix: "the first is at \(twin.declaration["name"]?.placeText(seenFrom: name) ?? "")")
                    : name.problem(
                        "include-conflict", "a phase \"\(phase.name)\" comes from two files",
                        fix:
                            "the other is at \(twin.declaration["name"]?.placeText(seenFrom: name) ?? ""); phase names are unique over all files"
                    ))
        }
        phases.append(phase)
    }

    private mutating func checkIncludingKeys(of phase: Field) {
        for field in phase.fields where !["name", "include", "when", "keep_awake"].contains(field.key) {
            problems.append(
                ["duration", "until", "at_most"].contains(field.key)
                    ? field.keyProblem(
                        "two-ends", "a phase that includes others ends with the last of them",
                        fix: "remove \"\(field.key)\"")
                    : field.keyProblem(
                        "unknown-key", "\"\(field.key)\" is not a key of a phase that includes others",
                        fix: "its keys are name, include, when, keep_awake"))
        }
    }
}
