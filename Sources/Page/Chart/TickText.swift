import LinecheckJudge

/// Numbers at an axis: as short as the distance between two of them allows.
enum TickText {
    /// `0`, `50 ms`, `1.5 s`.
    static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case 0: "0"
        case ..<1e5: "\(short(nanoseconds / 1e3)) us"
        case ..<1e9: "\(short(nanoseconds / 1e6)) ms"
        default: "\(short(nanoseconds / 1e9)) s"
        }
    }

    /// `0`, `40 Mbit/s`.
    static func rate(_ bitsPerSecond: Double) -> String {
        switch bitsPerSecond {
        case 0: "0"
        case ..<1e6: "\(short(bitsPerSecond / 1e3)) kbit/s"
        case ..<1e9: "\(short(bitsPerSecond / 1e6)) Mbit/s"
        default: "\(short(bitsPerSecond / 1e9)) Gbit/s"
        }
    }

    /// Three digits behind the point at most, and none that is zero.
    static func short(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        let (whole, rest) = (thousandths / 1_000, thousandths % 1_000)
        guard rest != 0 else { return "\(whole)" }
        var digits = String(rest + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
