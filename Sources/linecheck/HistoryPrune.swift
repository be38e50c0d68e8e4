import Glibc
import LinecheckCapture
import LinecheckHistory
import LinecheckQuantities
import LinecheckSockets
import LinecheckTerminal
import LinecheckText
import LinecheckThreads

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
        let files = entries.filter { $0.size != nil }
        let excess = excess(of: files)
        guard !excess.isEmpty else {
            Console.say("nothing to remove of \(counted(files.count, "capture"))")
            return .success
        }
        for entry in excess {
            let time = entry.started?.localMinute ?? ""
            Console.say("\(time)  \(VisibleText.escaped(entry.path))  \(entry.size?.text ?? "")")
        }
        let bytes = ByteCount(bytes: excess.reduce(0) { $0 + ($1.size?.bytes ?? 0) })
        let question = "remove \(counted(excess.count, "capture")), \(bytes.text)?"
        let goesOn = isAgreed ? true : try agree(question)
        if goesOn { return remove(excess) }
        Console.say("nothing is removed")
        return .success
    }

    /// What has to go, of captures that were read from the first line to the last: a list looks at no more than their ends, and
    /// what cannot be read is nothing that a person has decided about.
    private func excess(of files: [HistoryEntry]) -> [HistoryEntry] {
        let now = WallTime(nanosecondsSinceEpoch: KernelClock.realtime)
        var files = files
        var readable: Set<String> = []
        while true {
            let excess = limit.excess(files, now: now)
            let unread = excess.filter { !readable.contains($0.path) }
            guard !unread.isEmpty else { return excess }
            for (entry, reason) in zip(unread, OnAllCores.map(unread) { Self.trouble($0.path) }) {
                guard let reason else {
                    readable.insert(entry.path)
                    continue
                }
                Console.say("\(reason)\nit stays")
                for index in files.indices where files[index].path == entry.path { files[index].state = .damaged("") }
            }
        }
    }

    /// Why a file cannot be read as a capture; nil: it can.
    private static func trouble(_ path: String) -> Damage? {
        do throws(Damage) {
            var reader = try CaptureReader(path: path)
            while try reader.next() != nil {}
            return reader.damages.first
        } catch {
            return error
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
