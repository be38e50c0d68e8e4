import LinecheckCapture
import LinecheckJSON
import LinecheckReplay

/// Finds and reads captures for the commands that look at them.
enum CaptureFiles {
    struct Failure: Error {
        var text: String
        var status: ExitStatus
    }

    /// The captures that an operand means: itself, or all below a folder in the order of their names.
    static func expand(_ operand: String) -> [String] {
        guard Files.isDirectory(operand) else { return [operand] }
        return Files.names(in: operand).flatMap { name -> [String] in
            let path = operand.hasSuffix("/") ? operand + name : "\(operand)/\(name)"
            if Files.isDirectory(path) { return expand(path) }
            return name.hasSuffix("capture.jsonl") || name.hasSuffix("capture.jsonl.partial") ? [path] : []
        }
    }

    static func load(_ path: String, recover: Bool) -> Result<CaptureReplay, Failure> {
        do {
            return .success(try CaptureReplay.load(path: path, recover: recover))
        } catch let damage as Damage {
            let hint = recover ? "" : "\nlinecheck replay --recover \(path) judges what is whole"
            return .failure(Failure(text: "\(damage)\(hint)", status: damage.kind.status))
        } catch let problems as Problems {
            return .failure(Failure(text: problems.text, status: .damaged))
        } catch {
            return .failure(Failure(text: "\(path): \(error)", status: .usage))
        }
    }
}
