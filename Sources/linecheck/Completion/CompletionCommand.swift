/// `linecheck completion bash`.
struct CompletionCommand {
    static let kinds = ["bash", "zsh", "fish", "man"]

    private let kind: String

    init(_ arguments: Arguments) throws(UsageError) {
        kind = arguments.operands[0]
        guard Self.kinds.contains(kind) else {
            throw UsageError(
                "there is no completion for \(kind)", hint: "there are \(Self.kinds.joined(separator: ", "))")
        }
    }

    func perform() throws(UsageError) -> ExitStatus {
        switch kind {
        case "bash": Console.data(BashCompletion.script)
        case "zsh": Console.data(ZshCompletion.script)
        case "fish": Console.data(FishCompletion.script)
        default: Console.data(ManualPage.text)
        }
        return .success
    }
}
