import LinecheckJSON
import LinecheckQuantities

/// Turns records into the lines of one capture, in order; keeps the count and the checksum that checkpoints carry.
///
/// A value: keep a copy to go back to where a line could not be stored.
public struct RecordEncoder: Sendable {
    /// Lines encoded so far.
    public private(set) var lines: Int64 = 0
    private(set) var crc = CRC32C()

    public init() {}

    /// A whole capture from its records.
    public static func capture(_ records: some Sequence<Record>) -> [UInt8] {
        var encoder = RecordEncoder()
        var bytes: [UInt8] = []
        for record in records { bytes += encoder.encode(record) }
        return bytes
    }

    /// The record with the line count that its line will say; only checkpoints have one.
    public func numbered(_ record: Record) -> Record {
        switch record {
        case .sync(var sync):
            sync.lines = lines + 1
            return .sync(sync)
        case .end(var end):
            end.lines = lines + 1
            return .end(end)
        default: return record
        }
    }

    /// The record's line with its line end.
    ///
    /// `lines` and `crc32c` of a checkpoint are this encoder's own, whatever the record says.
    public mutating func encode(_ record: Record) -> [UInt8] {
        let line: [UInt8]
        switch numbered(record) {
        case .sync(let sync): line = sealed(fields("sync", sync), after: crc)
        case .end(let end): line = sealed(fields("end", end), after: crc)
        case .verdict(let verdict): line = sealed(members("verdict", verdict.members ?? []), after: CRC32C())
        case let plain: line = Self.line(plain)
        }
        return ended(line)
    }

    /// Takes a line that is finished but for its line end.
    mutating func ended(_ line: consuming [UInt8]) -> [UInt8] {
        var line = line
        line.append(UInt8(ascii: "\n"))
        crc.update(line)
        lines += 1
        return line
    }

    /// Ends the line with the checksum of everything before that key.
    private func sealed(_ writer: consuming LineWriter, after before: CRC32C) -> [UInt8] {
        writer.comma()
        var crc = before
        crc.update(writer.bytes)
        var line = writer.bytes
        line += "\"crc32c\":\"\(crc.text)\"}".utf8
        return line
    }

    private static func line(_ record: Record) -> [UInt8] {
        switch record {
        case .header(let header): fields("capture", header).closed()
        case .target(let target): fields("target", target).closed()
        case .phase(let change): fields("phase", change).closed()
        case .event(let event): fields("event", event).closed()
        case .sample(let sample): fields("sample", sample).closed()
        case .late(let reply): fields("late", reply).closed()
        case .duplicate(let reply): fields("duplicate", reply).closed()
        case .foreign(let reply): fields("foreign", reply).closed()
        case .bytes(let total): fields("bytes", total).closed()
        case .stream(let event): fields("stream", event).closed()
        case .tcp(let state): fields("tcp", state).closed()
        case .selfCheck(let check): fields("self", check).closed()
        case .result(let result): facts(of: result).closed()
        case .guardTrip(let trip): fields("guard", trip).closed()
        case .gap(let gap): fields("gap", gap).closed()
        case .recovered(let lost): fields("recovered", lost).closed()
        case .sync(let sync): fields("sync", sync).closed()
        case .end(let end): fields("end", end).closed()
        case .verdict(let verdict): members("verdict", verdict.members ?? []).closed()
        case .unknown(let type, let value): members(type, (value.members ?? []).filter { $0.key != "type" }).closed()
        }
    }

    private static func facts(of result: ProbeResult) -> LineWriter {
        var writer = LineWriter(type: "result")
        writer.member(JSONMember("t", .integer(result.at.nanoseconds)))
        writer.member(JSONMember("probe", .string(result.probe)))
        for fact in result.facts { writer.member(fact) }
        return writer
    }
}

private func fields(_ type: String, _ record: some Fields) -> LineWriter {
    var writer = LineWriter(type: type)
    var record = record
    record.visit(&writer)
    return writer
}

private func members(_ type: String, _ members: [JSONMember]) -> LineWriter {
    var writer = LineWriter(type: type)
    for member in members { writer.member(member) }
    return writer
}
