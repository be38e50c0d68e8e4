extension RecordEncoder {
    /// A line of another capture, with its line end: as it stands there, but a checkpoint that does not fit what this encoder
    /// has made so far gets the line count and checksum that do.
    mutating func copy(_ line: [UInt8], of record: Record) -> [UInt8] {
        if case .verdict = record { return ended(line) }
        guard let covered = line.withUnsafeBufferPointer({ Integrity.checksum(of: $0) }) else { return ended(line) }
        var sum = crc
        sum.update(line[..<covered.covered])
        switch record {
        case .sync(let sync) where sync.lines == lines + 1 && sum.value == covered.value: return ended(line)
        case .end(let end) where end.lines == lines + 1 && sum.value == covered.value: return ended(line)
        case .unknown: return ended(line[..<covered.covered] + Array("\"crc32c\":\"\(sum.text)\"}".utf8))
        default: return encode(record)
        }
    }
}
