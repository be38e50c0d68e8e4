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

    private func declaration(_ phase: Phase) -> Field? { merged.phases.first { $0.name == phase.name }?.declaration }

    private mutating func checkSettle() {
        for phase in plan.phases {
            guard case .after(let window) = phase.ending, window > .zero, phase.settle >= window,
                let declaration = declaration(phase)
            else { continue }
            let field = declaration["settle"]
            let message = "nothing is left to score: settle is \(phase.settle.text) of \(window.text)"
            problems.append(
                field?.problem("settle-too-long", message, fix: "make settle shorter than the phase")
                    ?? declaration["duration"]!.problem(
                        "settle-too-long", message + ", by default under load",
                        fix: "write \"settle\" or a longer duration"))
        }
    }

    private mutating func checkOverlaps() {
        for (index, phase) in plan.phases.enumerated() {
            var running: [String] = plan.spans.filter { span in
                guard let from = plan.phaseIndex(span.from), let to = plan.phaseIndex(span.to) else { return false }
                return (from...to).contains(index)
            }.map(\.probe)
            let uses = declaration(phase)?["probes"]?.elements ?? []
            for probe in phase.probes {
                if running.contains(probe.name) {
                    let place = uses.last { ($0.node.string ?? $0["probe"]?.node.string) == probe.name }
                    problems += [
                        place?.problem(
                            "probe-twice", "\"\(probe.name)\" runs in this phase already, throughout or listed before",
                            fix: "remove it here")
                    ].compactMap(\.self)
                }
                running.append(probe.name)
            }
            for twin in Set(running).sorted() where plan.spans.filter({ $0.probe == twin }).count > 1 {
                let spans = merged.spans.filter { $0.probe.node.string == twin && ($0.from...$0.to).contains(index) }
                if spans.count > 1, spans.map(\.from).max() == index {
                    problems.append(
                        spans.last!.probe.problem(
                            "probe-twice", "\"\(twin)\" is in \"throughout\" of two files that overlap",
                            fix: "remove it from one"))
                }
            }
        }
    }

    private mutating func checkEndless() {
        for phase in plan.phases {
            guard case .whenDone = phase.ending, !phase.probes.contains(where: { $0.count != nil }),
                let until = declaration(phase)?["until"]
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
