/// Why a text is no expression, with the place inside it.
public struct ExpressionProblem: Error, Equatable, Sendable {
    /// Stable: `expression-syntax`, `unknown-name`, `unknown-unit`, `missing-unit`, `unit-mismatch`, `missing-statistic`.
    public var code: String
    /// In the author's words.
    public var message: String
    /// The next thing to try, or nil when the message says it.
    public var fix: String?
    /// UTF-8 byte offsets in the expression.
    public var range: Range<Int>

    public init(code: String, message: String, fix: String? = nil, range: Range<Int>) {
        self.code = code
        self.message = message
        self.fix = fix
        self.range = range
    }

    static func syntax(_ message: String, _ fix: String? = nil, at range: Range<Int>) -> Self {
        Self(code: "expression-syntax", message: message, fix: fix, range: range)
    }
}
