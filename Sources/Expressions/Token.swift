/// A word of an expression and where it stands.
struct Token: Equatable {
    enum Kind: Equatable {
        /// Digits with or without a unit, as written.
        case number
        /// A dotted name, as written; a segment may carry a member: `dns[cloudflare]`.
        case name
        /// The text between single quotes.
        case string(String)
        /// An operator, parenthesis or comma.
        case symbol
        case end
    }

    var kind: Kind
    var text: String
    /// UTF-8 byte offsets.
    var range: Range<Int>
}
