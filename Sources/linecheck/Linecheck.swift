import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckSockets
import LinecheckText

/// The program: finds the command, runs it, gives the exit status.
@main
enum Linecheck {
    static func main() {
        Console.claimStandardStreams()
        // A reader that went away is no reason to die in the middle of a capture.
        signal(SIGPIPE, SIG_IGN)
        LargeArrays.giveBackAtOnce()
        let words = Array(CommandLine.arguments.dropFirst())
        let status = TextLayout.$medium.withValue(Console.medium) { Self.status(of: words) }
        exit(Console.delivered(status).rawValue)
    }

    private static func status(of words: [String]) -> ExitStatus {
        switch words.first {
        case nil:
            Console.say(Help.overview)
            return .usage
        case "--help", "-h": return help([])
        case "help": return help(Array(words.dropFirst()))
        case "--version":
            Console.result("\(Header.Software.linecheck.name) \(Header.Software.linecheck.version)")
            return .success
        default: return run(words)
        }
    }

    private static func help(_ words: [String]) -> ExitStatus {
        switch words.first {
        case nil: Console.result(Help.overview)
        case "exit": Console.result(Help.exitStatuses)
        case let word?:
            guard let command = CommandTable.command(word) else { return refuse(unknown(word)) }
            Console.result(Help.page(command))
        }
        return .success
    }

    private static func run(_ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            guard let command = CommandTable.command(words[0]) else { throw unknown(words[0]) }
            let rest = Array(words.dropFirst())
            if rest.contains("--help") || rest.contains("-h") {
                Console.result(Help.page(command))
                return .success
            }
            return try perform(command, try Arguments(rest, of: command))
        } catch {
            return refuse(error)
        }
    }

    private static func refuse(_ error: UsageError) -> ExitStatus {
        Console.say("linecheck: \(error.message)")
        if let hint = error.hint { Console.say(hint) }
        return .usage
    }

    private static func unknown(_ word: String) -> UsageError {
        let near = nearestName(to: word, among: CommandTable.commands.map(\.name))
        return UsageError(
            "\(word) is not a command", hint: near.map { "did you mean linecheck \($0)?" } ?? "see linecheck --help")
    }

    private static func perform(_ command: Command, _ arguments: Arguments) throws(UsageError) -> ExitStatus {
        switch command.name {
        case "run": try RunCommand(arguments).perform()
        case "replay": try ReplayCommand(arguments).perform()
        case "report": try ReportCommand(arguments).perform()
        case "recover": try RecoverCommand(arguments).perform()
        case "redact": try RedactCommand(arguments).perform()
        case "compare": try CompareCommand(arguments).perform()
        case "history": try HistoryCommand(arguments).perform()
        case "check": try CheckCommand(arguments).perform()
        case "explain": try ExplainCommand(arguments).perform()
        case "new": try NewCommand(arguments).perform()
        case "plans": try PlansCommand(arguments).perform()
        case "schema": try SchemaCommand(arguments).perform()
        case "lab": try LabCommand(arguments).perform()
        case "monitor": try MonitorCommand(arguments).perform()
        case "export": try ExportCommand(arguments).perform()
        case "completion": try CompletionCommand(arguments).perform()
        case "serve": try ServeCommand(arguments).perform()
        default: throw unknown(command.name)
        }
    }
}
