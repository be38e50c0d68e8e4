/// Turns a table of keys into a JSON Schema (draft 2020-12), so that an editor and the reader cannot disagree.
public struct SchemaWriter {
    /// Strings may hold `${name}`, and a whole-string one may stand for a value of any scalar type.
    private let substitutes: Bool

    public init(substitutes: Bool) { self.substitutes = substitutes }

    /// The schema of a whole document.
    public func document(_ shape: Shape, title: String) -> JSONValue {
        guard case .object(let members) = object(shape) else { return .null }
        return .object(
            [
                JSONMember("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
                JSONMember("title", .string(title)),
            ] + members)
    }

    private func object(_ shape: Shape) -> JSONValue {
        let keys = shape.keys.filter { !$0.isResolvedOnly }
        let required = shape.isMerged ? [] : keys.filter(\.isRequired).map { JSONValue.string($0.key) }
        return .object(
            [
                JSONMember("type", .string("object")),
                JSONMember("properties", .object(keys.map { JSONMember($0.key, property($0)) })),
                JSONMember("patternProperties", .object([JSONMember("^#", .bool(true))])),
                JSONMember("additionalProperties", .bool(false)),
            ] + (required.isEmpty ? [] : [JSONMember("required", .array(required))]))
    }

    private func property(_ spec: KeySpec) -> JSONValue {
        guard case .object(let members) = schema(spec.type) else { return .bool(true) }
        let example = spec.example.map { [JSONMember("examples", .array([literal($0, spec.type)]))] } ?? []
        let fallback = spec.fallback.map { [JSONMember("default", literal($0, spec.type))] } ?? []
        return .object([JSONMember("description", .string(spec.doc))] + members + fallback + example)
    }

    private func literal(_ text: String, _ type: KeyType) -> JSONValue {
        switch type {
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .boolean: .bool(text == "true")
        default: .string(text)
        }
    }

    private func schema(_ type: KeyType) -> JSONValue {
        switch type {
        case .text, .condition: .object([JSONMember("type", .string("string"))])
        case .target: .object([JSONMember("type", .string("string")), JSONMember("minLength", .integer(1))])
        case .name: pattern(#"[a-z]([a-z0-9_-]*[a-z0-9_])?"#)
        case .duration: pattern(#"([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h|d))+"#)
        case .rate: pattern(#"[0-9]+(\.[0-9]+)?(bps|kbps|Mbps|Gbps)"#)
        case .size: pattern(#"[0-9]+(\.[0-9]+)?(B|[kK]B|MB|GB|TB|KiB|MiB|GiB|TiB)"#)
        case .ratio: pattern(#"[0-9]+(\.[0-9]+)?%"#)
        case .limit: pattern(#"[0-9]+(\.[0-9]+)?[a-zA-Zµ%]+"#)
        case .url: pattern(#"([Hh][Tt][Tt][Pp][Ss]?://.+|@embedded)"#)
        case .threshold: .object([JSONMember("type", .array([.string("string"), .string("integer")]))])
        case .boolean: scalar([JSONMember("type", .string("boolean"))])
        case .integer(let range):
            scalar(
                [JSONMember("type", .string("integer")), JSONMember("minimum", .integer(range.lowerBound))]
                    + (range.upperBound == .max ? [] : [JSONMember("maximum", .integer(range.upperBound))]))
        case .choice(let words): scalar([JSONMember("enum", .array(words.map { .string($0) }))])
        case .scalar: .object([JSONMember("type", .array(["string", "number", "boolean"].map { .string($0) }))])
        case .list(let element): .object([JSONMember("type", .string("array")), JSONMember("items", schema(element))])
        case .map(let element): map(schema(element))
        case .object(let shape): object(shape)
        case .document: .object([JSONMember("type", .string("object"))])
        case .either(let types, _): .object([JSONMember("anyOf", .array(types.map(schema)))])
        }
    }

    private func map(_ element: JSONValue) -> JSONValue {
        .object([
            JSONMember("type", .string("object")),
            JSONMember(
                "patternProperties", .object([JSONMember("^#", .bool(true)), JSONMember("^[^#]", element)])),
        ])
    }

    private func pattern(_ text: String) -> JSONValue {
        .object([
            JSONMember("type", .string("string")),
            JSONMember("pattern", .string(substitutes ? #"^(\#(text)|.*\$\{.*)$"# : "^\(text)$")),
        ])
    }

    private func scalar(_ members: [JSONMember]) -> JSONValue {
        guard substitutes else { return .object(members) }
        let variable = JSONValue.object([
            JSONMember("type", .string("string")), JSONMember("pattern", .string(#"\$\{"#)),
        ])
        return .object([JSONMember("anyOf", .array([.object(members), variable]))])
    }
}
