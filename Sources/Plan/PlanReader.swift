public import LinecheckJSON
import LinecheckQuantities
public import LinecheckRules

/// A plan that was read, the rules that judge it, and what its author should hear although it runs.
public struct ReadPlan: Sendable {
    public var plan: Plan
    /// nil: the plan names no rules, and its verdict has metrics only.
    public var rules: RulesDocument?
    /// The root file's text as it was read.
    public var source: String
    public var warnings: [Problem]
}

/// Reads the plan language: JSON text in, a validated plan out, or every problem with its place.
public struct PlanReader {
    /// Finds included plans and rules.
    public var findPlan: SourceFinder
    public var findRules: SourceFinder

    public init(findPlan: @escaping SourceFinder, findRules: @escaping SourceFinder) {
        self.findPlan = findPlan
        self.findRules = findRules
    }

    /// Reads a plan; `settings` are `--set` pairs, which win over the defaults of all files.
    ///
    /// Throws every problem of all files in one go when any of them is an error.
    public func read(_ source: SourceText, settings: [(name: String, value: String)] = []) throws(Problems) -> ReadPlan
    {
        try read(source, settings: settings, isResolved: false)
    }

    /// The plan that a capture embeds.
    ///
    /// Throws what an edited or foreign capture may hold.
    public static func resolved(_ value: JSONValue) throws(Problems) -> Plan {
        let none: SourceFinder = { reference, _ in
            .failure(SourceNotFound("a resolved plan includes nothing, this names \"\(reference)\""))
        }
        let reader = PlanReader(findPlan: none, findRules: none)
        let source = SourceText(name: "plan in the capture", bytes: value.canonicalBytes)
        return try reader.read(source, settings: [], isResolved: true).plan
    }

    private func read(
        _ source: SourceText, settings: [(name: String, value: String)], isResolved: Bool
    ) throws(Problems) -> ReadPlan {
        var loader = PlanFileLoader(find: findPlan, isResolved: isResolved)
        guard let raw = loader.load(source) else { throw Problems(loader.problems) }
        try refuseNewer(raw.document)
        var problems = loader.problems
        let variables = Self.variables(of: raw, settings: settings, problems: &problems)
        var substitution = Substitution(values: variables)
        let root = raw.mapDocuments { substitution.apply(to: $0) }
        problems += substitution.problems
        for file in root.innermostFirst {
            var validator = Validator(isResolved: isResolved)
            validator.check(document: file.document)
            problems += validator.problems
        }
        let merged = MergedPlan(root)
        problems += merged.problems + Self.missingKeys(merged)
        var decoder = PlanDecoder(merged)
        var plan = Self.decode(root, merged, variables, &decoder, isResolved: isResolved)
        problems += decoder.problems
        let rules = isResolved ? nil : self.rules(of: root.document, problems: &problems)
        if !isResolved {
            var checks = PlanChecks(plan: plan, merged: merged, root: root)
            let texts = plan.expect + plan.phases.compactMap(\.when) + [rules?.json.canonicalText ?? ""]
            let spoken = variables.map(\.name).filter { name in texts.contains { mentions($0, variable: name) } }
            checks.run(mentioned: substitution.used.union(spoken), hasErrors: Problems(problems).hasErrors)
            problems += checks.problems + LoadChecks(merged, plan.loads).problems
            plan.loads = plan.loads.map(\.withStreamsFed)
            problems += ConditionChecks(plan: plan, merged: merged, document: root.document, rules: rules).problems()
            problems += ReachChecks(plan: plan, merged: merged, document: root.document, rules: rules).problems()
        }
        let all = Problems(problems)
        guard !all.hasErrors else { throw all }
        return ReadPlan(
            plan: plan, rules: rules, source: String(decoding: source.bytes, as: UTF8.self), warnings: all.list)
    }

    private func refuseNewer(_ document: Field) throws(Problems) {
        guard let field = document["plan"], case .integer(let version) = field.node.content,
            version > PlanTable.version
        else { return }
        throw Problems([
            field.problem(
                "newer-version",
                "this plan is written in version \(version) of the language, this program reads up to \(PlanTable.version)",
                fix: "update linecheck")
        ])
    }

    // MARK: Variables

