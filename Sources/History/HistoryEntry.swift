import LinecheckCapture
import LinecheckJSON
public import LinecheckQuantities

/// A capture as a history lists it.
public struct HistoryEntry: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        case judged(RunSummary)
        /// It holds no verdict, and why.
        case unjudged(String)
        case damaged(String)
    }

    public var path: String
    /// nil when the header does not tell.
    public var started: WallTime?
    /// Of the run, 32 hexadecimal digits; copies of a capture share it. nil when the header does not tell, or was not written by
    /// a run.
    public var run: String?
    /// How many runs of the folder began later; nil: not counted.
    public var newer: Int?
    /// Size of the file; nil when it cannot be read.
    public var size: ByteCount?
    /// When it was last written to; nil: that is not known.
    public var written: WallTime?
    /// When the run began as far as its header tells, else when the file was last written to; nil: its header is no capture's.
    public var dated: WallTime?
    /// A run holds it for writing at this moment, as far as was asked.
    public var isHeld = false
    /// The run judged its own host, and no line.
    public var isLoopback = false
    public var state: State

    public init(path: String, started: WallTime?, size: ByteCount?, state: State) {
        self.path = path
        self.started = started
        self.size = size
        self.state = state
        dated = started
    }

    /// Reads the beginning and the last line; what is between them is not looked at. `linecheck check` reads all.
    ///
    /// A compressed capture has no end that could be read first, and is read as a whole.
    public init(path: String) {
        self.path = path
        size = FileSize.of(path)
        written = FileSize.written(path)
        do throws(Damage) {
            let (started, run, isLoopback, state) = try Self.read(path)
            self.isLoopback = isLoopback
            self.started = started
            self.run = run.count == 32 ? run : nil
            self.state = state
            dated = started ?? written
        } catch {
            state = .damaged(error.reason)
            dated = CaptureEdges.beginning(of: path).flatMap { WallTime(text: $0) ?? written }
        }
    }

    private static func read(_ path: String) throws(Damage) -> (WallTime?, run: String, isLoopback: Bool, State) {
        guard let edges = try CaptureEdges(path: path) else { return try whole(path) }
        return (WallTime(text: edges.started), edges.id, edges.isLoopback, state(edges.ending))
    }

    private static func state(_ ending: CaptureEdges.Ending) -> State {
        switch ending {
        case .verdict(let line):
            RunSummary(verdict: line).map { .judged($0) } ?? .damaged("its verdict is of an unknown form")
        case .end: .unjudged("without a verdict")
        case .open: .unjudged("without an end: killed, or still going on")
        }
    }

    private static func whole(_ path: String) throws(Damage) -> (WallTime?, run: String, isLoopback: Bool, State) {
        var reader = try CaptureReader(path: path)
        var state = State.unjudged("without an end: killed")
        while let line = try reader.next() {
            switch line.record {
            case .end: state = .unjudged("without a verdict")
            case .verdict(let value):
                state =
                    RunSummary(verdict: value.canonicalBytes).map { .judged($0) }
                    ?? .damaged("its verdict is of an unknown form")
            default: break
            }
        }
        let header = reader.header
        return (
            header.flatMap { WallTime(text: $0.started) }, header?.id ?? "", isLoopback: header?.loopback ?? false,
            state
        )
    }

    public var summary: RunSummary? { if case .judged(let summary) = state { summary } else { nil } }
}
