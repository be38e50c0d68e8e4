/// Completions for fish (complete(1)), made from the table of commands.
enum FishCompletion {
    static var script: String {
        let names = CommandTable.completed.map { command in
            "complete -c linecheck -n __linecheck_begins -a \(command.name) -d \(quoted(command.summary))"
        }
        return """
            # Completions of linecheck for fish: linecheck completion fish | source
            function __linecheck_begins
                test (count (commandline -opc)) -eq 1
            end
            function __linecheck_is
                set -l words (commandline -opc)
                test (count $words) -gt 1; and test $words[2] = $argv[1]
            end
            complete -c linecheck -f
            \(names.joined(separator: "\n"))
            \(CommandTable.completed.flatMap(lines).joined(separator: "\n"))
            """
    }

    private static func lines(_ command: Command) -> [String] {
        let start = "complete -c linecheck -n '__linecheck_is \(command.name)'"
        let operands = arguments(command.completes)
        return (operands.isEmpty ? [] : ["\(start) \(operands)"])
            + command.shownFlags.map { flag in
                let short = flag.short.map { " -s \($0.dropFirst())" } ?? ""
                let value =
                    flag.value == nil
                    ? "" : (flag.completes.takesFiles ? " -r " : " -x ") + arguments(flag.completes)
                return "\(start) -l \(flag.name.dropFirst(2))\(short)\(value) -d \(quoted(flag.doc))"
            } + ["\(start) -l help -s h -d 'tell more about it'"]
    }

    /// `-F` asks for files although the first line forbids them.
    private static func arguments(_ completed: Completed) -> String {
        var parts: [String] = []
        if completed == .folder {
            parts.append("-a '(__fish_complete_directories)'")
        } else if completed.takesFiles {
            parts.append("-F")
        }
        if !completed.words.isEmpty { parts.append("-a \(quoted(completed.words.joined(separator: " ")))") }
        return parts.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
