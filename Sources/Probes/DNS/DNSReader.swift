internal import LinecheckPlan
internal import LinecheckSockets

/// Reads a DNS message; nothing that stands in it can lead beyond its end or in circles.
struct DNSReader {
    private let message: [UInt8]
    private(set) var position = 0

    init(_ message: [UInt8]) { self.message = message }

    struct Record {
        var type: UInt16
        var timeToLive: UInt32
        var data: [UInt8]
        /// `MX 10 mail.example`; nil when the data are not what the type has.
        var text: String?
    }

    mutating func byte() -> UInt8? {
        guard position < message.count else { return nil }
        defer { position += 1 }
        return message[position]
    }

    mutating func word() -> UInt16? {
        guard let high = byte(), let low = byte() else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    mutating func words(_ count: Int) -> [Int]? {
        var words: [Int] = []
        for _ in 0..<count {
            guard let word = word() else { return nil }
            words.append(Int(word))
        }
        return words
    }

    /// A name, its labels joined by dots; nil for one that is cut, too long, or points anywhere but backwards (§4.1.4).
    mutating func name() -> String? {
        var labels: [String] = []
        var length = 0
        var end: Int?
        var limit = position
        while let size = byte() {
            switch size {
            case 0:
                if let end { position = end }
                return labels.joined(separator: ".")
            case 1...63:
                guard position + Int(size) <= message.count else { return nil }
                length += Int(size) + 1
                guard length < 255 else { return nil }
                labels.append(Self.label(message[position..<position + Int(size)]))
                position += Int(size)
            case 0xC0...:
                guard let low = byte() else { return nil }
                let target = Int(size & 0x3F) << 8 | Int(low)
                // Each pointer leads to before where the name began that led to it, so there is an end to them.
                guard target < limit else { return nil }
                limit = target
                end = end ?? position
                position = target
            default: return nil
            }
        }
        return nil
    }

    /// Bytes that are no printable ASCII, dots and backslashes as \DDD (§5.1).
    private static func label(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "."), byte != UInt8(ascii: "\\") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\" + String(repeating: "0", count: byte < 10 ? 2 : byte < 100 ? 1 : 0) + String(byte)
            }
        }
        return text
    }

    mutating func record() -> Record? {
        guard name() != nil, let type = word(), word() != nil, let high = word(), let low = word(),
            let length = word(), position + Int(length) <= message.count
        else { return nil }
        let start = position
        let end = start + Int(length)
        let text = text(of: type, until: end)
        position = end
        return Record(
            type: type, timeToLive: UInt32(high) << 16 | UInt32(low), data: Array(message[start..<end]), text: text)
    }

    private mutating func text(of type: UInt16, until end: Int) -> String? {
        let start = position
        guard let kind = ProbeExchange.RecordType(number: type) else {
            return "TYPE\(type) \(hexadecimal(start..<end))"
        }
        let value: String?
        switch kind {
        case .a: value = end - start == 4 ? SocketAddress(family: .ipv4, octets: Array(message[start..<end])).host : nil
        case .aaaa:
            value = end - start == 16 ? SocketAddress(family: .ipv6, octets: Array(message[start..<end])).host : nil
        case .ns, .cname, .ptr: value = name()
        case .mx: value = word().flatMap { preference in name().map { "\(preference) \($0)" } }
        case .soa: value = soa()
        case .txt: value = strings(until: end)
        case .https: return "HTTPS \(hexadecimal(start..<end))"
        }
        // Data that go on beyond their end were not these.
        return position <= end ? value.map { "\(kind.rawValue) \($0)" } : nil
    }

    /// Primary server, mailbox and serial number (§3.3.13).
    private mutating func soa() -> String? {
        guard let server = name(), let mailbox = name(), let high = word(), let low = word() else { return nil }
        return "\(server) \(mailbox) \(UInt32(high) << 16 | UInt32(low))"
    }

    private mutating func strings(until end: Int) -> String? {
        var texts: [String] = []
        while position < end {
            guard let size = byte(), position + Int(size) <= end else { return nil }
            texts.append("\"\(String(decoding: message[position..<position + Int(size)], as: UTF8.self))\"")
            position += Int(size)
        }
        return texts.joined(separator: " ")
    }

    /// As RFC 3597 §5 writes unknown data.
    private func hexadecimal(_ range: Range<Int>) -> String {
        let digits = message[range].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\\# \(range.count)" + (digits.isEmpty ? "" : " \(digits)")
    }
}
