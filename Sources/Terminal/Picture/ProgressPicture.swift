import LinecheckCapture
import LinecheckJudge
public import LinecheckQuantities
import LinecheckText

/// The picture of a run that goes on, as lines: a function of what is known, the time and the terminal.
public struct ProgressPicture {
    private let progress: RunProgress
    private let now: RunInstant
    private let columns: Int
    private let rows: Int
    private let isUnicode: Bool

    /// - Parameters:
    ///   - columns, rows: what the picture may take; no line is longer, and there are not more.
    public init(_ progress: RunProgress, at now: RunInstant, columns: Int, rows: Int, isUnicode: Bool) {
        self.progress = progress
        self.now = now
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.isUnicode = isUnicode
    }

    public var lines: [StyledLine] {
        var blocks = [[head], progress.phases.map(line), progress.probes.map(line), progress.loads.map(line)]
        let excess = blocks.reduce(0) { $0 + $1.count } - rows
        if excess > 0 { blocks[1] = nearby(excess) }
        if excess < 0, isNarrow, !progress.probes.isEmpty { blocks[2].insert(probeHeads, at: 0) }
        let all = blocks.flatMap(\.self).map { $0.cut(to: columns, isUnicode: isUnicode) }
        return Array(all.prefix(rows))
    }

    // MARK: Layout

    /// On a narrow terminal the figures have no words, and bars and names are short.
    private var isNarrow: Bool { columns < 60 }

    /// The longest name, within reason.
    private var nameColumns: Int {
        let names = progress.phases.map(\.name) + progress.probes.map(\.name) + progress.loads.map(\.name)
        return min(isNarrow ? 9 : 18, names.map { VisibleText.columns(escaped($0)) }.max() ?? 0)
    }

    /// What is left beside the name and the figures of a probe.
    private var chartColumns: Int { min(40, max(4, columns - chartStart - (isNarrow ? 23 : 39))) }

    private var margin: Int { isNarrow ? 1 : 2 }
    private var chartStart: Int { nameColumns + 2 * margin }

    private func escaped(_ text: String) -> String { VisibleText.escaped(text, isUnicode: isUnicode) }

    private func beginning(_ name: String, _ style: Style) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: margin))
        line.append(VisibleText.cut(escaped(name), to: nameColumns, isUnicode: isUnicode), style)
        line.pad(to: chartStart)
        return line
    }

    /// Phases left out when there are more lines than rows: those over first, then those farthest ahead.
    private func nearby(_ excess: Int) -> [StyledLine] {
        let over = progress.phases.prefix { if case .ended = $0.state { true } else { false } }.count
        let rest = progress.phases.dropFirst(min(over, excess))
        let kept = max(1, progress.phases.count - excess)
        return rest.prefix(kept).map(line)
    }

    // MARK: Lines

    private var head: StyledLine {
        var line = StyledLine(escaped(progress.title), .strong)
        line.append("  \(clock(now - .start))", .plain)
        let remaining = progress.remaining(at: now)
        if remaining > .zero { line.append(", about \(clock(remaining)) left", .faint) }
        return line
    }

    private func line(_ phase: PhaseProgress) -> StyledLine {
        var line = beginning(phase.name, phase.isRunning ? .strong : .plain)
        let bar = Bar.line(
            phase.share(at: now), columns: chartColumns, isUnicode: isUnicode, style: barStyle(phase.state))
        for span in bar.spans { line.append(span.text, span.style) }
        line.append("  ")
        let (words, style) = words(phase)
        line.append(words, style)
        return line
    }

    private func barStyle(_ state: PhaseProgress.State) -> Style {
        switch state {
        case .pending, .waitingForLoad, .running: .active
        case .ended(.completed, _): .good
        case .ended: .bad
        }
    }

    private func words(_ phase: PhaseProgress) -> (String, Style) {
        switch phase.state {
        case .pending: return (seconds(phase.planned), .faint)
        case .waitingForLoad: return ("waiting for load", .plain)
        case .running:
            let left = phase.remaining(at: now)
            return (left > .zero ? "\(seconds(left)) left" : "soon over", .plain)
        case .ended(.completed, let time): return ("done in \(Words.seconds(time))", .plain)
        case .ended(.skipped, _): return ("skipped", .faint)
        case .ended(.cancelled, _): return ("not run", .faint)
        case .ended(_, let time): return ("cut short at \(Words.seconds(time))", .bad)
        }
    }

    /// What the figures of probes are that have no words beside them.
    private var probeHeads: StyledLine {
        var line = StyledLine()
        line.pad(to: chartStart + chartColumns + 1)
        line.append(left("last", 8) + " " + left("p50", 8) + " " + left("loss", 4), .faint)
        return line
    }

    private func line(_ probe: ProbeProgress) -> StyledLine {
        var line = chart(probe.name, probe.points)
        let current = probe.points.last == .lost ? "lost" : duration(probe.current)
        line.append(left(current, 8), probe.points.last == .lost ? .bad : .plain)
        line.append((isNarrow ? " " : "  p50 ") + left(duration(probe.median), 8))
        let loss = probe.loss.map(share) ?? "-"
        line.append(isNarrow ? " " : "  loss ")
        line.append(left(loss, isNarrow ? 4 : 6), (probe.loss ?? 0) > 0 ? .bad : .plain)
        return line
    }

    private func line(_ load: LoadProgress) -> StyledLine {
        var line = chart(load.name, load.points)
        let rate = load.rate.map { Words.rate($0.bitsPerSecond) } ?? "-"
        line.append(left(rate, isNarrow ? 12 : 13), load.isOver ? .faint : .plain)
        let (alive, all) = load.streams
        if all > 0, !load.isOver {
            line.append(isNarrow ? "  \(alive)/\(all)" : "  \(alive) of \(all) streams")
        }
        return line
    }

    private func chart(_ name: String, _ points: [Sparkline.Point]) -> StyledLine {
        var line = beginning(name, .plain)
        for span in Sparkline(isUnicode: isUnicode).line(points, columns: chartColumns).spans {
            line.append(span.text, span.style)
        }
        line.pad(to: chartStart + chartColumns + 1)
        return line
    }

    // MARK: Figures

    private func left(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }

    private func duration(_ time: Duration?) -> String { time.map { Words.duration($0.nanoseconds) } ?? "-" }

    /// Three digits are enough to look at: `12.5 %`, and without the space where there is none.
    private func share(_ partsPerMillion: Int64) -> String {
        let text = Words.share(partsPerMillion)
        guard isNarrow else { return text }
        return String(partsPerMillion / 10_000) + "%"
    }

    /// Up, since `0 s left` would be over.
    private func seconds(_ time: Duration) -> String { "\((time.nanoseconds + 999_999_999) / 1_000_000_000) s" }

    /// Minutes and seconds: `0:07`.
    private func clock(_ time: Duration) -> String {
        let seconds = max(0, time.nanoseconds) / 1_000_000_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
