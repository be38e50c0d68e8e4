import Glibc

/// An address as a text may write it: IPv4, IPv6 in any of its forms (RFC 4291 §2.2, with a zone of RFC 4007), or a MAC.
struct AddressText: Hashable {
    /// The same for every way to write one address.
    let canonical: String
    /// Loopback and "any" say nothing about anybody.
    let isImpersonal: Bool

    /// nil: the text is no address.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        let bare =
            text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
        guard bare.utf8.count <= 45, bare.utf8.contains(where: { $0 == 0x2E || $0 == 0x3A }) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if bare == text, inet_pton(AF_INET, bare, &four) == 1 {
            let bytes = withUnsafeBytes(of: four) { Array($0) }
            self.init(bytes)
        } else if inet_pton(AF_INET6, bare, &six) == 1 {
            let bytes = withUnsafeBytes(of: six) { Array($0) }
            // ::ffff:192.0.2.1 is how an IPv6 socket names 192.0.2.1 (RFC 4291 §2.5.5.2).
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init(isMapped ? Array(bytes[12...]) : bytes)
        } else if Self.isMAC(bare) {
            self.init(canonical: bare.lowercased(), isImpersonal: bare.utf8.allSatisfy { $0 == 0x30 || $0 == 0x3A })
        } else {
            return nil
        }
    }

    /// IPv4 in another spelling: with hyphens, as names of customers' lines have it (`192-0-2-7`), or as one to four numbers
    /// in decimal, octal or hexadecimal (inet_aton(3)).
    ///
    /// A decimal fraction looks alike, so of two numbers the second has to be more than a byte's worth, and of three the last,
    /// unless the address is one that is looked for.
    init?(spelled text: some StringProtocol, mayBeFraction: Bool = false) {
        let dotted = String(text.map { $0 == "-" || $0 == "_" ? "." : $0 })
        let parts = dotted.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count), parts.allSatisfy({ $0.first?.isNumber == true && $0.utf8.count <= 12 })
        else {
            return nil
        }
        var address = in_addr()
        guard inet_aton(dotted, &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        // The last number fills what the others leave; its first byte is zero where it could be a fraction.
        guard parts.count == 4 || mayBeFraction || bytes[parts.count - 1] != 0 else { return nil }
        self.init(bytes)
    }

    /// Whether a text is four numbers of at most three digits, or of two in hexadecimal, which nothing but an address is.
    static func hasFourParts(_ text: String) -> Bool {
        let parts = text.lowercased().split(omittingEmptySubsequences: false) { ".-_".contains($0) }
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...4).contains(part.utf8.count)
                    && (part.allSatisfy(\.isNumber)
                        || part.hasPrefix("0x") && UInt8(part.dropFirst(2), radix: 16) != nil)
            }
    }

    /// Bytes in hexadecimal with colons between them, as tables and dumps have addresses: `c0:00:02:01`, `00:1b:44:11`; and
    /// three groups of four (`0200.5e10.0001`). Four bytes are taken for IPv4.
    init?(bytes text: String) {
        let groups = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        let numbers = groups.map { (1...2).contains($0.utf8.count) ? UInt8($0, radix: 16) : nil }
        if groups.count >= 4, numbers.allSatisfy({ $0 != nil }) {
            if groups.count == 4 {
                self.init(numbers.compactMap(\.self))
            } else {
                self.init(canonical: text.lowercased(), isImpersonal: numbers.allSatisfy { $0 == 0 })
            }
            return
        }
        let halves = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count == 3, halves.allSatisfy({ $0.utf8.count == 4 && UInt16($0, radix: 16) != nil }) else {
            return nil
        }
        let digits = halves.joined()
        let pairs = stride(from: 0, to: digits.utf8.count, by: 2).map { digits.dropFirst($0).prefix(2) }
        self.init(canonical: pairs.joined(separator: ":"), isImpersonal: false)
    }

    /// Whether an address stands inside a word: `client-192.0.2.7.isp.example`, `ip-192-0-2-7`, `7.2.0.192.in-addr.arpa`.
    static func stands(in name: String) -> Bool {
        if name.lowercased().hasSuffix("ip6.arpa") { return true }
        return [".", "-", "_"].contains { separator in
            let pieces = name.split { !($0.isASCII && $0.isNumber || String($0) == separator) }
            return pieces.contains { piece in
                let parts = piece.split(separator: Character(separator))
                guard parts.count >= 4 else { return false }
                return (0...parts.count - 4).contains { start in
                    let numbers = parts[start..<start + 4].compactMap { UInt8($0) }
                    return numbers.count == 4 && numbers[0] != 127 && numbers != [0, 0, 0, 0]
                }
            }
        }
    }

    private init(_ bytes: [UInt8]) {
        let isAny = bytes.allSatisfy { $0 == 0 }
        let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
        self.init(
            canonical: bytes.map { String($0, radix: 16) }.joined(separator: ","), isImpersonal: isAny || isLoopback)
    }

    private init(canonical: String, isImpersonal: Bool) {
        self.canonical = canonical
        self.isImpersonal = isImpersonal
    }

    private static func isMAC(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 && parts.allSatisfy { $0.count == 2 && UInt8($0, radix: 16) != nil }
    }
}
