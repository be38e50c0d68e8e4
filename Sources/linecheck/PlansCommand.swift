import LinecheckBundled
import LinecheckJSON
import LinecheckText

/// `linecheck plans`.
struct PlansCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        if let name = arguments.value("--show") { return try show(name) }
        let plans = BundledFile.plans.map { ($0.name, title(of: $0)) }
        let rules = BundledFile.rules.map { ($0.name, title(of: $0)) }
        if arguments.has("--json") {
            Console.data(
                JSONValue.object([JSONMember("plans", list(plans)), JSONMember("rules", list(rules))]).prettyText())
            return .success
        }
        let width = (plans + rules).map(\.0.count).max() ?? 0
        func section(_ title: String, _ files: [(name: String, title: String)]) -> [String] {
            [title] + TextLayout.table(files.map { [$0.name.padded(to: width), $0.title] }, left: 2)
        }
        Console.result(TextLayout.page([section("plans", plans), section("rules", rules)]))
        return .success
    }

    private func show(_ name: String) throws(UsageError) -> ExitStatus {
        let files = BundledFile.plans + BundledFile.rules
        guard let file = files.first(where: { $0.name == name }) else {
            throw UsageError("\(name) is not bundled", hint: "bundled are \(files.map(\.name).joined(separator: ", "))")
        }
        var text = String(decoding: file.bytes, as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        Console.data(text)
        return .success
    }

    private func title(of file: BundledFile) -> String {
        let source = SourceText(name: file.name, bytes: file.bytes)
        return (try? JSONReader.read(source).plain["title"]?.string) ?? ""
    }

    private func list(_ files: [(String, String)]) -> JSONValue {
        .array(files.map { .object([JSONMember("name", .string($0)), JSONMember("title", .string($1))]) })
    }
}
