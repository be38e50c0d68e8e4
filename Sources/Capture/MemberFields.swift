import LinecheckJSON

/// Why a line is not the record that it says it is: one sentence without a full stop.
public struct MalformedRecord: Error, Equatable, Sendable {
    public var reason: String
}

/// Reads the members of a record in whatever order they stand; what nobody asks for is skipped.
struct MemberFields: FieldVisitor {
    typealias Failure = MalformedRecord

    private let members: [JSONMember]
    /// How a person finds the object: `the sample`, `"host" of the capture`.
    private let owner: String

    init(_ members: [JSONMember], of owner: String) {
        self.members = members
        self.owner = owner
    }

    mutating func integer(_ key: StaticString, _ value: inout Int64?) throws(MalformedRecord) {
        value = try find(key, "a whole number", \.integer)
        // They are added up, and other readers take numbers up to here exactly (RFC 8259 §6); a one-way delay between two
        // clocks may be larger.
        guard let found = value, found.magnitude >= 1 << 53, ["rtt", "total"].contains("\(key)") else { return }
        try refuse(key, "is not below 2^53, and no run reaches that")
    }

    mutating func text(_ key: StaticString, _ value: inout String?) throws(MalformedRecord) {
        value = try find(key, "a string", \.string)
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(MalformedRecord) {
        value = try find(key, "true or false", \.bool)
    }

    mutating func texts(_ key: StaticString, _ value: inout [String]?) throws(MalformedRecord) {
        value = try find(key, "a list of strings") { value in
            guard let values = value.array else { return nil }
            let texts = values.compactMap(\.string)
            return texts.count == values.count ? texts : nil
        }
    }

    mutating func json(_ key: StaticString, _ value: inout JSONValue?) throws(MalformedRecord) {
        value = member(key)
    }

    mutating func group(_ key: StaticString, _ part: inout some Fields) throws(MalformedRecord) {
        guard let inner = try find(key, "an object", \.members) else { return try refuse(key, "is missing") }
        var fields = MemberFields(inner, of: "\"\(key)\" of \(owner)")
        try part.visit(&fields)
    }

    func refuse(_ key: StaticString, _ why: @autoclosure () -> String) throws(MalformedRecord) {
        throw MalformedRecord(reason: "\"\(key)\" of \(owner) \(why())")
    }

    private func member(_ key: StaticString) -> JSONValue? {
        let name = "\(key)"
        return members.first { $0.key == name }?.value
    }

    private func find<Value>(
        _ key: StaticString, _ kind: String, _ convert: (JSONValue) -> Value?
    ) throws(MalformedRecord) -> Value? {
        guard let found = member(key) else { return nil }
        guard let value = convert(found) else {
            throw MalformedRecord(reason: "\"\(key)\" of \(owner) is not \(kind)")
        }
        return value
    }
}
