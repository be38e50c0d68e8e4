import LinecheckBundled
import LinecheckJSON
import LinecheckPlan
import LinecheckSockets

/// Finds plans and rules: a bundled name, or a path relative to the file that names it.
enum PlanFinder {
    static var reader: PlanReader {
        PlanReader(
            findPlan: finder(BundledFile.plans, kind: "plan"),
            findRules: finder(BundledFile.rules, kind: "rules document"))
    }

    /// A plan named on the command line.
    static func plan(_ reference: String) -> Result<SourceText, SourceNotFound> {
        find(reference, in: BundledFile.plans, kind: "plan", from: nil)
    }

    /// Rules named on the command line.
    static func rules(_ reference: String) -> Result<SourceText, SourceNotFound> {
        find(reference, in: BundledFile.rules, kind: "rules document", from: nil)
    }

    private static func finder(_ files: [BundledFile], kind: String) -> SourceFinder {
        { reference, source in find(reference, in: files, kind: kind, from: source) }
    }

    private static func find(
        _ reference: String, in files: [BundledFile], kind: String, from source: SourceText?
    ) -> Result<SourceText, SourceNotFound> {
        if let file = files.first(where: { $0.name == reference }) {
            return .success(SourceText(name: "<bundled>/\(file.name).json", bytes: file.bytes))
        }
        let path = relative(reference, to: source?.name)
        let isPath = reference == "-" || reference.contains("/") || reference.hasSuffix(".json") || Files.exists(path)
        guard isPath else {
            let names = files.map(\.name)
            let near = Files.exists(path + ".json") ? reference + ".json" : nearestName(to: reference, among: names)
            return .failure(
                SourceNotFound(
                    "there is no bundled \(kind) \"\(reference)\", and no such file",
                    fix: near.map { "did you mean \"\($0)\"?" }
                        ?? "bundled are \(names.joined(separator: ", ")); a path has a / or ends in .json"))
        }
        do {
            return .success(try Files.source(path))
        } catch {
            return .failure(SourceNotFound("\(path) cannot be read: \(error.reason)"))
        }
    }

    private static func relative(_ reference: String, to file: String?) -> String {
        guard let file, !file.hasPrefix("<"), !reference.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
            return reference
        }
        return String(file[...slash] + (reference.hasPrefix("./") ? reference.dropFirst(2) : reference[...]))
    }
}