    private static func variables(
        of root: PlanFile, settings: [(name: String, value: String)], problems: inout [Problem]
    ) -> [Variable] {
        var variables: [Variable] = []
        for file in root.innermostFirst {
            for field in file.document["vars"]?.fields ?? [] {
                if field.node.string?.contains("${") == true {
                    problems.append(
                        field.problem(
                            "nested-variable", "a variable is not written into another variable",
                            fix: "write the value, or use both variables where they belong"))
                }
                let variable = Variable(name: field.key, value: field.node.plain)
                if let index = variables.firstIndex(where: { $0.name == field.key }) {
                    variables[index] = variable
                } else {
                    variables.append(variable)
                }
            }
        }
        for (name, value) in settings {
            guard let index = variables.firstIndex(where: { $0.name == name }) else {
                problems.append(
                    settingProblem(
                        name, value, "there is no variable \"\(name)\"",
                        nameHint(name, among: variables.map(\.name), kind: "variable")))
                continue
            }
            guard let typed = typed(value, like: variables[index].value) else {
                problems.append(
                    settingProblem(
                        name, value, "\"\(name)\" wants \(kind(variables[index].value)), as its default is", nil))
                continue
            }
            variables[index].value = typed
        }
        return variables
    }

    /// A setting takes the type of the default.
    private static func typed(_ text: String, like value: JSONValue) -> JSONValue? {
        switch value {
        case .integer, .number:
            if let integer = Int64(text) { return .integer(integer) }
            return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        default: return .string(text)
        }
    }

    private static func kind(_ value: JSONValue) -> String {
        if case .bool = value { return "true or false" }
        return "a number"
    }

    private static func settingProblem(_ name: String, _ value: String, _ message: String, _ fix: String?) -> Problem {
        let text = SourceText(name: "--set", text: "\(name)=\(value)")
        return Problem(code: "bad-setting", in: text, at: 0..<name.utf8.count, message: message, fix: fix)
    }

    // MARK: The whole

    private static func missingKeys(_ merged: MergedPlan) -> [Problem] {
        let validator = Validator(isResolved: false)
        return [(merged.probes, PlanTable.probe), (merged.loads, PlanTable.load)].flatMap { objects, shape in
            objects.flatMap { object in
                shape.keys.filter { $0.isRequired && object[$0.key] == nil && object["each"] == nil }.map {
                    validator.missing($0, in: object.declaration, shape: shape)
                }
            }
        }
    }

    private static func decode(
        _ root: PlanFile, _ merged: MergedPlan, _ variables: [Variable], _ decoder: inout PlanDecoder, isResolved: Bool
    ) -> Plan {
        let document = root.document
        var spans: [ProbeSpan] = []
        for span in merged.spans {
            guard let name = span.probe.node.string else { continue }
            guard merged.probes.contains(where: { $0.name == name }) else {
                decoder.dangling(span.probe, name, "probe", merged.probes.map(\.name))
                continue
            }
            spans.append(ProbeSpan(probe: name, from: merged.phases[span.from].name, to: merged.phases[span.to].name))
        }
        for span in document["spans"]?.elements ?? [] {
            guard let probe = span["probe"]?.node.string, let from = span["from"]?.node.string,
                let to = span["to"]?.node.string
            else { continue }
            spans.append(ProbeSpan(probe: probe, from: from, to: to))
        }
        if merged.phases.isEmpty, let phases = document["phases"], phases.node.array?.isEmpty == true {
            decoder.add(phases.problem("no-phase", "a plan has at least one phase"))
        }
        return Plan(
            name: document["name"]?.node.string ?? "", title: document["title"]?.node.string,
            description: document["description"]?.node.string, vars: variables,
            probes: merged.probes.map { decoder.probe($0) }, loads: merged.loads.map { decoder.load($0) }, spans: spans,
            phases: merged.phases.map { decoder.phase($0) }, guards: merged.guards.flatMap { decoder.watches($0) },
            expect: (document["expect"]?.elements ?? []).compactMap(\.node.string))
    }

    private func rules(of document: Field, problems: inout [Problem]) -> RulesDocument? {
        guard let field = document["rules"] else { return nil }
        do throws(Problems) {
            if field.node.members != nil { return try RulesReader.read(field.node, in: field.source) }
            guard let reference = field.node.string else { return nil }
            switch findRules(reference, field.source) {
            case .success(let source): return try RulesReader.read(source)
            case .failure(let reason):
                problems.append(field.problem("unknown-rules", reason.message, fix: reason.fix))
                return nil
            }
        } catch {
            problems += error.list
            return nil
        }
    }
}

/// Whether a text speaks of `vars.NAME`.
private func mentions(_ text: String, variable name: String) -> Bool {
    let needle = Array("vars.\(name)".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count >= needle.count else { return false }
    return (0...(bytes.count - needle.count)).contains { start in
        let end = start + needle.count
        guard Array(bytes[start..<end]) == needle else { return false }
        return end == bytes.count || !(isNameByte(bytes[end]))
    }
}

private func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
}
