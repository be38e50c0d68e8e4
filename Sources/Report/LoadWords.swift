import LinecheckJudge

/// What each load did in each phase, in words.
struct LoadWords {
    let rows: [(place: String, words: String)]

    init(_ verdict: Verdict) {
        let table = EvidenceTable(verdict)
        rows = verdict.loads.flatMap { load in
            load.phases.map { phase in
                let rate = table.words("\(load.name).\(phase.phase).rate.mean")
                return ("\(load.name) in \(phase.phase)", Self.words(phase, rate))
            }
        }
    }

    private static func words(_ phase: Verdict.LoadReport.InPhase, _ rate: String?) -> String {
        var text = phase.reason ?? rate ?? "rate not measured"
        guard phase.streams > 0 else { return text }
        text += "; \(Words.bytes(phase.bytes)) over \(counted(phase.streams, "stream"))"
        if phase.reopenings > 0 {
            text += ", \(counted(phase.reopenings, "reopening"))"
            // A valid load has no reason of its own, though every response may have been torn.
            if phase.reason == nil, let trouble = phase.trouble { text += " (\(trouble))" }
        }
        let limits = phase.saturation.limits.map(\.rawValue)
        return limits.isEmpty ? text : text + "; limited by \(limits.joined(separator: ", "))"
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
