import Glibc
import LinecheckJSON
import LinecheckPlan
import LinecheckSockets

/// `linecheck new NAME`.
struct NewCommand {
    private let arguments: Arguments
    private let name: String

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        let operand = arguments.operands[0]
        name = operand.hasSuffix(".json") ? String(operand.dropLast(5)) : operand
        let isName = name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
        guard isName, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw UsageError(
                "\"\(name)\" is no name of a plan",
                hint: "lower-case words with hyphens, for example: linecheck new work-vpn")
        }
    }

    func perform() throws(UsageError) -> ExitStatus {
        let text = try text()
        let file = name + ".json"
        try write(text, to: file)
        // Beside the plan, so that an editor completes keys without a network. An older one of the author's stays.
        if !Files.exists("plan.schema.json") { try write(PlanSchema.json.prettyText() + "\n", to: "plan.schema.json") }
        Console.result("wrote \(file); next:")
        Console.result("  linecheck explain \(file)")
        Console.result("  linecheck run \(file)")
        return .success
    }

    private func write(_ text: String, to path: String) throws(UsageError) {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard number >= 0 else {
            let reason =
                errno == EEXIST ? "exists already, and nothing is overwritten" : String(cString: strerror(errno))
            throw UsageError("\(path) \(reason)", hint: "choose another name or move it away")
        }
        let file = Descriptor(owning: number)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            guard count > 0 else { throw UsageError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The template, or another plan under the new name.
    private func text() throws(UsageError) -> String {
        guard let reference = arguments.value("--from") else { return PlanTemplate.text(name: name) }
        switch PlanFinder.plan(reference) {
        case .failure(let reason): throw UsageError(reason.message, hint: reason.fix)
        case .success(let source):
            do throws(Problems) { return try renamed(source) } catch {
                throw UsageError("\(reference) has problems\n\(error.text)")
            }
        }
    }

    /// The plan's text as it stands, with its name replaced; comments and layout stay the author's.
    private func renamed(_ source: SourceText) throws(Problems) -> String {
        let node = try JSONReader.read(source)
        guard let range = node.member("name")?.value.range else { return String(decoding: source.bytes, as: UTF8.self) }
        let bytes = source.bytes[..<range.lowerBound] + Array("\"\(name)\"".utf8) + source.bytes[range.upperBound...]
        return String(decoding: bytes, as: UTF8.self)
    }
}
