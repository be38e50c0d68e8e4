import LinecheckJSON
import LinecheckLab
import LinecheckLines
import LinecheckSockets

/// Finds a line of the lab: a bundled name, or a path.
enum LineFinder {
    /// - Throws: ``UsageError`` when there is none, ``Problems`` when it cannot be read as a line.
    static func line(_ reference: String) throws -> Line {
        if let bundled = BundledLine.all.first(where: { $0.name == reference }) { return try read(bundled) }
        guard reference.contains("/") || reference.hasSuffix(".json") else {
            let near = nearestName(to: reference, among: BundledLine.all.map(\.name))
            throw UsageError(
                "there is no line \"\(reference)\"",
                hint: near.map { "did you mean \($0)?" } ?? "see linecheck lab --list; a path has a / or ends in .json")
        }
        do {
            return try LineReader.read(try Files.source(reference))
        } catch let error as SystemError {
            throw UsageError("\(reference) cannot be read: \(error.reason)")
        }
    }

    /// All that are bundled, in the order of their names.
    static func all() throws(Problems) -> [Line] {
        var lines: [Line] = []
        for bundled in BundledLine.all { lines.append(try read(bundled)) }
        return lines
    }

    private static func read(_ bundled: BundledLine) throws(Problems) -> Line {
        try LineReader.read(SourceText(name: "<bundled>/\(bundled.name).json", bytes: bundled.bytes))
    }
}
