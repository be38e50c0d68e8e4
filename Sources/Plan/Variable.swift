public import LinecheckJSON

/// A variable of a plan and the value it has.
public struct Variable: Equatable, Sendable {
    public var name: String
    /// A string, number or boolean.
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
