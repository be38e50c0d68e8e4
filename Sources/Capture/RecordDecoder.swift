import LinecheckJSON
import LinecheckQuantities

/// Turns one line of a capture into a record. Known records are read strictly; unknown types and keys are allowed.
public enum RecordDecoder {
    /// - Parameters:
    ///   - line: without its line end.
    ///   - version: of the capture's format; older lines are upgraded.
    /// - Throws: why it is not a record.
    public static func decode(
        _ line: some Sequence<UInt8>, version: Int = FormatVersion.current
    ) throws(MalformedRecord) -> Record {
        let bytes = Array(line)
        return try bytes.withUnsafeBufferPointer { (buffer) throws(MalformedRecord) in
            try decode(buffer, version: version)
        }
    }

    static func decode(_ line: UnsafeBufferPointer<UInt8>, version: Int) throws(MalformedRecord) -> Record {
        if version == FormatVersion.current, let record = inOrder(line) { return record }
        let value = FormatVersion.upgraded(try parse(line), from: version)
        return try record(value)
    }

    /// The line as JSON: an object whose first key is the type.
    static func parse(_ line: UnsafeBufferPointer<UInt8>) throws(MalformedRecord) -> JSONValue {
        if line.last == 0x0D {
            throw MalformedRecord(
                reason: "it ends in CR LF: something has converted the line ends of this file; fetch it again in binary"
            )
        }
        guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else {
            throw MalformedRecord(reason: "it does not go from { to }")
        }
        do throws(Problems) {
            return try JSONReader.read(SourceText(name: "line", bytes: Array(line)), most: LineLimit.values).plain
        } catch {
            let first = error.list.first
            throw MalformedRecord(reason: "column \(first?.column ?? 1): \(first?.message ?? "no JSON")")
        }
    }

    /// The type of a parsed line.
    static func type(of value: JSONValue) throws(MalformedRecord) -> String {
        guard let first = value.members?.first, first.key == "type", let type = first.value.string else {
            throw MalformedRecord(reason: "its first key is not \"type\"")
        }
        return type
    }

    static func record(_ value: JSONValue) throws(MalformedRecord) -> Record {
        let type = try type(of: value)
        let members = value.members ?? []
        var fields = MemberFields(members, of: "the \(type) record")
        if let record = try known(type, &fields) { return record }
        switch type {
        case "capture": return .header(try read(&fields))
        case "result": return .result(try result(members, &fields))
        case "verdict": return .verdict(.object(members.filter { $0.key != "type" && $0.key != "crc32c" }))
        default: return .unknown(type: type, value)
        }
    }

    /// The records whose members are all known; nil for any other type.
    private static func known<V: FieldVisitor>(_ type: String, _ fields: inout V) throws(V.Failure) -> Record? {
        switch type {
        case "sample": .sample(try read(&fields))
        case "bytes": .bytes(try read(&fields))
        case "tcp": .tcp(try read(&fields))
        case "target": .target(try read(&fields))
        case "phase": .phase(try read(&fields))
        case "event": .event(try read(&fields))
        case "late": .late(try read(&fields))
        case "duplicate": .duplicate(try read(&fields))
        case "foreign": .foreign(try read(&fields))
        case "stream": .stream(try read(&fields))
        case "self": .selfCheck(try read(&fields))
        case "guard": .guardTrip(try read(&fields))
        case "gap": .gap(try read(&fields))
        case "recovered": .recovered(try read(&fields))
        case "sync": .sync(try read(&fields))
        case "end": .end(try read(&fields))
        default: nil
        }
    }

    private static func read<Part: Fields, V: FieldVisitor>(_ fields: inout V) throws(V.Failure) -> Part {
        var part = Part.blank
        try part.visit(&fields)
        return part
    }

    private static func result(
        _ members: [JSONMember], _ fields: inout MemberFields
    ) throws(MalformedRecord) -> ProbeResult {
        var result = ProbeResult(at: .start, probe: "", facts: [])
        try fields.instant("t", &result.at)
        try fields.text("probe", &result.probe)
        result.facts = members.filter { !["type", "t", "probe"].contains($0.key) }
        return result
    }

    // MARK: The writer's own order

    /// The record, if the line stands as this version writes it; nil means no more than: read it the general way.
    private static func inOrder(_ line: UnsafeBufferPointer<UInt8>) -> Record? {
        let prefix: StaticString = "{\"type\":\""
        let start = prefix.utf8CodeUnitCount
        guard line.count > start + 2, (0..<start).allSatisfy({ line[$0] == prefix.utf8Start[$0] }) else { return nil }
        guard let length = line[start...].prefix(12).firstIndex(of: UInt8(ascii: "\"")).map({ $0 - start }) else {
            return nil
        }
        let type = String(decoding: UnsafeBufferPointer(rebasing: line[start..<start + length]), as: UTF8.self)
        var fields = InOrderFields(line, from: start + length + 1)
        do throws(InOrderFields.NotInOrder) {
            guard let record = try known(type, &fields), fields.isAtEnd else { return nil }
            return record
        } catch {
            return nil
        }
    }
}
