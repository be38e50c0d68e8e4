import LinecheckBundled
import LinecheckJSON
import LinecheckPlan

/// Reads plans as the command does.
enum BundledPlan {
    static var reader: PlanReader { PlanReader(findPlan: find(BundledFile.plans), findRules: find(BundledFile.rules)) }

    static func read(_ name: String, settings: [(name: String, value: String)] = []) throws -> ReadPlan {
        try reader.read(find(BundledFile.plans)(name, SourceText(name: "test", bytes: [])).get(), settings: settings)
    }

    static func read(text: String) throws -> ReadPlan { try reader.read(SourceText(name: "test.json", text: text)) }

    private static func find(_ files: [BundledFile]) -> SourceFinder {
        { reference, _ in
            guard let file = files.first(where: { $0.name == reference }) else {
                return .failure(SourceNotFound("there is no \"\(reference)\""))
            }
            return .success(SourceText(name: "<bundled>/\(file.name).json", bytes: file.bytes))
        }
    }
}
