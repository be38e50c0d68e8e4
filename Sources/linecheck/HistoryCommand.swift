import Glibc
import LinecheckHistory
import LinecheckJSON
import LinecheckQuantities
import LinecheckSockets
import LinecheckTerminal
import LinecheckText
import LinecheckThreads

/// `linecheck history [DIR]`.
struct HistoryCommand {
    private let arguments: Arguments
    private let folder: RunFolder
    private let isUnicode: Bool
    private let colours: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        folder = RunFolder(arguments.operands.first ?? DataFolder.path)
        let manners = TerminalManners { name in getenv(name).map { String(cString: $0) } }
        isUnicode = manners.isUnicode
        colours = manners.colours && isatty(STDOUT_FILENO) != 0
        guard arguments.operands.isEmpty || Files.exists(folder.path) else {
            throw UsageError("\(folder.path) is not there")
        }
        for flag in ["--keep", "--yes"] where arguments.has(flag) && !arguments.has("--prune") {
            throw UsageError("\(flag) belongs to --prune")
        }
    }

    func perform() throws(UsageError) -> ExitStatus {
        let captures = try folder.entries()
        if arguments.has("--prune") { return try HistoryPrune(arguments).perform(captures) }
        let since = try arguments.value("--since").map(Self.moment)
        let shown = RunOrder.runs(captures).filter { entry in
            if let plan = arguments.value("--plan"), let summary = entry.summary, summary.plan != plan { return false }
            guard let since, let started = entry.started else { return true }
            return started.nanosecondsSinceEpoch >= since.nanosecondsSinceEpoch
        }
        let trends = Trend.all(shown)
        if let path = arguments.value("--html") { return try write(trends, shown, to: path) }
        if arguments.has("--json") {
            Console.data(HistoryJSON.value(trends, others: shown).prettyText())
        } else {
            tell(trends, shown)
        }
        return .success
    }

    private func write(_ trends: [Trend], _ entries: [HistoryEntry], to path: String) throws(UsageError) -> ExitStatus {
        let force = arguments.has("--force")
        try Files.mayWrite(path, force: force)
        let text = HistoryPage.text(trends, others: entries)
        guard path != "-" else {
            Console.whole(text)
            return .success
        }
        do throws(SystemError) {
            try Files.write(text, to: path, force: force)
            return .success
        } catch {
            Console.say("linecheck: \(error)")
            return .usage
        }
    }

    private func tell(_ trends: [Trend], _ entries: [HistoryEntry]) {
        guard !entries.isEmpty else {
            let isFiltered = arguments.has("--plan") || arguments.has("--since")
            Console.say(
                isFiltered
                    ? "no run in \(folder.path) is of that plan and time; without --plan and --since all are shown"
                    : "there is no capture in \(folder.path) yet; make one: linecheck run health")
            return
        }
        let tables = trends.map { trend in
            HistoryTable(trend, isUnicode: isUnicode).lines.map { $0.rendered(colours: colours) }
                .joined(separator: "\n")
        }
        if !tables.isEmpty { Console.data(tables.joined(separator: "\n\n")) }
        let changed = trends.contains { $0.runs.contains { $0.gradeChanged || $0.culpritChanged } }
        if changed { Console.result("\n* otherwise than the run before") }
        if trends.contains(where: { $0.runs.contains { !$0.summary.isCulpritCertain } }) {
            Console.result(
                "\n\(HistoryTable.uncertain.dropFirst()) not certain: the report of the run tells what else it could be"
            )
        }
        if let run = trends.last?.runs.last?.entry.newer, Files.isDirectory(folder.path) {
            Console.result("\n~N names a run: linecheck report \(folder.name == "last" ? "last" : "DIR")~\(run)")
        }
        for entry in entries {
            let name = VisibleText.escaped(entry.path, isUnicode: isUnicode)
            switch entry.state {
            case .judged: break
            case .unjudged(let reason): Console.say("\(name): \(reason)")
            case .damaged(let reason): Console.say("\(name): damaged: \(reason)")
            }
        }
    }

    /// `30d`: that long ago; `2026-11-01`: that day's beginning here.
    private static func moment(_ text: String) throws(UsageError) -> WallTime {
        if let date = WallTime(localDate: text) ?? WallTime(text: text) { return date }
        guard let age = try? Duration(text: text) else {
            throw UsageError(
                "--since takes a duration or a date, not \(text)", hint: "for example --since 30d or --since 2026-11-01"
            )
        }
        return WallTime(nanosecondsSinceEpoch: KernelClock.realtime - age.nanoseconds)
    }
}
