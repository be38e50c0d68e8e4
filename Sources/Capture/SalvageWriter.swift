import LinecheckQuantities

/// Writes the lines of a damaged capture that lie in no gap, and a record in the place of each gap.
///
/// The end record is held back until everything behind it has been seen: what is missing there must stand before it.
struct SalvageWriter: ~Copyable {
    private var copy: CaptureCopy
    private var gaps: ArraySlice<Salvage.Gap>
    private var losses: [LostStretch] = []
    /// Of the damaged file: where the last kept line ends, and its number.
    private var kept: (offset: Int64, line: Int) = (0, 0)
    private var latest = RunInstant.start
    private var wall: WallTimeText = ""
    private var end: (record: End, line: [UInt8])?
    private var verdict: (record: Record, line: [UInt8])?

    init(_ copy: consuming CaptureCopy, gaps: [Salvage.Gap]) {
        self.copy = copy
        self.gaps = gaps[...]
    }

    mutating func take(_ line: CaptureReader.Line, _ bytes: [UInt8]) throws(CaptureError) {
        if case .header(let header) = line.record {
            wall = header.started
        } else {
            try tellGaps(before: line.number, at: line.byteOffset)
            if gaps.first?.lines.contains(line.number) == true { return }
        }
        kept = (line.byteOffset + Int64(bytes.count) + 1, line.number)
        latest = max(latest, line.record.instant ?? latest)
        switch line.record {
        case .end(let record): end = (record, bytes)
        case .verdict: verdict = (line.record, bytes)
        default:
            if case .sync(let sync) = line.record { wall = sync.wall }
            try copy.copy(bytes, of: line.record)
        }
    }

    /// - Parameter length: of the damaged file as far as it could be read.
    /// - Returns: what is missing.
    consuming func finish(length: Int64) throws(CaptureError) -> [LostStretch] {
        try tellGaps(before: .max, at: length)
        if let gap = gaps.popFirst() { try tell(gap, upTo: length, isOpen: true) }
        if end == nil, losses.last?.until != nil || losses.isEmpty {
            let reason = "the capture stops here without an end record"
            try tell(
                LostStretch(
                    at: latest, kind: .truncated, firstLine: kept.line + 1, byteOffset: length, from: latest,
                    reason: reason))
        }
        if let end, !losses.contains(where: \.isOfRun) {
            try copy.copy(end.line, of: .end(end.record))
            if let verdict { try copy.copy(verdict.line, of: verdict.record) }
        } else {
            try copy.add(.end(partialEnd))
        }
        try copy.finish()
        return losses
    }

    private var partialEnd: End {
        let missing = losses.filter(\.isOfRun).map(\.lines).joined(separator: ", ")
        let ending = end.map { "; the run itself ended \($0.record.outcome.rawValue)" } ?? ""
        return End(
            at: end?.record.at ?? latest, wall: end?.record.wall ?? wall, outcome: .partial,
            reason: "recovered without \(missing)\(ending)", lines: 0)
    }

    private mutating func tellGaps(before line: Int, at offset: Int64) throws(CaptureError) {
        while let gap = gaps.first, gap.lines.upperBound < line {
            gaps.removeFirst()
            try tell(gap, upTo: offset, isOpen: false)
        }
    }

    /// - Parameter isOpen: nobody knows what stood behind it.
    private mutating func tell(_ gap: Salvage.Gap, upTo offset: Int64, isOpen: Bool) throws(CaptureError) {
        let isOpen = isOpen || gap.damage.isPartial
        let isOfRun = end == nil
        let from = isOfRun ? gap.damage.span?.lowerBound ?? latest : nil
        let until = isOfRun && !isOpen ? gap.damage.span?.upperBound ?? latest : nil
        // The header is kept where its digests fit.
        let first = max(2, gap.lines.lowerBound)
        try tell(
            LostStretch(
                at: until ?? latest, kind: gap.damage.kind, firstLine: first,
                lastLine: isOpen ? nil : gap.lines.upperBound, byteOffset: kept.offset,
                byteCount: isOpen ? nil : offset - kept.offset, from: from, until: until, reason: gap.damage.reason))
        kept.offset = offset
    }

    private mutating func tell(_ lost: LostStretch) throws(CaptureError) {
        losses.append(lost)
        try copy.add(.recovered(lost))
    }
}
