import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckReplay
import LinecheckSockets

/// Finds and reads captures for the commands that look at them.
enum CaptureFiles {
    struct Failure: Error {
        var text: String
        var status: ExitStatus
    }

    /// The captures that an operand means: itself, or all below a folder in the order of their names.
    ///
    /// Links to folders are not followed, since they may lead back. A folder that cannot be read is an error: captures that are
    /// left out must not pass for none.
    static func expand(_ operand: String) throws(UsageError) -> [String] {
        guard Files.isDirectory(operand) else { return [operand] }
        let names: [String]
        do throws(SystemError) { names = try Files.names(in: operand) } catch {
            throw UsageError("\(operand) cannot be read: \(error.reason)")
        }
        var paths: [String] = []
        for name in names {
            let path = operand.hasSuffix("/") ? operand + name : "\(operand)/\(name)"
            if Files.isDirectory(path) {
                if !Files.isLink(path) { paths += try expand(path) }
            } else if Files.isRegular(path),
                ["", ".partial", ".gz"].contains(where: { name.hasSuffix("capture.jsonl" + $0) })
            {
                paths.append(path)
            }
        }
        return paths
    }

    /// Whether a file is meant to be a capture: by its name, or by its first bytes. Standard input is not looked into.
    static func isCapture(_ path: String) -> Bool {
        let endings = ["", ".partial", ".gz"].map { ".capture.jsonl\($0)" }
        if endings.contains(where: path.hasSuffix) { return true }
        guard path != "-", Files.isRegular(path) else { return false }
        return Files.begins(path, with: "{\"type\":\"capture\"") || beginsCompressed(path)
    }

    /// A capture under gzip's compression, under whatever name.
    private static func beginsCompressed(_ path: String) -> Bool {
        do throws(Damage) {
            var reader = try CaptureReader(path: path)
            return try reader.next() != nil
        } catch { return false }
    }

    /// For what reads a capture twice. A named pipe or a device is refused where it is opened, as no capture.
    static func refuseStream(_ path: String, for command: String) throws(UsageError) {
        guard path == "-" || InputFile.isOpenAlready(path) else { return }
        throw UsageError("\(command) reads a capture twice, and \(path) is no file", hint: "store it first: cat > FILE")
    }

    /// Plans and captures are easily mistaken for each other, and a plan is no damaged capture.
    private static func otherDocument(_ path: String) -> String? {
        guard path != "-", Files.isSmall(path), let source = try? Files.source(path),
            let root = try? JSONReader.read(source), root.members != nil
        else { return nil }
        switch DocumentKind(root) {
        case .plan where root.member("plan") != nil: return "a plan, not a capture; run it: linecheck run \(path)"
        case .rules: return "a rules document, not a capture; judge by it: linecheck replay --rules \(path) CAPTURE"
        default: return nil
        }
    }

    /// `NAME.capture.jsonl.partial` becomes `NAME.recovered.capture.jsonl`.
    static func sibling(of path: String, _ word: String) -> String {
        var stem = path[...]
        for suffix in [".partial", ".gz", ".jsonl", ".capture"] where stem.hasSuffix(suffix) {
            stem = stem.dropLast(suffix.count)
        }
        return "\(stem).\(word).capture.jsonl"
    }

    /// Reads a capture; `-` is standard input.
    ///
    /// - Parameter seen: hears of each record.
    static func load(
        _ path: String, recover: Bool, seen: ((Record) -> Void)? = nil
    ) -> Result<CaptureReplay, Failure> {
        do {
            let capture =
                path == "-"
                ? try CaptureReplay.load(descriptor: STDIN_FILENO, name: "<stdin>", recover: recover, seen: seen)
                : try CaptureReplay.load(path: path, recover: recover, seen: seen)
            if let damage = capture.damages.first, !recover { throw damage }
            return .success(capture)
        } catch let damage as Damage {
            if damage.kind == .notACapture, let kind = otherDocument(path) {
                return .failure(Failure(text: "linecheck: \(path) is \(kind)", status: .usage))
            }
            let hint =
                recover || damage.kind == .notACapture || damage.kind.status == .usage
                ? "" : "\n--recover judges what is whole of it; linecheck recover writes that to a new file"
            return .failure(Failure(text: "\(damage)\(hint)", status: damage.kind.status))
        } catch let problems as Problems {
            let text = "\(path):1: byte 0: the plan or the rules in its header cannot be used\n\(problems.text)"
            return .failure(Failure(text: text, status: .damaged))
        } catch {
            return .failure(Failure(text: "\(path): \(error)", status: .usage))
        }
    }
}

extension Damage.Kind {
    /// A file that this program cannot take is a matter of usage; one that was harmed is a damaged capture.
    var status: ExitStatus {
        switch self {
        case .newerVersion, .unknownRequirement, .unreadable: .usage
        default: .damaged
        }
    }
}
