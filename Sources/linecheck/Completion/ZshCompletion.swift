/// Completions for zsh (`_arguments`, zshcompsys(1)), made from the table of commands.
enum ZshCompletion {
    static var script: String {
        let commands = CommandTable.completed.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        return """
            #compdef linecheck
            # Completions of linecheck for zsh: source <(linecheck completion zsh), or as _linecheck in $fpath.
            \(kinds.map(function).joined(separator: "\n"))
            _linecheck() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
                case $command in
            \(CommandTable.completed.map(arguments).joined(separator: "\n"))
                esac
            }
            if [[ $funcstack[1] == _linecheck ]]; then _linecheck "$@"; else compdef _linecheck linecheck; fi
            """
    }

    /// Kinds of words that files may stand beside, each with a function of its own.
    private static let kinds: [(name: String, completed: Completed)] = [
        ("plan", .plan), ("rules", .rules), ("line", .line), ("capture", .capture),
    ]

    private static func function(_ name: String, _ completed: Completed) -> String {
        let words = completed.words.joined(separator: " ")
        return "_linecheck_\(name)() { _alternative '\(name)s:\(name):(\(words))' 'files:file:_files' }"
    }

    private static func arguments(_ command: Command) -> String {
        var specs = command.shownFlags.map(spec) + ["'--help[tell more about it]'"]
        let operands = command.operands.filter { !"[]".contains($0) }
        if command.operandCount.upperBound > 0 {
            specs.append(quoted("*:\(escaped(operands)):\(action(command.completes))"))
        }
        return "    \(command.name)) _arguments -s : \\\n        " + specs.joined(separator: " \\\n        ") + " ;;"
    }

    private static func spec(_ flag: Flag) -> String {
        let value = flag.value.map { ":\(escaped($0)):\(action(flag.completes))" } ?? ""
        let text = "[\(escaped(flag.doc))]\(value)"
        guard let short = flag.short else {
            return quoted((flag.isRepeatable ? "*" : "") + flag.name + text)
        }
        return "'(\(short) \(flag.name))'{\(short),\(flag.name)}" + quoted(text)
    }

    private static func action(_ completed: Completed) -> String {
        switch completed {
        case .nothing: " "
        case .file: "_files"
        case .folder: "_files -/"
        case .words: "(\(completed.words.joined(separator: " ")))"
        case .plan, .rules, .line, .capture:
            kinds.first { $0.completed == completed }.map { "_linecheck_\($0.name)" } ?? ""
        }
    }

    /// Colons and brackets part a specification.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\:[]".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
