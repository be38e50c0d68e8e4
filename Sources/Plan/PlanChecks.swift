import LinecheckJSON
import LinecheckQuantities

/// What can only be seen on the whole plan: names that nothing uses, windows that cannot be, phases nobody reaches.
struct PlanChecks {
    let plan: Plan
    let merged: MergedPlan
    let root: PlanFile
    private(set) var problems: [Problem] = []

    init(plan: Plan, merged: MergedPlan, root: PlanFile) {
        self.plan = plan
        self.merged = merged
        self.root = root
    }

    /// - Parameters:
    ///   - mentioned: names of variables that substitution, rules or conditions used.
    ///   - hasErrors: then what seems unused may only be misspelt elsewhere, and is not told.
    mutating func run(mentioned: Set<String>, hasErrors: Bool) {
        checkSettle()
        checkOverlaps()
        guard !hasErrors else { return }
        checkEndless()
        checkUnusedProbes()
        checkUnusedVariables(mentioned)
    }

    /// Each phase with the place that declares it. By position, since two phases may have one name while there are errors.
    private var declared: [(phase: Phase, declaration: Field)] {
        zip(plan.phases, merged.phases).map { ($0, $1.declaration) }
    }

    private mutating func checkSettle() {
        for (phase, declaration) in declared {
            guard case .after(let window) = phase.ending, window > .zero, phase.settle >= window else { continue }
            let message = "nothing is left to score: settle is \(phase.settle.text) of \(window.text)"
            if let settle = declaration["settle"] {
                problems.append(settle.problem("settle-too-long", message, fix: "make settle shorter than the phase"))
            } else {
                problems.append(
                    (declaration["duration"] ?? declaration).problem(
                        "settle-too-long", message + ", by default under load",
                        fix: "write \"settle\" or a longer duration"))
            }
        }
    }

    private mutating func checkOverlaps() {
        for (index, phase) in declared.enumerated() {
            let spans = merged.spans.filter { ($0.from...$0.to).contains(index) }
            var running: Set<String> = []
            for span in spans {
                guard let name = span.probe.node.string, !running.insert(name).inserted else { continue }
                // Told once, where the later of the two begins.
                let twins = spans.filter { $0.probe.node.string == name }
                guard twins.map(\.from).max() == index else { continue }
                problems.append(
                    span.probe.problem(
                        "probe-twice", "\"\(name)\" is in \"throughout\" of two files that overlap",
                        fix: "remove it from one"))
            }
            for use in phase.declaration["probes"]?.elements ?? [] {
                guard let name = use.node.string ?? use["probe"]?.node.string, !running.insert(name).inserted else {
                    continue
                }
                problems.append(
                    use.problem(
                        "probe-twice", "\"\(name)\" runs in this phase already, throughout or listed before",
                        fix: "remove it here"))
            }
        }
    }

    private mutating func checkEndless() {
        for (phase, declaration) in declared {
            guard case .whenDone = phase.ending, !phase.probes.contains(where: { $0.count != nil }),
                let until = declaration["until"]
            else { continue }
            problems.append(
                until.keyWarning(
                    "nothing-counted", "no probe of this phase has a count, so it always runs until \"at_most\"",
                    fix: "give its probes a count, or write \"duration\""))
        }
    }

    private mutating func checkUnusedProbes() {
        let used = Set(plan.spans.map(\.probe) + plan.phases.flatMap { $0.probes.map(\.name) })
        for object in merged.probes where !used.contains(object.name) {
            problems.append(
                object.declaration.keyWarning(
                    "unused-probe", "no phase runs the probe \"\(object.name)\"",
                    fix: "list it in \"throughout\" or in a phase's \"probes\""))
        }
        let loads = Set(plan.phases.flatMap(\.loads))
        for object in merged.loads where !loads.contains(object.name) {
            problems.append(
                object.declaration.keyWarning(
                    "unused-load", "no phase runs the load \"\(object.name)\"", fix: "list it in a phase's \"loads\""))
        }
    }

    private mutating func checkUnusedVariables(_ mentioned: Set<String>) {
        for file in root.innermostFirst {
            for field in file.document["vars"]?.fields ?? [] where !mentioned.contains(field.key) {
                problems.append(
                    field.keyWarning(
                        "unused-var", "nothing uses the variable \"\(field.key)\"",
                        fix: "write \"${\(field.key)}\" where it belongs"))
            }
        }
    }
}
