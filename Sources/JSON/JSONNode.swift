/// A JSON value that knows where in its text it stands.
public struct JSONNode: Sendable {
    /// What was written.
    public var content: Content
    /// Byte offsets of the value's text, quotes and brackets included.
    public var range: Range<Int>
    /// Parts of a string's value that something else was written for, in order; empty: it stands in the text as it is.
    public var splices: [Splice] = []

    /// A part of a string's value that took the place of what the author wrote.
    public struct Splice: Sendable {
        /// UTF-8 bytes of the string as written, without its escapes.
        public var written: Range<Int>
        /// UTF-8 bytes of the value.
        public var value: Range<Int>

        public init(written: Range<Int>, value: Range<Int>) {
            self.written = written
            self.value = value
        }
    }

    public enum Content: Sendable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A member of an object, with the place of its key.
    public struct Member: Sendable {
        public var key: String
        /// Byte offsets of the key, quotes included.
        public var keyRange: Range<Int>
        public var value: JSONNode
    }

    public init(content: Content, range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// The value without its places.
    public var plain: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let text): .string(text)
        case .array(let nodes): .array(nodes.map(\.plain))
        case .object(let members): .object(members.map { JSONMember($0.key, $0.value.plain) })
        }
    }

    public var members: [Member]? { if case .object(let members) = content { members } else { nil } }
    public var array: [JSONNode]? { if case .array(let nodes) = content { nodes } else { nil } }
    public var string: String? { if case .string(let text) = content { text } else { nil } }

    /// The member of that name, or nil when this is no object or has none.
    public func member(_ key: String) -> Member? { members?.first { $0.key == key } }

    /// What an author would call this kind of value: "a string", "an object".
    public var kindName: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
