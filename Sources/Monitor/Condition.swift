/// What one check found of a line.
public enum Condition: Equatable, Sendable {
    case good
    /// - Parameter cause: a stable word: two checks with the same one found the same trouble.
    case bad(cause: String)
    /// The check says nothing about the line: this machine slept, or something else kept it from measuring.
    case unknown(reason: String)
}
