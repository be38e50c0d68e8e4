import LinecheckJSON

/// A capture with pseudonyms in the place of names and addresses, everywhere in it and the same ones for the same things;
/// it is judged as before.
///
/// The file is read twice: a name that only its last lines tell may stand in the free text of its first.
public struct Redaction: Sendable {
    private let path: String
    private let known: KnownNames

    /// - Throws: `Damage` when the capture is not whole: what cannot be read cannot be redacted.
    public init(surveying path: String) throws(Damage) {
        self.path = path
        var known = KnownNames()
        var reader = try CaptureReader(path: path)
        while let line = try reader.next() {
            known.collect(line.record, try Self.json(&reader, line))
        }
        if let damage = reader.damages.first { throw damage }
        self.known = known
    }

    /// Host names that are spelled like a word of this program, in lower case: replaced where a host stands, and left in sentences.
    public var ambiguous: [String] { known.ambiguous }

    /// Writes the redacted capture under a name that must be free.
    ///
    /// - Returns: each pseudonym with the first text that it stands for: for the owner alone.
    /// - Throws: `CaptureError` when it cannot be stored, `Damage` when the capture has changed meanwhile.
    public func write(to path: String) throws -> [(pseudonym: String, original: String)] {
        try write(CaptureFile(creating: path))
    }

    /// The same to an open descriptor, such as standard output.
    public func write(to descriptor: Int32) throws -> [(pseudonym: String, original: String)] {
        try write(CaptureFile(descriptor: descriptor))
    }

    private func write(_ file: consuming CaptureFile) throws -> [(pseudonym: String, original: String)] {
        var copy = CaptureCopy(file)
        var redactor = LineRedactor(known)
        var reader = try CaptureReader(path: path)
        while let line = try reader.next() {
            let value = try Self.json(&reader, line)
            let redacted = redactor.redact(line.record, value)
            if redacted == value {
                try copy.copy(reader.bytes, of: line.record)
            } else if let record = try Self.sealed(redacted, line, path) {
                try copy.add(record)
            } else {
                try copy.copy(redacted.canonicalBytes, of: line.record)
            }
        }
        try copy.finish()
        return redactor.texts.pseudonyms.all
    }

    private static func json(_ reader: inout CaptureReader, _ line: CaptureReader.Line) throws(Damage) -> JSONValue {
        do throws(MalformedRecord) {
            return try reader.bytes.withUnsafeBufferPointer { (bytes) throws(MalformedRecord) in
                try RecordDecoder.parse(bytes)
            }
        } catch {
            throw malformed(line, of: reader.name, error)
        }
    }

    /// The records that carry a checksum or a digest, as values; nil for any other, which would lose members of a later version.
    private static func sealed(
        _ value: JSONValue, _ line: CaptureReader.Line, _ path: String
    ) throws(Damage) -> Record? {
        switch line.record {
        case .header, .sync, .end, .verdict:
            do throws(MalformedRecord) { return try RecordDecoder.record(value) } catch {
                throw malformed(line, of: path, error)
            }
        default: return nil
        }
    }

    private static func malformed(_ line: CaptureReader.Line, of file: String, _ error: MalformedRecord) -> Damage {
        Damage(.malformed, file: file, line: line.number, byteOffset: line.byteOffset, reason: error.reason)
    }
}
