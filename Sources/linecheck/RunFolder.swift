import LinecheckHistory
import LinecheckSockets
import LinecheckThreads

/// A folder of captures, and the short names of its runs: `last~2`, `runs~2`.
struct RunFolder {
    let path: String
    /// What stands before the `~`.
    let name: String

    init(_ path: String) {
        self.path = path
        name = path == DataFolder.path ? "last" : path
    }

    /// What an operand means that ends in `~N`: the folder, and how many runs are newer; nil: something else.
    static func named(_ operand: String) -> (folder: RunFolder, newer: Int)? {
        guard let tilde = operand.lastIndex(of: "~"), let newer = Int(operand[operand.index(after: tilde)...]),
            newer >= 0,
            !Files.exists(operand)
        else { return nil }
        let stem = String(operand[..<tilde])
        if stem == "last" { return (RunFolder(DataFolder.path), newer) }
        return Files.isDirectory(stem) ? (RunFolder(stem), newer) : nil
    }

    /// Every capture in it.
    func entries() throws(UsageError) -> [HistoryEntry] {
        let paths = Files.exists(path) ? try CaptureFiles.expand(path) : []
        return OnAllCores.map(paths) { HistoryEntry(path: $0) }
    }

    /// The capture of a run.
    func capture(newer: Int) throws(UsageError) -> String {
        let runs = RunOrder.runs(try entries()).filter { $0.newer != nil }
        guard let run = runs.first(where: { $0.newer == newer }) else {
            throw UsageError(
                runs.isEmpty
                    ? "there is no capture in \(path) yet"
                    : "\(name)~\(newer) is further back than the \(counted(runs.count, "run")) in \(path)",
                hint: runs.isEmpty ? "make one: linecheck run health" : "linecheck history names them")
        }
        return run.path
    }
}
