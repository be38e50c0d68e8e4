import LinecheckJSON
import LinecheckQuantities

/// What a key's value may be: the one description that validates, decodes and documents it.
indirect enum ValueType: Sendable {
    case text
    /// Lower-case words with hyphens.
    case name
    case boolean
    case integer(ClosedRange<Int64>)
    case duration(ClosedRange<Int64>)
    case size(ClosedRange<Int64>)
    /// A duration, size, rate or ratio, depending on the guard's statistic.
    case limit
    case choice([String])
    /// A host, address or special target.
    case target
    case url
    case condition
    /// A string, number or boolean.
    case scalar
    case list(ValueType)
    case map(ValueType)
    case object(Shape)
    /// An object of another language, which has a reader of its own.
    case document
    /// The first type whose kind of JSON value fits; the words are for the message.
    case either([ValueType], words: String)
}

/// The keys that an object may have.
struct Shape: Sendable {
    /// As in "… is not a key of a ping probe".
    let title: String
    let keys: [KeySpec]

    func spec(_ key: String) -> KeySpec? { keys.first { $0.key == key } }
}

/// One key: its type, default, documentation and an example, from which validator, schema and reference are made.
struct KeySpec: Sendable {
    let key: String
    let type: ValueType
    var isRequired = false
    /// In the language of the plan, as an author would write it.
    var fallback: String?
    let doc: String
    var example: String?
    /// Only in the resolved form that a capture embeds.
    var isResolvedOnly = false
}

extension ValueType {
    /// What an author should write, as in "wants a duration like "200ms"".
    var wanted: String {
        switch self {
        case .text, .condition: "a string"
        case .name: "a name of lower-case words with hyphens"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .duration: "a duration like \"200ms\""
        case .size: "a size like \"8MB\""
        case .limit: "a limit with its unit, like \"50%\", \"100ms\" or \"4GB\""
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .target: "a host name or address"
        case .url: "a URL that starts with http:// or https://"
        case .scalar: "a string, number or boolean"
        case .list: "a list"
        case .map, .object, .document: "an object"
        case .either(_, let words): words
        }
    }

    /// Whether the kind of JSON value can be this type at all.
    func fitsKind(of node: JSONNode) -> Bool {
        switch (self, node.content) {
        case (.boolean, .bool), (.list, .array), (.map, .object), (.object, .object),
            (.document, .object):
            true
        case (.integer, .integer), (.integer, .number): true
        case (.scalar, .string), (.scalar, .bool), (.scalar, .integer), (.scalar, .number): true
        case (.text, .string), (.name, .string), (.choice, .string), (.target, .string), (.url, .string),
            (.condition, .string), (.duration, .string), (.size, .string), (.limit, .string):
            true
        case (.either(let types, _), _): types.contains { $0.fitsKind(of: node) }
        default: false
        }
    }
}
