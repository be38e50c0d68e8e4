import Glibc
import LinecheckHistory
import LinecheckQuantities
import LinecheckSockets
import LinecheckTerminal
import LinecheckText

/// `linecheck history --prune --keep 500MB`: keeps a folder of captures to a size or an age.
struct HistoryPrune {
    private let limit: KeepLimit
    private let isAgreed: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        for flag in ["--plan", "--since", "--json", "--html"] where arguments.has(flag) {
            throw UsageError("\(flag) and --prune are two different questions")
        }
        guard let text = arguments.value("--keep"), let limit = KeepLimit(text: text) else {
            throw UsageError(
                "--prune needs to know what to keep", hint: "for example --keep 500MB, or --keep 90d for an age")
        }
        self.limit = limit
        isAgreed = arguments.has("--yes")
    }

    func perform(_ entries: [HistoryEntry]) throws(UsageError) -> ExitStatus {
        // A link to a capture has no size: what it leads to may be somebody else's.
        let files = entries.filter { $0.size != nil }.map(Self.asked)
        let now = WallTime(nanosecondsSinceEpoch: KernelClock.realtime)
        let excess = limit.excess(files, now: now)
        defer { tellStaying(files, without: excess, now) }
        guard !excess.isEmpty else {
            Console.say("nothing to remove of \(counted(files.count, "capture"))")
            return .success
        }
        for entry in excess {
            let time = entry.dated?.localMinute ?? ""
            let size = entry.size?.text ?? ""
            Console.say("\(time)  \(VisibleText.escaped(entry.path))  \(size)\(Self.remark(entry))")
        }
        let bytes = ByteCount(bytes: KeepLimit.bytes(excess))
        let question = "remove \(counted(excess.count, "capture")), \(bytes.text)?"
        let goesOn = isAgreed ? true : try agree(question)
        if goesOn { return remove(excess) }
        Console.say("nothing is removed")
        return .success
    }

    /// Whether a run holds the file is asked of those alone that would have none of its verdict.
    private static func asked(_ entry: HistoryEntry) -> HistoryEntry {
        if case .judged = entry.state { return entry }
        var entry = entry
        entry.isHeld = Files.isLocked(entry.path)
        return entry
    }

    /// That it is no whole run, so that whoever is asked can still recover it.
    private static func remark(_ entry: HistoryEntry) -> String {
        switch entry.state {
        case .judged: ""
        case .unjudged(let reason): ", \(reason)"
        case .damaged(let reason): ", damaged: \(reason)"
        }
    }

    private func tellStaying(_ files: [HistoryEntry], without excess: [HistoryEntry], _ now: WallTime) {
        let staying = limit.staying(files, without: excess, now: now)
        guard !staying.isEmpty else { return }
        Console.say("\(ByteCount(bytes: KeepLimit.bytes(staying)).text) beyond the limit stay:")
        for entry in staying {
            let why = KeepLimit.isBeingWritten(entry, now) ? "may still be written" : "no capture"
            Console.say("  \(VisibleText.escaped(entry.path))  \(entry.size?.text ?? ""), \(why)")
        }
    }

    private func agree(_ question: String) throws(UsageError) -> Bool {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else {
            throw UsageError(
                "nobody can be asked here whether to \(question.dropLast())", hint: "--yes removes without asking")
        }
        Console.say("\(question) [y/N]")
        let answer = readLine(strippingNewline: true)?.lowercased()
        return answer == "y" || answer == "yes"
    }

    private func remove(_ entries: [HistoryEntry]) -> ExitStatus {
        var removed = 0
        for entry in entries {
            do throws(SystemError) {
                try checked("unlink", subject: entry.path) { unlink(entry.path) }
                removed += 1
            } catch {
                Console.say("linecheck: \(error)")
            }
        }
        Console.result("removed \(counted(removed, "capture"))")
        return removed == entries.count ? .success : .incomplete
    }
}
