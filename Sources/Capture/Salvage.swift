import LinecheckJSON

/// What of a damaged or unfinished capture can be relied on, and a new capture of just that.
///
/// A stretch between two checkpoints whose checksum does not fit is left out as a whole: which of its lines was changed
/// cannot be told, and a new checksum would vouch for it. What follows the last checkpoint of a run that was killed stays: it
/// was cut off, not changed. The file is read twice, since what is lost is known only behind it.
public struct Salvage: Sendable {
    /// What the reader noticed, in the order of the file; empty for a whole capture.
    public let damages: [Damage]
    private let path: String
    private let gaps: [Gap]

    /// Lines that are left out, and why.
    struct Gap {
        var lines: ClosedRange<Int>
        var damage: Damage
    }

    /// - Throws: `Damage` when nothing can be relied on: there is no header, or it is not what was written.
    public init(surveying path: String) throws(Damage) {
        self.path = path
        var reader = try CaptureReader(path: path, recover: true)
        var fatal: Damage?
        do throws(Damage) { while try reader.next() != nil {} } catch {
            guard reader.header != nil else { throw error }
            fatal = error
        }
        damages = reader.damages + (fatal.map { [$0] } ?? [])
        var gaps = reader.damages.compactMap { damage in damage.lines.map { Gap(lines: $0, damage: damage) } }
        // The file cannot be read on, and what came since the last checkpoint may be the trouble's work already.
        if let fatal { gaps.append(Gap(lines: reader.integrity.verified.line + 1...Int.max, damage: fatal)) }
        self.gaps = Self.merged(gaps)
        if let header = reader.header, self.gaps.first?.lines.contains(1) == true, !header.fitsItsDigests {
            throw Damage.changedHeader(path, self.gaps.first?.lines)
        }
    }

    public var isWhole: Bool { damages.isEmpty }

    /// What is whole, as a capture of its own under a name that must be free.
    ///
    /// - Returns: what is missing from it.
    /// - Throws: `CaptureError` when it cannot be stored, `Damage` when the damaged one can no longer be read.
    public func write(to path: String) throws -> [LostStretch] { try write(CaptureFile(creating: path)) }

    /// The same to an open descriptor, such as standard output.
    public func write(to descriptor: Int32) throws -> [LostStretch] {
        try write(CaptureFile(descriptor: descriptor))
    }

    private func write(_ file: consuming CaptureFile) throws -> [LostStretch] {
        var writer = SalvageWriter(CaptureCopy(file), gaps: gaps)
        var reader = try CaptureReader(path: path, recover: true)
        while let line = nextReadable(&reader) { try writer.take(line, reader.bytes) }
        return try writer.finish(length: reader.source.offset)
    }

    /// What ended the first reading ends this one as well, and is told by its gap.
    private func nextReadable(_ reader: inout CaptureReader) -> CaptureReader.Line? {
        do throws(Damage) { return try reader.next() } catch { return nil }
    }

    /// Gaps in the order of their lines; those that share lines are one, with the reason of each.
    private static func merged(_ gaps: [Gap]) -> [Gap] {
        var merged: [Gap] = []
        for gap in gaps.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
            guard let last = merged.last, last.lines.overlaps(gap.lines) else {
                merged.append(gap)
                continue
            }
            let upper = max(last.lines.upperBound, gap.lines.upperBound)
            merged[merged.count - 1].lines = last.lines.lowerBound...upper
            merged[merged.count - 1].damage.reason += "; \(gap.damage.reason)"
            // The time that is in doubt is that of both: what ends the stretch is known with the last of them.
            if let first = last.damage.span, let second = gap.damage.span {
                let ends = min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
                merged[merged.count - 1].damage.span = ends
            }
        }
        return merged
    }
}

extension Header {
    /// The plan and the rules are those that were written, whatever else of this line may have been changed.
    public var fitsItsDigests: Bool {
        SHA256.hex(plan.canonicalBytes) == planSHA256 && SHA256.hex(rules.canonicalBytes) == rulesSHA256
    }
}

extension Damage {
    /// - Parameter lines: which lines a checkpoint does not fit, the first of them the header.
    public static func changedHeader(_ file: String, _ lines: ClosedRange<Int>?) -> Damage {
        Damage(
            .corrupt, file: file, line: 1, lines: lines,
            reason: "the plan or the rules in its header were changed, so nothing in it can be judged")
    }
}
