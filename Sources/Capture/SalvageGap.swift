/// Lines of a damaged capture that are left out, and why.
struct SalvageGap {
    var lines: ClosedRange<Int>
    var damage: Damage
    /// Nobody knows what stood behind it.
    var isOpen: Bool { damage.isPartial || lines.upperBound == .max }

    init(lines: ClosedRange<Int>, damage: Damage) {
        self.lines = lines
        self.damage = damage
    }

    /// nil for what takes no lines with it.
    init?(_ damage: Damage) {
        guard let lines = damage.lines else { return nil }
        self.init(lines: lines, damage: damage)
    }

    /// Gaps in the order of their lines; those that share lines are one, with the reason of each.
    static func merged(_ gaps: [SalvageGap]) -> [SalvageGap] {
        var merged: [SalvageGap] = []
        for gap in gaps.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
            guard let last = merged.popLast() else {
                merged.append(gap)
                continue
            }
            merged += last.lines.overlaps(gap.lines) ? [last.joined(gap)] : [last, gap]
        }
        return merged
    }

    private func joined(_ other: SalvageGap) -> SalvageGap {
        var both = self
        both.lines = lines.lowerBound...max(lines.upperBound, other.lines.upperBound)
        // Of thousands of damaged lines the first few tell what happened.
        if damage.reason.utf8.count < 1_000 { both.damage.reason += "; \(other.damage.reason)" }
        // The time that is in doubt is that of both: what ends the stretch is known with the last of them.
        if let first = damage.span, let second = other.damage.span {
            both.damage.span = min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
        }
        return both
    }
}
