public import LinecheckQuantities

/// What is missing at one place of a recovered capture: it stands where the lost lines stood.
public struct LostStretch: Equatable, Sendable {
    /// When the record goes on behind it.
    public var at: RunInstant
    /// What was wrong with it.
    public var kind: Damage.Kind
    /// Lines of the damaged file, counted from 1; `lastLine` is nil when nobody knows how many would have followed.
    public var firstLine: Int?
    public var lastLine: Int?
    /// Where they began in the damaged file, and how many bytes they had; nil as `lastLine` is.
    public var byteOffset: Int64
    public var byteCount: Int64?
    /// The time of the run that they were about; both nil when they stood behind the end of the run, `until` alone when the
    /// record was cut off there.
    public var from: RunInstant?
    public var until: RunInstant?
    /// One sentence without a full stop.
    public var reason: String

    public init(
        at: RunInstant, kind: Damage.Kind, firstLine: Int? = nil, lastLine: Int? = nil, byteOffset: Int64,
        byteCount: Int64? = nil, from: RunInstant? = nil, until: RunInstant? = nil, reason: String
    ) {
        self.at = at
        self.kind = kind
        self.firstLine = firstLine
        self.lastLine = lastLine
        self.byteOffset = byteOffset
        self.byteCount = byteCount
        self.from = from
        self.until = until
        self.reason = reason
    }

    /// Records of the run are missing, and not only what stood behind its end.
    public var isOfRun: Bool { from != nil }

    /// `lines 36 to 46`
    public var lines: String {
        switch (firstLine, lastLine) {
        case (let first?, let last?): first == last ? "line \(first)" : "lines \(first) to \(last)"
        case (let first?, nil): "everything from line \(first) on"
        default: "an unknown number of lines"
        }
    }
}

extension LostStretch: CustomStringConvertible {
    /// `lines 36 to 46, 812 bytes from byte 5120 on, 3.2s to 4.2s of the run: the checksum …`
    public var description: String {
        let bytes = byteCount.map { "\($0) bytes from byte \(byteOffset) on" } ?? "from byte \(byteOffset) on"
        let time =
            switch (from, until) {
            case (let from?, let until?): ", \(Self.text(from)) to \(Self.text(until)) of the run"
            case (let from?, nil): ", \(Self.text(from)) of the run and later"
            default: ""
            }
        return "\(lines), \(bytes)\(time): \(reason)"
    }

    private static func text(_ instant: RunInstant) -> String {
        Duration.nanoseconds(instant.nanoseconds / 1_000_000 * 1_000_000).text
    }
}
