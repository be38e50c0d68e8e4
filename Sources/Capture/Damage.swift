public import LinecheckQuantities

/// What is wrong with a capture: what kind, where, which part is in doubt, and why, in a person's words.
public struct Damage: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable {
        /// There is no end record: the run was killed, or the file was cut between two lines. Or a compressed file was cut behind
        /// its records. What is there is whole.
        case truncated
        /// The last line stops in its middle. What stands before it is whole.
        case torn
        /// A checksum does not fit: bytes were changed or lines exchanged.
        case corrupt
        /// Lines are missing or doubled.
        case lineCount = "line-count"
        /// A line is not the record that it says it is.
        case malformed
        /// A line longer than ``LineLimit`` allows.
        case overlong
        /// Something stands after the end that no checksum covers.
        case afterEnd = "after-end"
        /// Empty, a directory, or another kind of file.
        case notACapture = "not-a-capture"
        /// The format is newer than this program.
        case newerVersion = "newer-version"
        /// The header requires something that this program does not know.
        case unknownRequirement = "unknown-requirement"
        /// The system could not read the file.
        case unreadable
    }

    public var kind: Kind
    /// The capture as the person named it.
    public var file: String
    /// Counted from 1; 0 when it is about the file as a whole.
    public var line: Int
    /// Where that line begins, counted from 0.
    public var byteOffset: Int64
    /// First and last line that can no longer be relied on; nil when none is in doubt.
    public var lines: ClosedRange<Int>?
    /// The time of the run that is in doubt or missing; nil when unknown.
    public var span: ClosedRange<RunInstant>?
    /// One sentence without a full stop.
    public var reason: String

    public init(
        _ kind: Kind, file: String, line: Int = 0, byteOffset: Int64 = 0, lines: ClosedRange<Int>? = nil,
        span: ClosedRange<RunInstant>? = nil, reason: String
    ) {
        self.kind = kind
        self.file = file
        self.line = line
        self.byteOffset = byteOffset
        self.lines = lines
        self.span = span
        self.reason = elided(reason)
    }

    /// The file gives no header, so nothing in it can be judged.
    public static func noHeader(_ file: String) -> Damage {
        Damage(.notACapture, file: file, line: 1, reason: "it has no header, so nothing can be judged")
    }

    /// The run was cut off, and everything in front of that place is whole: it can be judged as *partial*.
    public var isPartial: Bool { kind == .truncated || kind == .torn }

    /// `home.capture.jsonl:41: byte 5120, 3.2s to 4.2s: the checksum …`
    public var description: String {
        guard line > 0 else { return "\(file): \(reason)" }
        let time = span.map { span in
            let from = Duration.nanoseconds(span.lowerBound.nanoseconds / 1_000_000 * 1_000_000).text
            let to = Duration.nanoseconds(span.upperBound.nanoseconds / 1_000_000 * 1_000_000).text
            return from == to ? ", at \(from) of the run" : ", \(from) to \(to) of the run"
        }
        return "\(file):\(line): byte \(byteOffset)\(time ?? ""): \(reason)"
    }
}
