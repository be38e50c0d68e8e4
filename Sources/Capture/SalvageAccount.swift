import LinecheckQuantities

/// Keeps account of what of a damaged capture is kept and what is missing.
///
/// The end record is held back until everything behind it has been seen: what is missing there stands before it.
struct SalvageAccount {
    /// Of hundreds of missing stretches an end names so many.
    private static let mostNamed = 20

    private(set) var losses: [LostStretch] = []
    /// Of the damaged file: where the last kept line ends, and its number.
    private var kept: (offset: Int64, line: Int) = (0, 0)
    private var latest = RunInstant.start
    private var wall: WallTimeText = ""
    private var end: (record: End, piece: SalvageReader.Piece)?
    private var verdict: SalvageReader.Piece?

    mutating func begin(_ header: SalvageReader.Piece, endingAt offset: Int64) {
        guard case .header(let known) = header.record else { return }
        wall = known.started
        kept = (offset, 1)
    }

    /// - Returns: the line; nil for one that waits for the end of the file.
    mutating func keep(_ record: Record, _ bytes: [UInt8], _ place: HeldLines.Place) -> SalvageReader.Piece? {
        let piece = SalvageReader.Piece(record: record, line: place.number, bytes: bytes)
        kept = (place.byteOffset + Int64(bytes.count) + 1, place.number)
        latest = max(latest, record.instant ?? latest)
        switch record {
        case .end(let end): self.end = (end, piece)
        case .verdict: verdict = piece
        case .sync(let sync):
            wall = sync.wall
            return piece
        default: return piece
        }
        return nil
    }

    /// The record that stands in the place of a gap.
    ///
    /// - Parameter offset: where the damaged file goes on behind it.
    mutating func tell(_ gap: SalvageGap, upTo offset: Int64) -> SalvageReader.Piece {
        let isOfRun = end == nil
        let from = isOfRun ? gap.damage.span?.lowerBound ?? latest : nil
        let until = isOfRun && !gap.isOpen ? gap.damage.span?.upperBound ?? latest : nil
        // The header is kept where its digests fit.
        let first = max(2, gap.lines.lowerBound)
        let lost = LostStretch(
            at: until ?? latest, kind: gap.damage.kind, firstLine: first,
            lastLine: gap.isOpen ? nil : gap.lines.upperBound, byteOffset: kept.offset,
            byteCount: gap.isOpen ? nil : offset - kept.offset, from: from, until: until, reason: gap.damage.reason)
        kept.offset = offset
        return tell(lost)
    }

    private mutating func tell(_ lost: LostStretch) -> SalvageReader.Piece {
        losses.append(lost)
        return SalvageReader.Piece(record: .recovered(lost), line: lost.firstLine ?? kept.line)
    }

    /// What stands at the end of it all.
    ///
    /// - Parameter length: of the damaged file as far as it could be read.
    mutating func ending(at length: Int64) -> [SalvageReader.Piece] {
        var pieces: [SalvageReader.Piece] = []
        if end == nil, losses.last?.until != nil || losses.isEmpty {
            pieces.append(
                tell(
                    LostStretch(
                        at: latest, kind: .truncated, firstLine: kept.line + 1, byteOffset: length, from: latest,
                        reason: "the capture stops here without an end record")))
        }
        if let end, !losses.contains(where: \.isOfRun) { return pieces + [end.piece] + (verdict.map { [$0] } ?? []) }
        return pieces + [SalvageReader.Piece(record: .end(partialEnd), line: end?.piece.line ?? kept.line)]
    }

    private var partialEnd: End {
        let lost = losses.filter(\.isOfRun)
        var missing = lost.prefix(Self.mostNamed).map(\.lines)
        if lost.count > missing.count { missing.append("\(lost.count - missing.count) stretches more") }
        let ending = end.map { "; the run itself ended \($0.record.outcome.rawValue)" } ?? ""
        return End(
            at: end?.record.at ?? latest, wall: end?.record.wall ?? wall, outcome: .partial,
            reason: "recovered without \(missing.joined(separator: ", "))\(ending)", lines: 0)
    }
}
