import LinecheckCapture
public import LinecheckJudge
public import LinecheckPlan

extension Verdict {
    /// The notes as people are told them: first what explains numbers and is no part of the verdict itself, which stays what it was
    /// for every capture that holds one.
    ///
    /// - Parameter plan: as it ran, whose URLs tell what kind of server refused; nil: not known.
    public func toldNotes(_ plan: Plan?) -> [String] { refusalNotes(plan) + failureNotes + fullLineNotes + notes }

    /// What the statuses that loads met mean at the servers they asked, as the catalogue of servers says.
    public func refusalNotes(_ plan: Plan?) -> [String] {
        var told: [String] = []
        for load in loads {
            let url = plan?.loads.first { $0.name == load.name }?.url
            guard let preset = url.flatMap({ ServerPreset.serving($0) }) else { continue }
            let statuses = load.phases.flatMap { $0.statuses.map { String($0.status) } }
            for refusal in preset.refusals where statuses.contains(refusal.status) {
                let note = "HTTP \(refusal.status) means at \(preset.shortTitle): \(refusal.words)."
                if !told.contains(note) { told.append(note) }
            }
        }
        return told
    }

    /// What was answered instead of a reply: it counts as lost, and yet it is an answer.
    private var failureNotes: [String] {
        let failed = failures.filter { $0.word.blame == .network }
        var probes: [String] = []
        for failure in failed where !probes.contains(failure.probe) { probes.append(failure.probe) }
        return probes.map { probe in
            let words = failed.filter { $0.probe == probe }.map { Words.failure($0.word, $0.count) }
            return "Attempts of \(probe) failed and count as lost: \(words.joined(separator: ", "))."
        }
    }

    /// Another limit may have been near and yet not have been met first.
    private var fullLineNotes: [String] {
        loads.flatMap { load in
            load.phases.compactMap { phase in
                let evidence = phase.saturation
                guard phase.reason == nil, evidence.isLineFull, !evidence.limits.isEmpty, !evidence.isPaced else {
                    return nil
                }
                return
                    "A queue on the way overflowed in \(phase.phase): the load \(load.name) did fill the line, whatever else "
                    + "was near its limit."
            }
        }
    }
}
