/// What a key's value may be: the one description that validates, decodes and documents it.
public indirect enum KeyType: Sendable {
    case text
    /// Lower-case words with hyphens.
    case name
    case boolean
    case integer(ClosedRange<Int64>)
    case duration(ClosedRange<Int64>)
    case size(ClosedRange<Int64>)
    /// Bits a second.
    case rate(ClosedRange<Int64>)
    /// A share from nothing to all, like `2%`.
    case ratio
    /// A duration, size, rate or ratio, depending on the guard's statistic.
    case limit
    case choice([String])
    /// A host, address or special target.
    case target
    case url
    /// A condition or formula in the expression language.
    case condition
    /// A threshold of a scale: a quantity with its unit, a bare number or a grade.
    case threshold
    /// A string, number or boolean.
    case scalar
    case list(KeyType)
    case map(KeyType)
    case object(Shape)
    /// An object of another language, which has a reader of its own.
    case document
    /// The first type whose kind of JSON value fits; the words are for the message.
    case either([KeyType], words: String)
}

/// The keys that an object may have.
public struct Shape: Sendable {
    /// As in "… is not a key of a ping probe".
    public let title: String
    /// Required keys may come from another file that this one is merged with.
    public let isMerged: Bool
    public let keys: [KeySpec]

    public init(title: String, isMerged: Bool = false, keys: [KeySpec]) {
        self.title = title
        self.isMerged = isMerged
        self.keys = keys
    }

    public func spec(_ key: String) -> KeySpec? { keys.first { $0.key == key } }

    /// The keys that an author may write.
    public var names: [String] { keys.filter { !$0.isResolvedOnly }.map(\.key) }
}

/// One key: its type, default, documentation and an example, from which validator, schema and reference are made.
public struct KeySpec: Sendable {
    public let key: String
    public let type: KeyType
    public let isRequired: Bool
    /// In the language of the document, as an author would write it; nil: none.
    public let fallback: String?
    public let doc: String
    public let example: String?
    /// Only in the resolved form that a capture embeds.
    public let isResolvedOnly: Bool

    public init(
        key: String, type: KeyType, isRequired: Bool = false, fallback: String? = nil, doc: String,
        example: String? = nil, isResolvedOnly: Bool = false
    ) {
        self.key = key
        self.type = type
        self.isRequired = isRequired
        self.fallback = fallback
        self.doc = doc
        self.example = example
        self.isResolvedOnly = isResolvedOnly
    }
}

extension KeyType {
    /// What an author should write, as in "wants a duration like "200ms"".
    public var wanted: String {
        switch self {
        case .text, .condition: "a string"
        case .threshold: "a limit like \"30ms\", 5 or \"A\""
        case .name: "a name of lower-case words with hyphens"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .duration: "a duration like \"200ms\""
        case .rate: "a rate like \"10Mbps\""
        case .size: "a size like \"8MB\""
        case .ratio: "a share like \"2%\""
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
    public func fitsKind(of node: JSONNode) -> Bool {
        switch (self, node.content) {
        case (.boolean, .bool), (.list, .array), (.map, .object), (.object, .object),
            (.document, .object):
            true
        case (.integer, .integer), (.integer, .number): true
        case (.scalar, .string), (.scalar, .bool), (.scalar, .integer), (.scalar, .number): true
        case (.text, .string), (.name, .string), (.choice, .string), (.target, .string), (.url, .string),
            (.condition, .string), (.threshold, .string), (.threshold, .integer), (.duration, .string),
            (.size, .string), (.limit, .string), (.rate, .string), (.ratio, .string):
            true
        case (.either(let types, _), _): types.contains { $0.fitsKind(of: node) }
        default: false
        }
    }
}
