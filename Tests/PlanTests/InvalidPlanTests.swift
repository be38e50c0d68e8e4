import Foundation
import LinecheckBundled
import LinecheckJSON
import LinecheckPlan
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "fixtures/invalid-plans")

private func names() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
}

/// As the command finds them, with the folder of fixtures in place of the working folder.
private func finder(_ bundled: [BundledFile], _ kind: String) -> SourceFinder {
    { reference, _ in
        if let file = bundled.first(where: { $0.name == reference }) {
            return .success(SourceText(name: "<bundled>/\(file.name).json", bytes: file.bytes))
        }
        guard let data = try? Data(contentsOf: folder.appending(path: reference)), reference.hasSuffix(".json") else {
            let near = nearestName(to: reference, among: bundled.map(\.name)).map { "did you mean \"\($0)\"?" }
            return .failure(SourceNotFound("there is no \(kind) \"\(reference)\"", fix: near))
        }
        return .success(SourceText(name: reference, bytes: Array(data)))
    }
}

private func told(_ name: String) throws -> String {
    let reader = PlanReader(
        findPlan: finder(BundledFile.plans, "plan"), findRules: finder(BundledFile.rules, "rules document"))
    let bytes = Array(try Data(contentsOf: folder.appending(path: name + ".json")))
    let source = SourceText(name: name + ".json", bytes: bytes)
    do {
        return Problems(try reader.read(source).warnings).text + "\n"
    } catch {
        return error.text + "\n"
    }
}

@Suite struct InvalidPlanTests {
    @Test func `there is a file for every kind of mistake`() { #expect(names().count >= 78) }

    /// `LINECHECK_RECORD=1 swift test --filter InvalidPlanTests` writes the expected texts; read them before you commit.
    @Test(arguments: names())
    func `each mistake is told with its place, marker and fix`(name: String) throws {
        let text = try told(name)
        let expected = folder.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["LINECHECK_RECORD"] != nil {
            try text.write(to: expected, atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: expected, encoding: .utf8))
    }

    @Test(arguments: names())
    func `each file shows the mistake that it is named after`(name: String) throws {
        let codes = try told(name).split(separator: "\n").compactMap { line in
            line.firstIndex(of: "[").flatMap { start in
                line.firstIndex(of: "]").map { String(line[line.index(after: start)..<$0]) }
            }
        }
        let isNamed = codes.contains { name == $0 || name.hasPrefix($0 + "-") }
        let others = [
            "goto-itself": "backward-goto", "guard-unit": "unknown-unit", "scale-order": "unreachable-step",
            "unknown-metric": "unknown-name", "unknown-statistic": "bad-value",
        ]
        #expect(isNamed || codes.contains(others[name] ?? ""), "\(codes)")
    }
}
