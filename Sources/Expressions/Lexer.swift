/// Cuts an expression into tokens.
///
/// A hyphen between two name characters belongs to the name (`keep-awake`), so subtraction needs a space before its `-`.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    static func tokens(of text: String) throws(ExpressionProblem) -> [Token] {
        var lexer = Lexer(text)
        var tokens: [Token] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(ExpressionProblem) -> Token {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        let start = position
        guard let byte = peek() else { return Token(kind: .end, text: "", range: start..<start) }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            takeNumber()
            return token(.number, from: start)
        case UInt8(ascii: "'"): return try string()
        case _ where isNameStart(byte):
            try takeName()
            return token(.name, from: start)
        default: return try symbol()
        }
    }

    private mutating func takeNumber() {
        while let byte = peek() {
            if isDigit(byte) || isLetter(byte) || byte >= 0x80 || byte == UInt8(ascii: "%") {
                position += 1
            } else if byte == UInt8(ascii: "."), let after = peek(1), isDigit(after) {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func takeName() throws(ExpressionProblem) {
        while let byte = peek() {
            if isNameStart(byte) || isDigit(byte) {
                position += 1
            } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."), let after = peek(1),
                isNameStart(after) || isDigit(after)
            {
                position += 1
            } else if byte == UInt8(ascii: "[") {
                try takeMember()
            } else {
                return
            }
        }
    }

    private mutating func takeMember() throws(ExpressionProblem) {
        let open = position
        while let byte = peek(), byte != UInt8(ascii: "]") { position += 1 }
        guard peek() != nil else { throw .syntax("this bracket is not closed", "close it with ]", at: open..<open + 1) }
        position += 1
    }

    private mutating func string() throws(ExpressionProblem) -> Token {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "'") { position += 1 }
        guard peek() != nil else { throw .syntax("this text is not closed", "close it with '", at: start..<position) }
        position += 1
        let text = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
        return token(.string(text), from: start)
    }

    private mutating func symbol() throws(ExpressionProblem) -> Token {
        let start = position
        for symbol in ["<=", ">=", "==", "!=", "??", "<", ">", "+", "-", "*", "/", "(", ")", ","]
        where bytes[position...].starts(with: symbol.utf8) {
            position += symbol.utf8.count
            return token(.symbol, from: start)
        }
        throw unknownSymbol()
    }

    private func unknownSymbol() -> ExpressionProblem {
        let fixes: [(String, String)] = [
            ("=", "write == to compare"), ("&&", "write and"), ("||", "write or"), ("!", "write not"),
            ("\"", "a text is in single quotes: 'B'"),
        ]
        for (symbol, fix) in fixes where bytes[position...].starts(with: symbol.utf8) {
            return .syntax("\(symbol) means nothing here", fix, at: position..<position + symbol.utf8.count)
        }
        let rest = String(decoding: bytes[position...], as: UTF8.self)
        let character = rest.unicodeScalars.first.map { String(Character($0)) } ?? ""
        return .syntax("\(character) means nothing here", at: position..<position + max(1, character.utf8.count))
    }

    private func token(_ kind: Token.Kind, from start: Int) -> Token {
        Token(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position)
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
private func isNameStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "_") }
