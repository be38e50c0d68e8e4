public import LinecheckJSON

/// The JSON Schema (draft 2020-12) of the plan language, made from the table that the reader uses.
public enum PlanSchema {
    public static var json: JSONValue {
        guard case .object(let members) = object(PlanTable.root) else { return .null }
        return .object(
            [
                JSONMember("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
                JSONMember("title", .string("A linecheck plan, version \(PlanTable.version)")),
            ] + members)
    }

    private static func object(_ shape: Shape) -> JSONValue {
        let keys = shape.keys.filter { !$0.isResolvedOnly }
        // An including plan overrides single keys, so those of probes and loads are asked for only after merging.
        let isMerged = shape.title == PlanTable.probe.title || shape.title == PlanTable.load.title
        let required = isMerged ? [] : keys.filter(\.isRequired).map { JSONValue.string($0.key) }
        return .object(
            [
                JSONMember("type", .string("object")),
                JSONMember("properties", .object(keys.map { JSONMember($0.key, property($0)) })),
                JSONMember("patternProperties", .object([JSONMember("^#", .bool(true))])),
                JSONMember("additionalProperties", .bool(false)),
            ] + (required.isEmpty ? [] : [JSONMember("required", .array(required))]))
    }

    private static func property(_ spec: KeySpec) -> JSONValue {
        guard case .object(let members) = schema(spec.type) else { return .bool(true) }
        let example = spec.example.map { [JSONMember("examples", .array([literal($0, spec.type)]))] } ?? []
        let fallback = spec.fallback.map { [JSONMember("default", literal($0, spec.type))] } ?? []
        return .object([JSONMember("description", .string(spec.doc))] + members + fallback + example)
    }

    private static func literal(_ text: String, _ type: ValueType) -> JSONValue {
        switch type {
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .boolean: .bool(text == "true")
        default: .string(text)
        }
    }

    /// A whole-string `"${name}"` may stand for a value of any scalar type.
    private static let variable = JSONValue.object([
        JSONMember("type", .string("string")), JSONMember("pattern", .string(#"\$\{"#)),
    ])

    private static func schema(_ type: ValueType) -> JSONValue {
        switch type {
        case .text, .condition: .object([JSONMember("type", .string("string"))])
        case .target: .object([JSONMember("type", .string("string")), JSONMember("minLength", .integer(1))])
        case .name: pattern(#"^([a-z]([a-z0-9_-]*[a-z0-9_])?|.*\$\{.*)$"#)
        case .duration: pattern(#"^(([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h|d))+|.*\$\{.*)$"#)
        case .size: pattern(#"^([0-9]+(\.[0-9]+)?(B|[kK]B|MB|GB|TB|KiB|MiB|GiB|TiB)|.*\$\{.*)$"#)
        case .limit: pattern(#"^([0-9]+(\.[0-9]+)?[a-zA-Zµ%].*|.*\$\{.*)$"#)
        case .url: pattern(#"^(https?://.+|@embedded|.*\$\{.*)$"#)
        case .boolean: either([.object([JSONMember("type", .string("boolean"))]), variable])
        case .integer(let range):
            either([
                .object([
                    JSONMember("type", .string("integer")), JSONMember("minimum", .integer(range.lowerBound)),
                    JSONMember("maximum", .integer(range.upperBound)),
                ]), variable,
            ])
        case .choice(let words):
            either([.object([JSONMember("enum", .array(words.map { .string($0) }))]), variable])
        case .scalar:
            .object([JSONMember("type", .array(["string", "number", "boolean"].map { .string($0) }))])
        case .list(let element): .object([JSONMember("type", .string("array")), JSONMember("items", schema(element))])
        case .map(let element):
            .object([
                JSONMember("type", .string("object")),
                JSONMember(
                    "patternProperties", .object([JSONMember("^#", .bool(true)), JSONMember("^[^#]", schema(element))])),
            ])
        case .object(let shape): object(shape)
        case .document: .object([JSONMember("type", .string("object"))])
        case .either(let types, _): either(types.map(schema))
        }
    }

    private static func pattern(_ text: String) -> JSONValue {
        .object([JSONMember("type", .string("string")), JSONMember("pattern", .string(text))])
    }

    private static func either(_ options: [JSONValue]) -> JSONValue { .object([JSONMember("anyOf", .array(options))]) }
}
