import LinecheckJSON

/// Writes the members of a record as canonical JSON, one line, without its line end.
struct LineWriter: FieldVisitor {
    typealias Failure = Never

    private(set) var bytes: [UInt8]
    /// No comma before the first member of an object.
    private var isFirst = false

    /// Begins a line in the given storage: `{"type":"sample"`.
    init(type: String, reusing storage: consuming [UInt8] = []) {
        bytes = storage
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(192)
        bytes += "{\"type\":".utf8
        JSONValue.string(type).appendCanonical(to: &bytes)
    }

    /// Ends the line.
    consuming func closed() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Appends a member whose name is not known beforehand.
    mutating func member(_ member: JSONMember) {
        bytes.append(UInt8(ascii: ","))
        JSONValue.string(member.key).appendCanonical(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.appendCanonical(to: &bytes)
    }

    /// The comma before the checksum: the last byte that it covers.
    mutating func comma() { bytes.append(UInt8(ascii: ",")) }

    mutating func integer(_ key: StaticString, _ value: inout Int64?) {
        guard let value else { return }
        name(key)
        appendDecimal(value)
    }

    mutating func text(_ key: StaticString, _ value: inout String?) {
        guard let value else { return }
        name(key)
        JSONValue.string(value).appendCanonical(to: &bytes)
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool?) {
        guard let value else { return }
        name(key)
        bytes += (value ? "true" : "false").utf8
    }

    mutating func texts(_ key: StaticString, _ value: inout [String]?) {
        guard let value else { return }
        name(key)
        JSONValue.array(value.map { .string($0) }).appendCanonical(to: &bytes)
    }

    mutating func json(_ key: StaticString, _ value: inout JSONValue?) {
        guard let value else { return }
        name(key)
        value.appendCanonical(to: &bytes)
    }

    mutating func group(_ key: StaticString, _ part: inout some Fields) {
        name(key)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        part.visit(&self)
        isFirst = false
        bytes.append(UInt8(ascii: "}"))
    }

    func refuse(_ key: StaticString, _ why: @autoclosure () -> String) {}

    private mutating func name(_ key: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func appendDecimal(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
