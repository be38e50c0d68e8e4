/// Header blocks of HTTP/2 (RFC 7541) for who keeps no dynamic table: this end announces a table of size 0, so a peer may
/// refer only to the static one.
enum HeaderBlock {
    /// Fields as literals without indexing (RFC 7541 §6.2.2), names and values plain.
    static func encode(_ fields: KeyValuePairs<String, String>) -> [UInt8] {
        fields.flatMap { name, value -> [UInt8] in [0x00] + string(name) + string(value) }
    }

    private static func string(_ text: String) -> [UInt8] {
        integer(text.utf8.count, prefix: 7) + Array(text.utf8)
    }

    /// RFC 7541 §5.1.
    private static func integer(_ value: Int, prefix: Int) -> [UInt8] {
        let limit = 1 << prefix - 1
        guard value >= limit else { return [UInt8(value)] }
        var (bytes, rest) = ([UInt8(limit)], value - limit)
        while rest >= 128 {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// The fields in their order; nil for bytes that are no such block.
    static func decode(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
        var reader = Reader(rest: bytes[...])
        var fields: [(name: String, value: String)] = []
        while let byte = reader.rest.first {
            switch byte {
            case 0x80...:
                guard let index = reader.integer(prefix: 7), let name = name(index) else { return nil }
                fields.append((name, values[index - 1] ?? ""))
            case 0x20..<0x40:
                // An update of the table's size, to nothing.
                guard reader.integer(prefix: 5) == 0 else { return nil }
            default:
                guard let index = reader.integer(prefix: byte >= 0x40 ? 6 : 4),
                    let name = index == 0 ? reader.string() : name(index), let value = reader.string()
                else { return nil }
                fields.append((name, value))
            }
        }
        return fields
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func integer(prefix: Int) -> Int? {
            guard let first = rest.popFirst() else { return nil }
            let limit = 1 << prefix - 1
            var value = Int(first) & limit
            guard value == limit else { return value }
            for shift in stride(from: 0, to: 28, by: 7) {
                guard let byte = rest.popFirst() else { return nil }
                value += Int(byte & 0x7F) << shift
                if byte < 128 { return value }
            }
            return nil
        }

        mutating func string() -> String? {
            guard let first = rest.first, let length = integer(prefix: 7), length <= rest.count else { return nil }
            let bytes = rest.prefix(length)
            rest = rest.dropFirst(length)
            guard first & 0x80 != 0 else { return String(decoding: bytes, as: UTF8.self) }
            return HuffmanString.decode(bytes).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func name(_ index: Int) -> String? { names.indices.contains(index - 1) ? names[index - 1] : nil }

    /// RFC 7541 Appendix A; entry 1 stands first.
    private static let names = [
        ":authority", ":method", ":method", ":path", ":path", ":scheme", ":scheme", ":status", ":status",
        ":status", ":status", ":status", ":status", ":status", "accept-charset", "accept-encoding",
        "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age", "allow",
        "authorization", "cache-control", "content-disposition", "content-encoding", "content-language",
        "content-length", "content-location", "content-range", "content-type", "cookie", "date", "etag", "expect",
        "expires", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "last-modified", "link", "location", "max-forwards", "proxy-authenticate",
        "proxy-authorization", "range", "referer", "refresh", "retry-after", "server", "set-cookie",
        "strict-transport-security", "transfer-encoding", "user-agent", "vary", "via", "www-authenticate",
    ]

    /// Of those that have one.
    private static let values: [Int: String] = [
        1: "GET", 2: "POST", 3: "/", 4: "/index.html", 5: "http", 6: "https", 7: "200", 8: "204", 9: "206", 10: "304",
        11: "400", 12: "404", 13: "500", 15: "gzip, deflate",
    ]
}
