/// The header fields of a message in their order (RFC 9110 §5, RFC 9112 §5).
package struct HTTPFields: Equatable, Sendable {
    /// Names in lower case: they are case-insensitive (RFC 9110 §5.1).
    private var fields: [(name: String, value: String)] = []

    package static func == (left: Self, right: Self) -> Bool {
        left.fields.elementsEqual(right.fields) { $0 == $1 }
    }

    /// Reads field lines; anything that two readers might understand differently is refused.
    init(lines: some Collection<[UInt8]>) throws(HTTPProblem) {
        for line in lines {
            if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") { throw .foldedField }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { throw .malformedField }
            let name = line[..<colon]
            // RFC 9112 §5.1: no white space between name and colon; the token grammar excludes it.
            guard name.allSatisfy(Self.isTokenByte) else { throw .malformedField }
            let value = Self.trimmed(line[(colon + 1)...])
            guard value.allSatisfy(Self.isValueByte) else { throw .malformedField }
            fields.append((String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)))
        }
    }

    /// Every field line, in order, names in lower case.
    package var lines: [(name: String, value: String)] { fields }

    /// The first value of that (lower-case) name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every element of a list-valued field, over all its lines (RFC 9110 §5.6.1), trimmed.
    package func elements(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { field in
            field.value.split(separator: ",", omittingEmptySubsequences: false).map { element in
                String(decoding: Self.trimmed(ArraySlice(element.utf8)), as: UTF8.self)
            }
        }
    }

    package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Whether a list-valued field has the element, case-insensitively.
    package func elements(_ name: String, contain element: String) -> Bool {
        elements(name).contains { $0.lowercased() == element }
    }

    /// RFC 9110 §5.6.2: token characters.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// RFC 9110 §5.5: visible characters, space, tab and obs-text; no other control characters.
    private static func isValueByte(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }
}

extension HTTPFields {
    /// The declared length; nil when there is none.
    ///
    /// `5, 5` is taken as 5, differing values are refused (RFC 9112 §6.3).
    func contentLength() throws(HTTPProblem) -> Int64? {
        guard has("content-length") else { return nil }
        var length: Int64?
        for element in elements("content-length") {
            guard !element.isEmpty, element.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int64(element)
            else { throw .malformedLength }
            guard length == nil || length == value else { throw .conflictingLength }
            length = value
        }
        return length
    }

    /// Whether the body is chunked (RFC 9112 §6.1); other codings are refused, we never ask for them.
    func isChunked() throws(HTTPProblem) -> Bool {
        let codings = elements("transfer-encoding").map { $0.lowercased() }.filter { !$0.isEmpty }
        if codings.isEmpty { return false }
        guard codings == ["chunked"] else { throw .unknownTransferCoding }
        return true
    }

    /// Whether the connection serves another message after this one (RFC 9112 §9.3).
    func keepAlive(minorVersion: Int) -> Bool {
        if elements("connection", contain: "close") { return false }
        return minorVersion >= 1 || elements("connection", contain: "keep-alive")
    }
}
