/// Completions for bash (Programmable Completion, bash(1)), made from the table of commands.
enum BashCompletion {
    static var script: String {
        """
        # Completions of linecheck for bash: source <(linecheck completion bash)
        _linecheck() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words='' files=''
            if ((COMP_CWORD == 1)); then
                words='\(CommandTable.completed.map(\.name).joined(separator: " ")) --help --version'
            else
                case "${COMP_WORDS[1]} $previous" in
        \(CommandTable.completed.flatMap(values).joined(separator: "\n"))
                *)
                    case "${COMP_WORDS[1]} $current" in
        \(CommandTable.completed.map(operands).joined(separator: "\n"))
                    esac
                    ;;
                esac
            fi
            COMPREPLY=()
            [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            if [[ -n $files ]]; then
                local found
                compopt -o filenames 2>/dev/null
                mapfile -t found < <(compgen "$files" -- "$current")
                COMPREPLY+=("${found[@]}")
            fi
        }
        complete -F _linecheck linecheck
        """
    }

    /// After a flag that takes a value.
    private static func values(_ command: Command) -> [String] {
        command.shownFlags.filter { $0.value != nil }.map { flag in
            let places = ([flag.name] + (flag.short.map { [$0] } ?? [])).map { "'\(command.name) \($0)'" }
            return "        \(places.joined(separator: " | "))) \(settings(flag.completes)) ;;"
        }
    }

    /// Anywhere else: flags, or what the command is about.
    private static func operands(_ command: Command) -> String {
        """
                    '\(command.name) -'*) words='\((command.flagWords + ["--help"]).joined(separator: " "))' ;;
                    '\(command.name) '*) \(settings(command.completes)) ;;
        """
    }

    private static func settings(_ completed: Completed) -> String {
        var settings: [String] = []
        if !completed.words.isEmpty { settings.append("words='\(completed.words.joined(separator: " "))'") }
        if completed.takesFiles { settings.append("files=\(completed == .folder ? "-d" : "-f")") }
        return settings.isEmpty ? ":" : settings.joined(separator: " ")
    }
}
