import LinecheckJSON
import LinecheckQuantities

/// Reads what of a damaged or unfinished capture can be relied on, record by record, and in the place of what cannot a record
/// that says so. Whoever writes a new capture of it and whoever judges it go through here, so that both come to the same.
///
/// A stretch between two checkpoints whose checksum does not fit is left out as a whole: which of its lines was changed
/// cannot be told, and a new checksum would vouch for it. So the lines of a stretch are held back until its checkpoint has been
/// read. What follows the last checkpoint of a run that was killed stays: it was cut off, not changed.
public struct SalvageReader: ~Copyable {
    /// A record that can be relied on, or one that was made here.
    public struct Piece {
        public var record: Record
        /// Where it stands in the damaged file, or where what it tells of begins; counted from 1.
        public var line: Int
        /// The line as it stands; nil for a record that was made here.
        var bytes: [UInt8]?
    }

    private enum Stage { case reading, releasing, ending, done }

    /// Bytes between two checkpoints: a run writes one each second, and a record in no less than some microseconds.
    private static let most = 24 << 20

    private var reader: CaptureReader
    /// The capture as the person named it.
    public var name: String { reader.name }
    private var stage = Stage.reading
    private var held = HeldLines()
    private var header: Piece?
    private var headerEnd: Int64 = 0
    /// Of the stretch that is released: the next line, what is left out, and where it ends in the file.
    private var cursor = 0
    private var gaps: ArraySlice<SalvageGap> = []
    private var stretchEnd: Int64 = 0
    private var isLast = false
    /// How many of the reader's damages are known here.
    private var told = 0
    private var fatal: Damage?
    private var account = SalvageAccount()
    private var ending: ArraySlice<Piece> = []

    /// - Parameter reader: one that recovers, and has given nothing yet.
    public init(_ reader: consuming CaptureReader) { self.reader = reader }

    /// What was noticed, in the order of the file; complete when the end was reached.
    public var damages: [Damage] { reader.damages + (fatal.map { [$0] } ?? []) }

    /// What is missing, in the order of the file; complete when the end was reached.
    var losses: [LostStretch] { account.losses }

    /// The next piece, the header first, or nil at the end. Its end says `partial` where something of the run is missing.
    ///
    /// - Throws: when nothing can be relied on: there is no header, or its plan and rules are not what was written.
    public mutating func next() throws(Damage) -> Piece? {
        while true {
            switch stage {
            case .reading: try readStretch()
            case .releasing:
                if let piece = try release() { return piece }
                held.removeAll()
                stage = isLast ? .ending : .reading
                if isLast { ending = account.ending(at: stretchEnd)[...] }
            case .ending:
                if let piece = ending.popFirst() { return piece }
                stage = .done
            case .done: return nil
            }
        }
    }

    // MARK: Reading

    /// Reads up to the next checkpoint, or to the end, and finds out what of it can be relied on.
    private mutating func readStretch() throws(Damage) {
        do throws(Damage) { isLast = try !reachCheckpoint() } catch {
            guard reader.header != nil else { throw error }
            (fatal, isLast) = (error, true)
        }
        try judgeStretch()
    }

    /// False at the end of the file.
    private mutating func reachCheckpoint() throws(Damage) -> Bool {
        while let line = try reader.next() {
            if case .header = line.record {
                header = Piece(record: line.record, line: line.number, bytes: reader.bytes)
                headerEnd = reader.source.offset
                continue
            }
            held.append(reader.lineBytes, number: line.number, byteOffset: line.byteOffset)
            if line.record.isCheckpoint { return true }
            guard held.size <= Self.most else { throw tooLong(line) }
        }
        return false
    }

    private func tooLong(_ line: CaptureReader.Line) -> Damage {
        Damage(
            .malformed, file: reader.name, line: line.number, byteOffset: line.byteOffset, span: reader.doubtfulSpan,
            reason:
                "more than \(Self.most >> 20) MiB of records stand here without a checkpoint, and a run writes one each "
                + "second: nothing from here on is read")
    }

    private mutating func judgeStretch() throws(Damage) {
        let new = reader.damages[told...]
        told = reader.damages.count
        var gaps = new.compactMap { SalvageGap($0) }
        let rest = reader.integrity.verified.line + 1...Int.max
        if let fatal {
            // The file cannot be read on, and what came since the last checkpoint may be the trouble's work already.
            gaps.append(SalvageGap(lines: rest, damage: fatal))
        } else if isLast, reader.end == nil, let changed = new.first(where: { !$0.isPartial && $0.lines != nil }) {
            // No checkpoint will tell whether its neighbours are what was written.
            gaps.append(SalvageGap(lines: rest, damage: changed))
        }
        self.gaps = SalvageGap.merged(gaps)[...]
        (cursor, stretchEnd, stage) = (0, reader.source.offset, .releasing)
        if self.gaps.first?.lines.contains(1) == true { try doubtHeader() }
    }

    /// Of a header that no checkpoint vouches for the plan and the rules have digests of their own. What else it says of where
    /// the run was made may have been changed, and is not known any more.
    private mutating func doubtHeader() throws(Damage) {
        guard let piece = header, case .header(var known) = piece.record else { return }
        guard known.fitsItsDigests else { throw Damage.changedHeader(reader.name, gaps.first?.lines) }
        known.network = Header.Network()
        known.isUnverified = true
        header = Piece(record: .header(known), line: piece.line)
    }

    // MARK: Releasing

    private mutating func release() throws(Damage) -> Piece? {
        if let piece = header {
            header = nil
            account.begin(piece, endingAt: headerEnd)
            return piece
        }
        while cursor < held.places.count {
            let place = held.places[cursor]
            if let gap = gaps.first, gap.lines.upperBound < place.number {
                gaps.removeFirst()
                return account.tell(gap, upTo: place.byteOffset)
            }
            let bytes = Array(held[cursor])
            cursor += 1
            if gaps.first?.lines.contains(place.number) == true { continue }
            if let piece = account.keep(record(bytes), bytes, place) { return piece }
        }
        return gaps.popFirst().map { account.tell($0, upTo: stretchEnd) }
    }

    /// What the reader has decoded before.
    private func record(_ bytes: [UInt8]) -> Record {
        let version = reader.header?.version ?? FormatVersion.current
        return (try? RecordDecoder.decode(bytes, version: version)) ?? .unknown(type: "", .null)
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

extension Header {
    /// The plan and the rules are those that were written, whatever else of this line may have been changed.
    var fitsItsDigests: Bool {
        SHA256.hex(plan.canonicalBytes) == planSHA256 && SHA256.hex(rules.canonicalBytes) == rulesSHA256
    }
}

extension Damage {
    /// - Parameter lines: which lines a checkpoint does not fit, the first of them the header.
    fileprivate static func changedHeader(_ file: String, _ lines: ClosedRange<Int>?) -> Damage {
        Damage(
            .corrupt, file: file, line: 1, lines: lines,
            reason: "the plan or the rules in its header were changed, so nothing in it can be judged")
    }
}
