import LinecheckBundled
import LinecheckLines

/// What a word of the command line names, so that a shell can complete it.
///
/// The table of commands says it already: `PLAN` is a plan wherever it stands in a usage line, and words in small letters are
/// themselves.
enum Completed: Equatable {
    case nothing, file, folder, plan, rules, line
    /// A capture: a file, or `last`.
    case capture
    case words([String])

    /// - Parameter usage: the operands of a command or the value of a flag, as help shows them.
    init(_ usage: String) {
        let words = usage.split { !$0.isLetter && $0 != "-" && $0 != "_" }.map(String.init)
        let first = words.first ?? ""
        switch first {
        case "FILE", "CERT": self = .file
        case "DIR": self = .folder
        case "PLAN": self = .plan
        case "RULES": self = .rules
        case "LINE": self = .line
        case "CAPTURE", "BEFORE": self = .capture
        case "COMMAND": self = .words(CommandTable.commands.map(\.name) + ["exit"])
        default: self = !first.isEmpty && first == first.lowercased() ? .words(words) : .nothing
        }
    }

    /// The words that are known beforehand.
    var words: [String] {
        switch self {
        case .nothing, .file, .folder: []
        case .plan: BundledFile.plans.map(\.name)
        case .rules: BundledFile.rules.map(\.name)
        case .line: BundledLine.all.map(\.name)
        case .capture: ["last"]
        case .words(let words): words
        }
    }

    /// Whether a file's name fits as well.
    var takesFiles: Bool {
        switch self {
        case .file, .folder, .plan, .rules, .line, .capture: true
        case .nothing, .words: false
        }
    }
}

extension Command {
    var completes: Completed { Completed(operands) }
    /// What people are told of.
    var shownFlags: [Flag] { flags.filter { !$0.isHidden } }
    /// All words that are flags, short forms included.
    var flagWords: [String] { shownFlags.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) } }
}

extension Flag {
    var completes: Completed { choices.isEmpty ? Completed(value ?? "") : .words(choices) }
}
