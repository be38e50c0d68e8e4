/// An expression as written, before anybody asked what its names mean.
struct Syntax {
    indirect enum Form {
        case number(String)
        case string(String)
        /// A dotted name.
        case name(String)
        case negation(Syntax)
        case not(Syntax)
        /// `+ - * / ?? and or` and the comparisons.
        case binary(String, Syntax, Syntax)
        case call(String, nameRange: Range<Int>, [Syntax])
    }

    var form: Form
    /// UTF-8 byte offsets in the expression.
    var range: Range<Int>
}
