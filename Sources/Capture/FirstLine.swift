import LinecheckJSON

/// Tells whether a file is a capture that this program understands, from its first line.
enum FirstLine {
    /// Why a file that begins with these bytes cannot be a capture, or nil.
    static func refusal(of bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first else { return "the file is empty" }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return "it begins with a byte order mark, which no capture has: an editor has rewritten it"
        }
        if first == UInt8(ascii: "{") { return nil }
        let isText = first == 0x09 || first == 0x0A || first == 0x0D || (0x20..<0x7F).contains(first)
        return isText
            ? "it is not a capture: that begins with {\"type\":\"capture\""
            : "it is a binary file, not a capture"
    }

    /// Whether a first line that stops early is the beginning of a header.
    static func isBeginning(_ line: ArraySlice<UInt8>) -> Bool {
        let prefix = Array("{\"type\":\"capture\"".utf8)
        return line.starts(with: prefix) || prefix.starts(with: line)
    }

    /// The header, after upgrading.
    static func header(_ line: UnsafeBufferPointer<UInt8>, file: String) throws(Damage) -> Header {
        let value: JSONValue
        do throws(MalformedRecord) { value = try RecordDecoder.parse(line) } catch {
            throw Damage(.notACapture, file: file, line: 1, reason: "its first line is no header: \(error.reason)")
        }
        guard value.members?.first == JSONMember("type", .string("capture")) else {
            throw Damage(
                .notACapture, file: file, line: 1,
                reason: "its first line is no header: a capture begins with {\"type\":\"capture\"")
        }
        let version = try understood(value, file: file)
        do throws(MalformedRecord) {
            let record = try RecordDecoder.record(FormatVersion.upgraded(value, from: version))
            guard case .header(var header) = record else {
                throw MalformedRecord(reason: "the first line is no header")
            }
            header.version = version
            return header
        } catch {
            throw Damage(.malformed, file: file, line: 1, lines: 1...1, reason: error.reason)
        }
    }

    /// The version of the format, if it and everything that the header requires is known here.
    private static func understood(_ header: JSONValue, file: String) throws(Damage) -> Int {
        guard let version = header["version"]?.integer, version >= 1 else {
            throw Damage(
                .malformed, file: file, line: 1, lines: 1...1,
                reason: "\"version\" of the capture record is not a whole number from 1 on")
        }
        guard version <= Int64(FormatVersion.current) else {
            throw Damage(
                .newerVersion, file: file, line: 1,
                reason: "this capture is in version \(version) of the format, and this program knows version "
                    + "\(FormatVersion.current): a newer linecheck can read it")
        }
        let required = header["requires"]?.array?.compactMap(\.string) ?? []
        if let unknown = required.first(where: { !FormatVersion.features.contains($0) }) {
            throw Damage(
                .unknownRequirement, file: file, line: 1,
                reason: "this capture can be understood only with \"\(unknown)\", which this program does not know: "
                    + "a newer linecheck can read it")
        }
        return Int(version)
    }
}
