/// A JSON value (RFC 8259) without places, for writing and for comparing.
///
/// Objects keep the order of their members, because the canonical form of a record has one.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; always finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The member of that name, or nil when this is no object or has none.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    public var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }

    /// An object from pairs; a pair whose value is nil is left out.
    public static func object(pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(pairs.compactMap { key, value in value.map { JSONMember(key, $0) } })
    }

    /// The string, or JSON null for nil.
    public static func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

/// One key and its value, in the order in which they were written.
public struct JSONMember: Equatable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}
