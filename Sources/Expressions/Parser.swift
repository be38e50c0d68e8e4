/// Builds the tree, by precedence from loose to tight: `or`, `and`, `not`, comparison, `??`, `+ -`, `* /`, unary `-`.
struct Parser {
    /// Deeper nesting is refused, so that a hostile text cannot exhaust the stack.
    static let maximumDepth = 64
    /// A chain of operators makes a tree as deep as it is long.
    static let maximumTokens = 1_000

    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    private init(tokens: [Token]) { self.tokens = tokens }

    static func parse(_ text: String) throws(ExpressionProblem) -> Syntax {
        var parser = Parser(tokens: try Lexer.tokens(of: text))
        guard parser.current.kind != .end else {
            throw .syntax("there is no expression here", "write one, for example internet.idle.loss < 2%", at: 0..<0)
        }
        guard parser.tokens.count <= maximumTokens else {
            throw .syntax(
                "longer than \(maximumTokens) words", "name a part of it under metrics", at: 0..<text.utf8.count)
        }
        let syntax = try parser.disjunction()
        guard parser.current.kind == .end else { throw parser.unexpected() }
        return syntax
    }

    private mutating func disjunction() throws(ExpressionProblem) -> Syntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw .syntax("nested deeper than \(Self.maximumDepth) levels", at: current.range)
        }
        var left = try conjunction()
        while takeWord("or") { left = binary("or", left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(ExpressionProblem) -> Syntax {
        var left = try inversion()
        while takeWord("and") { left = binary("and", left, try inversion()) }
        return left
    }

    private mutating func inversion() throws(ExpressionProblem) -> Syntax {
        let start = current.range.lowerBound
        var count = 0
        while takeWord("not") { count += 1 }
        var syntax = try comparison()
        for _ in 0..<count { syntax = Syntax(form: .not(syntax), range: start..<syntax.range.upperBound) }
        return syntax
    }

    private mutating func comparison() throws(ExpressionProblem) -> Syntax {
        let left = try alternative()
        guard let relation = takeSymbol(Relation.allCases.map(\.rawValue)) else { return left }
        let comparison = binary(relation, left, try alternative())
        if Relation(rawValue: current.text) != nil, current.kind == .symbol {
            throw .syntax("comparisons do not chain", "join two of them with and", at: current.range)
        }
        return comparison
    }

    /// `a ?? b ?? c` takes the first that was measured, so it groups to the right.
    private mutating func alternative() throws(ExpressionProblem) -> Syntax {
        var parts = [try sum()]
        while takeSymbol(["??"]) != nil { parts.append(try sum()) }
        var right = parts.removeLast()
        while let left = parts.popLast() { right = binary("??", left, right) }
        return right
    }

    private mutating func sum() throws(ExpressionProblem) -> Syntax {
        var left = try product()
        while let symbol = takeSymbol(["+", "-"]) { left = binary(symbol, left, try product()) }
        return left
    }

    private mutating func product() throws(ExpressionProblem) -> Syntax {
        var left = try signed()
        while let symbol = takeSymbol(["*", "/"]) { left = binary(symbol, left, try signed()) }
        return left
    }

    private mutating func signed() throws(ExpressionProblem) -> Syntax {
        let start = current.range.lowerBound
        var negative = false
        while takeSymbol(["-"]) != nil { negative.toggle() }
        let operand = try primary()
        return negative ? Syntax(form: .negation(operand), range: start..<operand.range.upperBound) : operand
    }

    private mutating func primary() throws(ExpressionProblem) -> Syntax {
        let token = current
        switch token.kind {
        case .number:
            position += 1
            return Syntax(form: .number(token.text), range: token.range)
        case .string(let text):
            position += 1
            return Syntax(form: .string(text), range: token.range)
        case .name where !["and", "or", "not"].contains(token.text):
            position += 1
            if takeSymbol(["("]) != nil { return try call(token) }
            return Syntax(form: .name(token.text), range: token.range)
        case .symbol where token.text == "(":
            position += 1
            var inner = try disjunction()
            try close(token)
            inner.range = token.range.lowerBound..<tokens[position - 1].range.upperBound
            return inner
        default: throw unexpected()
        }
    }

    private mutating func call(_ name: Token) throws(ExpressionProblem) -> Syntax {
        let open = tokens[position - 1]
        var arguments: [Syntax] = []
        if current.text != ")" || current.kind != .symbol {
            repeat { arguments.append(try disjunction()) } while takeSymbol([","]) != nil
        }
        try close(open)
        let range = name.range.lowerBound..<tokens[position - 1].range.upperBound
        return Syntax(form: .call(name.text, nameRange: name.range, arguments), range: range)
    }

    private mutating func close(_ open: Token) throws(ExpressionProblem) {
        if takeSymbol([")"]) != nil { return }
        guard current.kind == .end else { throw unexpected() }
        throw .syntax("this parenthesis is not closed", "close it with )", at: open.range)
    }

    private func unexpected() -> ExpressionProblem {
        let token = current
        guard token.kind != .end else {
            let last = position > 0 ? tokens[position - 1].range : token.range
            return .syntax("the expression ends after \"\(position > 0 ? tokens[position - 1].text : "")\"", at: last)
        }
        if position > 0, tokens[position - 1].kind == .number, token.kind == .name,
            ValueType.allUnitNames.contains(token.text)
        {
            let joined = tokens[position - 1].text + token.text
            return .syntax("a number and its unit are one word", "write \(joined)", at: token.range)
        }
        return .syntax("\"\(token.text)\" does not belong here", at: token.range)
    }

    // MARK: Tokens

    private var current: Token { tokens[position] }

    private mutating func takeWord(_ word: String) -> Bool {
        guard current.kind == .name, current.text == word else { return false }
        position += 1
        return true
    }

    private mutating func takeSymbol(_ symbols: [String]) -> String? {
        guard current.kind == .symbol, symbols.contains(current.text) else { return nil }
        position += 1
        return tokens[position - 1].text
    }

    private func binary(_ symbol: String, _ left: Syntax, _ right: Syntax) -> Syntax {
        Syntax(form: .binary(symbol, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
}
