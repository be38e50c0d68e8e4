public import LinecheckJSON

/// The JSON Schema (draft 2020-12) of one line of a capture, made from the descriptions that writer and reader use.
///
/// Unknown record types and further keys are allowed, as the format promises; so one of the known types that lacks a key
/// or has one of the wrong kind does not pass.
public enum CaptureSchema {
    public static var json: JSONValue {
        let records = kinds.map { name, properties in record(name, properties()) }
        let names = kinds.map { JSONValue.string($0.name) } + [.string("result"), .string("verdict")]
        let other = JSONValue.object(pairs: [
            "properties": .object(pairs: ["type": .object(pairs: ["not": .object(pairs: ["enum": .array(names)])])])
        ])
        return .object(pairs: [
            "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
            "title": .string("A line of a linecheck capture, version \(FormatVersion.current)"),
            "type": .string("object"), "required": .array([.string("type")]),
            "anyOf": .array(
                records + [record("result", resultProperties), record("verdict", verdictProperties), other]),
        ])
    }

    private static let kinds: [(name: String, properties: @Sendable () -> [SchemaVisitor.Property])] = [
        ("capture", { describe(Header.self) }), ("target", { describe(Target.self) }),
        ("phase", { describe(PhaseChange.self) }), ("event", { describe(EventRecord.self) }),
        ("sample", { describe(Sample.self) }), ("late", { describe(StrayReply.self) }),
        ("duplicate", { describe(StrayReply.self) }), ("foreign", { describe(ForeignReply.self) }),
        ("bytes", { describe(ByteTotal.self) }), ("stream", { describe(StreamEvent.self) }),
        ("tcp", { describe(TCPState.self) }), ("self", { describe(SelfCheck.self) }),
        ("guard", { describe(GuardTrip.self) }), ("gap", { describe(Gap.self) }),
        ("recovered", { describe(LostStretch.self) }),
        ("sync", { describe(Sync.self) + [checksum] }), ("end", { describe(End.self) + [checksum] }),
    ]

    /// The members that a record of a type has; none for a type that has no description.
    static func members(of type: String) -> Set<String> { memberNames[type] ?? [] }

    private static let memberNames = Dictionary(
        uniqueKeysWithValues: kinds.map { ($0.name, Set($0.properties().map(\.name))) })

    private static let checksum = SchemaVisitor.Property(
        name: "crc32c",
        schema: .object(pairs: ["type": .string("string"), "pattern": .string("^[0-9a-f]{8}$")]), isRequired: true)

    private static let resultProperties = [
        SchemaVisitor.Property(name: "t", schema: SchemaVisitor.kind("integer"), isRequired: true),
        SchemaVisitor.Property(name: "probe", schema: SchemaVisitor.kind("string"), isRequired: true),
    ]

    private static let verdictProperties = [
        SchemaVisitor.Property(name: "judge", schema: SchemaVisitor.kind("integer"), isRequired: true), checksum,
    ]

    private static func describe<Part: Fields>(_ part: Part.Type) -> [SchemaVisitor.Property] {
        var visitor = SchemaVisitor()
        var blank = Part.blank
        blank.visit(&visitor)
        return visitor.properties
    }

    private static func record(_ name: String, _ properties: [SchemaVisitor.Property]) -> JSONValue {
        let type = JSONMember("type", .object(pairs: ["const": .string(name)]))
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        return .object(pairs: [
            "properties": .object([type] + properties.map { JSONMember($0.name, $0.schema) }),
            "required": .array([.string("type")] + required),
        ])
    }
}

/// Visits a record's members to learn their names and kinds. Every member is taken to be absent, so one that must be
/// there refuses, and that is how it is known to be required.
struct SchemaVisitor: FieldVisitor {
    struct Property {
        var name: String
        var schema: JSONValue
        var isRequired: Bool
    }

    /// `refuse` does not mutate, so what it learns is kept behind a reference.
    private final class Findings {
        var properties: [Property] = []
    }

    private let findings = Findings()

    var properties: [Property] { findings.properties }

    mutating func integer(_ key: StaticString, _ value: inout Int64?) { note(key, Self.kind("integer"), &value) }
    mutating func text(_ key: StaticString, _ value: inout String?) { note(key, Self.kind("string"), &value) }
    mutating func flag(_ key: StaticString, _ value: inout Bool?) { note(key, Self.kind("boolean"), &value) }

    mutating func texts(_ key: StaticString, _ value: inout [String]?) {
        note(key, .object(pairs: ["type": .string("array"), "items": Self.kind("string")]), &value)
    }

    mutating func json(_ key: StaticString, _ value: inout JSONValue?) { note(key, .bool(true), &value) }

    mutating func group(_ key: StaticString, _ part: inout some Fields) {
        var inner = SchemaVisitor()
        part.visit(&inner)
        let required = inner.properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema = JSONValue.object(pairs: [
            "type": .string("object"),
            "properties": .object(inner.properties.map { JSONMember($0.name, $0.schema) }),
            "required": required.isEmpty ? nil : .array(required),
        ])
        findings.properties.append(Property(name: "\(key)", schema: schema, isRequired: true))
    }

    func refuse(_ key: StaticString, _ why: @autoclosure () -> String) {
        guard why() == "is missing", let index = findings.properties.lastIndex(where: { $0.name == "\(key)" }) else {
            return
        }
        findings.properties[index].isRequired = true
    }

    static func kind(_ name: String) -> JSONValue { .object(pairs: ["type": .string(name)]) }

    private func note<Value>(_ key: StaticString, _ schema: JSONValue, _ value: inout Value?) {
        value = nil
        findings.properties.append(Property(name: "\(key)", schema: schema, isRequired: false))
    }
}
