public import Foundation
import LinecheckJSON
public import LinecheckRules

/// Where the files of this repository are that tests read.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static var scenarios: URL { root.appending(path: "fixtures/scenarios") }

    /// A document of `fixtures/rules`, by its file name without extension.
    public static func rules(_ name: String) throws -> RulesDocument {
        let path = "fixtures/rules/\(name).json"
        return try RulesReader.read(
            SourceText(name: path, bytes: Array(try Data(contentsOf: root.appending(path: path)))))
    }
}
