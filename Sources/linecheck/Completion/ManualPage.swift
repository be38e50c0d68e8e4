import LinecheckCapture

/// The manual page in the man macros (groff_man(7)), made from the table of commands.
enum ManualPage {
    static var text: String {
        let version = Header.Software.linecheck.version
        return
            ([".TH LINECHECK 1 \"\" \"linecheck \(version)\" \"User Commands\""] + name + commands + statuses + files)
            .joined(separator: "\n")
    }

    private static var name: [String] {
        [
            ".SH NAME", "linecheck \\- network test plans and verdicts that anyone can re\\-derive", ".SH SYNOPSIS",
            ".B linecheck", ".I COMMAND", "[\\fIFLAG\\fR]... [\\fIOPERAND\\fR]...", ".SH DESCRIPTION",
            escaped(
                "A plan says what to measure; a run keeps every raw observation in a capture; rules make a verdict of it."
            ),
            escaped("Standard output carries the result and nothing else; progress goes to standard error."),
        ]
    }

    private static var commands: [String] { [".SH COMMANDS"] + CommandTable.commands.flatMap(section) }

    private static func section(_ command: Command) -> [String] {
        let usage = command.shownFlags.isEmpty ? "" : " [FLAG…]"
        var lines = [
            ".SS linecheck \(escaped(command.name + usage + (command.operands.isEmpty ? "" : " " + command.operands)))",
            escaped(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."),
        ]
        for flag in command.shownFlags {
            let names = ([flag.short].compactMap(\.self) + [flag.name]).map { "\\fB\(escaped($0))\\fR" }
            lines += [".TP", names.joined(separator: ", ") + (flag.value.map { " \\fI\(escaped($0))\\fR" } ?? "")]
            lines.append(escaped(flag.doc))
        }
        if let note = command.note { lines += [".PP", escaped(note.replacing("\n", with: " "))] }
        lines += [".PP", "Examples:", ".PP", ".nf", ".RS"] + command.examples.map(escaped) + [".RE", ".fi"]
        return lines
    }

    private static var statuses: [String] {
        [".SH \"EXIT STATUS\""]
            + ExitStatus.allCases.flatMap { [".TP", "\\fB\($0.rawValue)\\fR", escaped($0.meaning)] }
    }

    private static var files: [String] {
        [".SH FILES", escaped(DataFolder.explanation.replacing("\n", with: " ")), ".SH ENVIRONMENT"]
            + [
                ("NO_COLOR", "no colours, whatever it says"),
                ("TERM", "where it is dumb or not set, progress is plain lines"),
                ("XDG_DATA_HOME, HOME", "where captures are kept"),
                ("http_proxy, https_proxy, no_proxy", "the way of loads, unless the plan says otherwise"),
            ].flatMap { [".TP", "\\fB\(escaped($0))\\fR", escaped($1)] }
    }

    /// A hyphen that can be copied, no accidental request at the beginning of a line, ASCII alone.
    private static func escaped(_ text: String) -> String {
        let body = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "~": result += "\\(ti"
            case "'": result += "\\(aq"
            case "^": result += "\\(ha"
            case "`": result += "\\(ga"
            default:
                if scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
                }
            }
        }
        return body.hasPrefix(".") ? "\\&" + body : body
    }
}
