import LinecheckCapture

/// The records of a damaged capture that can be relied on, as ``Salvage`` would keep them: those of a stretch are held back
/// until its checkpoint has told whether they are what was written.
struct WholeRecords {
    /// A run writes a checkpoint each second; who writes so many records without one has written no capture.
    private static let most = 1_000_000

    /// A record, and the line where it stands.
    typealias Placed = (record: Record, line: Int)

    private var held: [Placed] = []
    private var told = 0
    private var isEnded = false

    /// Takes in the next line, or the end of the file as nil, and gives what has become certain with it: records as they
    /// stand, and in the place of what is lost a record that says so.
    mutating func take(_ line: CaptureReader.Line?, _ damages: [Damage]) -> [Placed] {
        if let line { held.append((line.record, line.number)) }
        guard line?.record.isCheckpoint != false || held.count > Self.most else { return [] }
        defer { held.removeAll(keepingCapacity: true) }
        let new = damages[told...]
        told = damages.count
        var kept = held.filter { line in !new.contains { $0.lines?.contains(line.line) == true } }
        // What stands behind the end is none of the run's.
        if !isEnded, let lost = lost(new) { kept.insert(lost, at: 0) }
        isEnded = isEnded || kept.contains { if case .end = $0.record { true } else { false } }
        return kept
    }

    /// One stretch for all that is wrong between two checkpoints; nil for what was only cut off.
    private func lost(_ damages: ArraySlice<Damage>) -> Placed? {
        let damages = damages.filter { !$0.isPartial && $0.lines != nil }
        let spans = damages.compactMap(\.span)
        guard let first = damages.first, let from = spans.map(\.lowerBound).min(),
            let until = spans.map(\.upperBound).max()
        else { return nil }
        let stretch = LostStretch(
            at: until, kind: first.kind, byteOffset: first.byteOffset, from: from, until: until, reason: first.reason)
        return (.recovered(stretch), first.lines?.lowerBound ?? first.line)
    }
}

extension Record {
    fileprivate var isCheckpoint: Bool {
        switch self {
        case .sync, .end: true
        default: false
        }
    }
}
