/// Help made from the table of commands; each page fits a screen.
enum Help {
    static let overview: String = {
        let width = CommandTable.commands.map(\.name.count).max() ?? 0
        let rows = CommandTable.commands.map { command in
            "  \(command.name.padded(to: width))  \(command.summary)"
        }
        return """
            linecheck runs network test plans and gives verdicts that anyone can re-derive.

            usage: linecheck COMMAND …

            \(rows.joined(separator: "\n"))

            examples:
              linecheck run health --loopback     try it, without a network
              linecheck run health                is it the Wi-Fi, the router or the provider?
              linecheck replay last               derive the newest verdict again

            linecheck COMMAND --help tells more; linecheck --version says which this is.
            """
    }()

    static func page(_ command: Command) -> String {
        let names = command.flags.map { flag in
            (flag.short.map { "\($0), " } ?? "") + flag.name + (flag.value.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        let rows = zip(names, command.flags).map { "  \($0.padded(to: width))  \($1.doc)" }
        let usage = ["linecheck", command.name, command.flags.isEmpty ? "" : "[FLAG…]", command.operands]
        let statuses = ExitStatus.allCases.map { "  \(String($0.rawValue).padded(to: 2))  \($0.meaning)" }
        return
            ([
                command.summary, "", "usage: " + usage.filter { !$0.isEmpty }.joined(separator: " "), "",
            ] + rows + (rows.isEmpty ? [] : [""]) + ["examples:"] + command.examples.map { "  " + $0 }
            + (["run", "replay"].contains(command.name) ? ["", "exit status:"] + statuses : []))
            .joined(separator: "\n")
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
