import LinecheckJSON

/// Versions of the capture format. Old ones are read for ever: one step for each, one kept sample for each.
public enum FormatVersion {
    /// What this program writes.
    public static let current = 1
    /// The `requires` words that this program understands.
    public static let features: Set<String> = []

    /// A line of an older version as this version would have written it.
    static func upgraded(_ line: JSONValue, from version: Int) -> JSONValue {
        var line = line
        for step in steps.dropFirst(max(version, 1) - 1) { line = step(line) }
        return line
    }

    /// The n-th turns a line of version n into one of version n + 1; unknown records and keys pass unchanged.
    private static let steps: [@Sendable (JSONValue) -> JSONValue] = []
}

/// How much of a line is read before it is refused.
public enum LineLimit {
    /// The header carries a whole plan, its text and its rules.
    public static let header = 16 << 20
    public static let record = 1 << 20
    /// JSON values of one line: a plan of a hundred phases and its rules are some ten thousand.
    public static let values = 200_000
}
