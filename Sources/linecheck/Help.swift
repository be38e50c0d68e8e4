/// Help made from the table of commands; each page fits a screen of 24 lines and 80 columns.
enum Help {
    static let overview: String = {
        let common = CommandTable.commands.filter { !$0.isRare }
        let rare = CommandTable.commands.filter(\.isRare).map(\.name).joined(separator: ", ")
        let width = common.map(\.name.count).max() ?? 0
        let rows =
            common.map { "  \($0.name.padded(to: width))  \($0.summary)" } + ["  and less often: \(rare)"]
        return """
            linecheck runs network test plans and gives verdicts that anyone can re-derive.

            usage: linecheck COMMAND …

            \(rows.joined(separator: "\n"))

            examples:
              linecheck run health --loopback     try it, without a network
              linecheck run health                is it Wi-Fi, router or provider?
              linecheck replay last               derive the newest verdict again

            linecheck COMMAND --help tells more; linecheck help exit: the exit statuses.
            """
    }()

    static let exitStatuses: String = {
        let rows = ExitStatus.allCases.map { "  \(String($0.rawValue).padded(to: 2))  \($0.meaning)" }
        let order = ExitStatus.precedence.map { String($0.rawValue) }.joined(separator: ", ")
        return (["exit status:"] + rows + ["", "When several apply, the first of these wins: \(order)."])
            .joined(separator: "\n")
    }()

    static func page(_ command: Command) -> String {
        let flags = command.flags.filter { !$0.isHidden }
        let names = flags.map { flag in
            (flag.short.map { "\($0), " } ?? "") + flag.name + (flag.value.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        let rows = zip(names, flags).map { "  \($0.padded(to: width))  \($1.doc)" }
        let usage = ["linecheck", command.name, command.flags.isEmpty ? "" : "[FLAG…]", command.operands]
        var lines = [command.summary, "", "usage: " + usage.filter { !$0.isEmpty }.joined(separator: " "), ""]
        lines += rows + (rows.isEmpty ? [] : [""])
        lines += ["examples:"] + command.examples.map { "  " + $0 }
        if let note = command.note { lines += ["", note] }
        if !command.exits.isEmpty {
            let statuses = command.exits.map { "\($0.rawValue) \($0.word)" }
            lines += ["", "exit: " + statuses.prefix(5).joined(separator: ", ")]
            if statuses.count > 5 { lines.append("      " + statuses.dropFirst(5).joined(separator: ", ")) }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
