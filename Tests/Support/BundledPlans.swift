import LinecheckBundled
public import LinecheckJSON
public import LinecheckPlan
public import LinecheckRules

/// The plans and rules that are built into the program.
public enum BundledPlans {
    /// Reads a bundled plan with its rules: `health`, `bufferbloat`.
    public static func read(
        _ name: String, settings: [(name: String, value: String)] = []
    ) throws(Problems) -> ReadPlan {
        let bytes = BundledFile.plans.first { $0.name == name }?.bytes ?? []
        return try reader.read(SourceText(name: "\(name).json", bytes: bytes), settings: settings)
    }

    /// Finds what a plan refers to among the bundled files.
    public static var reader: PlanReader {
        PlanReader(findPlan: finder(BundledFile.plans), findRules: finder(BundledFile.rules))
    }

    private static func finder(_ files: [BundledFile]) -> SourceFinder {
        { reference, _ in
            guard let file = files.first(where: { $0.name == reference }) else {
                return .failure(SourceNotFound("there is no \"\(reference)\""))
            }
            return .success(SourceText(name: "<bundled>/\(reference).json", bytes: file.bytes))
        }
    }
}

extension BundledPlans {
    /// The rules by which others judge lines.
    public static var rulers: [RulesDocument] {
        get throws(Problems) {
            var rulers: [RulesDocument] = []
            for file in BundledFile.rulers {
                rulers.append(try RulesReader.read(SourceText(name: file.name, bytes: file.bytes)))
            }
            return rulers
        }
    }
}
