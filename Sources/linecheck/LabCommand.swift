import Glibc
import LinecheckJSON
import LinecheckLab
import LinecheckQuantities
import LinecheckText

/// `linecheck lab LINE -- run PLAN`: a plan on a line whose fault is known, before one believes it.
struct LabCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func perform() throws(UsageError) -> ExitStatus {
        do {
            if let task = arguments.value("--bridge") { return try LabBridge(task).perform() }
            if arguments.has("--list") {
                guard arguments.operands.isEmpty else { throw UsageError("linecheck lab --list takes no operands") }
                return try list()
            }
            return try LabRun(arguments.operands).perform()
        } catch let error as UsageError {
            throw error
        } catch let problems as Problems {
            Console.say(problems.text)
            return .usage
        } catch {
            Console.say("linecheck: \(error)")
            return .nothingMeasured
        }
    }

    private func list() throws -> ExitStatus {
        let lines = try LineFinder.all()
        if arguments.has("--json") {
            let values = lines.map { line in
                JSONValue.object(pairs: [
                    "name": .string(line.name), "title": .string(line.title), "queue": .string(line.truth.culprit),
                ])
            }
            Console.data(JSONValue.array(values).prettyText())
            return .success
        }
        Console.result(
            TextLayout.table(lines.map { [$0.name, $0.title] }, left: 2, indent: "").joined(separator: "\n"))
        return .success
    }
}
