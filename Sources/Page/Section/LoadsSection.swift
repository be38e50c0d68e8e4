import LinecheckJudge
import LinecheckQuantities

/// What each load did, and whether it filled the line or met another limit first.
struct LoadsSection {
    let account: RunAccount

    var markup: Markup {
        let rows = account.verdict.loads.flatMap { load in load.phases.map { row(load, $0) } }
        guard !rows.isEmpty else { return .nothing }
        return .element(
            "section", [:], .element("h2", [:], "Loads"),
            Table(
                caption: "Loads by phase",
                head: [
                    "", "rate", "bytes", "streams", "reopened", "resent", "out of order", "trend", "round trip",
                    "limited by",
                ], rows: rows, numbers: [1, 2, 3, 4, 5, 6, 8]
            ).markup,
            .element(
                "p", ["class": "quiet"],
                "Rates are the mean over the phase, of body bytes. Resent: segments that this host sent again; out of order: segments that arrived before a missing one. Round trip: the streams' own, at rest → under load."
            ))
    }

    private func row(_ load: Verdict.LoadReport, _ phase: Verdict.LoadReport.InPhase) -> [Markup] {
        let saturation = phase.saturation
        let value = account.value("\(load.name).\(phase.phase).rate.mean")
        let rate =
            value.map { Markup(Words.rate(Int64($0))) } ?? notMeasured(phase.reason ?? "the phase gave no rate")
        let limits = saturation.limits.map { $0.rawValue.split(separator: "-").joined(separator: " ") }
        let statuses = phase.statuses.map { "\($0.count) × HTTP \($0.status)" }.joined(separator: ", ")
        return [
            Markup("\(load.name) in \(phase.phase)") + .element("div", ["class": "quiet"], Markup(statuses)), rate,
            Markup(Words.bytes(phase.bytes)), streams(phase), Markup("\(phase.reopenings)"),
            Markup("\(saturation.retransmits)"),
            saturation.outOfOrder.map { Markup("\($0)") } ?? notMeasured("the kernel does not say"),
            Markup(trend(saturation.trend)), roundTrip(saturation),
            Markup(limits.isEmpty ? "nothing else seen" : limits.joined(separator: ", "))
                + .element("div", ["class": "quiet"], Markup(evidence(saturation))),
        ]
    }

    /// What was seen of each possible limit, whether it was reached or not.
    private func evidence(_ saturation: Saturation) -> String {
        let shares = [
            ("window full", saturation.windowLimited), ("send buffer full", saturation.bufferLimited),
            ("host busy", saturation.machineBusy),
        ]
        return shares.compactMap { name, share in share.map { "\(name) \(Words.share($0))" } }.joined(separator: ", ")
    }

    private func streams(_ phase: Verdict.LoadReport.InPhase) -> Markup {
        let alive = phase.saturation.alive
        guard let least = alive.min(), let most = alive.max() else { return Markup("\(phase.streams)") }
        return Markup(least == most ? "\(phase.streams)" : "\(phase.streams) (\(least) to \(most) moving)")
    }

    private func trend(_ trend: Saturation.Trend) -> String {
        switch trend {
        case .plateau: "plateau"
        case .growing: "still growing"
        case .falling: "falling"
        case .unknown: "not measured: fewer than six slices"
        }
    }

    private func roundTrip(_ saturation: Saturation) -> Markup {
        guard let rest = saturation.restRTT, let loaded = saturation.loadedRTT else {
            return notMeasured("the kernel's view of the streams does not hold both")
        }
        return Markup("\(Words.duration(rest.nanoseconds)) → \(Words.duration(loaded.nanoseconds))")
    }
}
