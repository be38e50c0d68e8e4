import LinecheckJSON

/// The texts of which a condition may ask whether two are equal, as the plan and its rules have them.
struct ComparedTexts {
    /// Each once, in the order of the header: values of variables and what stands in quotes.
    private(set) var texts: [String] = []
    /// Those of them that judging looks at, so that no two may become the same.
    private(set) var judged: Set<String> = []
    /// Values of variables that are called like a secret.
    private(set) var hidden: Set<String> = []
    /// Grades and answers: chosen by who wrote the rules, and they stand in sentences as they are.
    private(set) var answers: Set<String> = []
    /// Variables that stand in a condition.
    private var used: Set<String> = []
    /// Variables that are compared with quantities, so that their values have to stay numbers.
    private var measured: Set<String> = []
    /// Values of those.
    private(set) var quantities: Set<String> = []
    private var seen: Set<String> = []

    /// Members of plan, rules and verdict that hold expressions, or numbers as the language writes them.
    static let formulas: Set<String> = [
        "when", "of", "by", "metrics", "evidence", "expect", "below", "above", "at_least", "at_most", "condition",
        "comparison", "metric", "step",
    ]
    /// Members that hold a grade, an answer or a value that a condition saw.
    static let words: Set<String> = [
        "grade", "is", "at_best", "at_worst", "cannot_rule_out", "to", "text", "possible", "observed",
    ]

    func holds(_ text: String) -> Bool { seen.contains(text) }

    mutating func collect(_ document: JSONValue) {
        for member in document.members ?? [] {
            if Self.formulas.contains(member.key) {
                for text in Self.strings(member.value) { collect(formula: text) }
            } else if ["grade", "is"].contains(member.key), let word = member.value.string {
                answers.insert(word)
                judge(word)
            }
            collect(member.value)
        }
        for element in document.array ?? [] { collect(element) }
    }

    /// A text that judging compares.
    mutating func judge(_ text: String) {
        add(text)
        judged.insert(text)
    }

    /// - Parameter isResolved: the plan that judging reads has it; else it stands in an option or the plan's source.
    mutating func add(_ value: JSONValue, of variable: String, isResolved: Bool = false) {
        guard let text = Self.text(of: value) else { return }
        if isResolved, used.contains(variable) { judge(text) } else { add(text) }
        if SecretWords.end(variable) { hidden.insert(text) }
        if measured.contains(variable) { quantities.insert(text) }
    }

    /// The value as a condition sees it; nil for what no variable can be.
    static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): number.description
        default: nil
        }
    }

    private mutating func add(_ text: String) {
        if seen.insert(text).inserted { texts.append(text) }
    }

    private static func strings(_ value: JSONValue) -> [String] {
        if let text = value.string { return [text] }
        return (value.array ?? []).compactMap(\.string) + (value.members ?? []).compactMap(\.value.string)
    }

    private mutating func collect(formula: String) {
        let parts = formula.split(separator: "'", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() where place % 2 == 1 { judge(String(part)) }
        for (place, part) in parts.enumerated() where place % 2 == 0 {
            collectMeasured(String(part), isBeforeQuote: place + 1 < parts.count, isAfterQuote: place > 0)
        }
    }

    /// The variables between two quoted texts, but for those that are compared with a text or with one another.
    private mutating func collectMeasured(_ text: String, isBeforeQuote: Bool, isAfterQuote: Bool) {
        let words = Self.words(of: text)
        func isEquality(_ index: Int) -> Bool { words.indices.contains(index) && ["==", "!="].contains(words[index]) }
        func isText(_ index: Int) -> Bool {
            if !words.indices.contains(index) { return index < 0 ? isAfterQuote : isBeforeQuote }
            return ["vars.", "verdict.", "network."].contains { words[index].hasPrefix($0) }
        }
        for (place, word) in words.enumerated() where word.hasPrefix("vars.") {
            let isTextual =
                isEquality(place - 1) && isText(place - 2) || isEquality(place + 1) && isText(place + 2)
            used.insert(String(word.dropFirst("vars.".count)))
            if !isTextual { measured.insert(String(word.dropFirst("vars.".count))) }
        }
    }

    /// Names and operators, without brackets and spaces.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var kind = 0
        for character in text {
            let next = character == " " || "()".contains(character) ? 0 : "=!<>+*/,?".contains(character) ? 1 : 2
            if next == 0 {
                kind = 0
            } else if next == kind {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
                kind = next
            }
        }
        return words
    }
}
