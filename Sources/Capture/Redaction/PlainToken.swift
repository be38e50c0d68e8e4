/// A stretch of letters, digits, hyphens and underscores that can be told to name nobody: a number with or without a unit, a
/// word of this program. Whatever is not known to be one of these may be a name.
enum PlainToken {
    static func isPlain(_ token: some StringProtocol) -> Bool {
        let word = token.lowercased()
        let bare = word.drop { $0 == "-" }.reversed().drop { $0 == "-" }.reversed()
        let text = String(bare)
        return text.isEmpty || isNumber(text[...]) || isWord(text) || isInterface(text[...])
    }

    /// A word as it stands in the list or in the plural, one letter, or a rank: `p95`.
    private static func isWord(_ word: String) -> Bool {
        if Vocabulary.words.contains(word) || word.utf8.count == 1 && word.utf8.first.map(isLetter) == true {
            return true
        }
        if word.hasSuffix("s"), Vocabulary.words.contains(String(word.dropLast())) { return true }
        for prefix in ["p", "tm"] where word.hasPrefix(prefix) {
            let rank = word.dropFirst(prefix.count)
            return (1...3).contains(rank.utf8.count) && rank.utf8.allSatisfy(isDigit)
        }
        return false
    }

    // MARK: Numbers

    private static let units: Set<String> = [
        "", "ns", "us", "µs", "ms", "s", "m", "h", "d", "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "bps",
        "kbps",
        "mbps", "gbps", "x", "z", "ppm", "st", "nd", "rd", "th",
    ]

    /// `42`, `200ms`, `1m30s`, `2026-11-30T03`, `05Z`. Not more than 16 digits: no number of a capture has more, and a token may. Not more
    /// than three groups, since four may be an address (`192-0-2-7`) and six the address of a card.
    private static func isNumber(_ text: Substring) -> Bool {
        guard text.utf8.first.map(isDigit) == true, text.utf8.count(where: isDigit) <= 16 else { return false }
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.count <= 3 && groups.allSatisfy(isQuantity)
    }

    private static func isQuantity(_ group: Substring) -> Bool {
        var rest = group
        guard rest.utf8.first.map(isDigit) == true else { return false }
        var pairs = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest[digits.endIndex...]
            let letters = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest[letters.endIndex...]
            // `T` stands between date and time (RFC 3339), `e` before an exponent.
            let isUnit = units.contains(String(letters)) || letters == "t" || letters == "e"
            guard isUnit, !digits.isEmpty else { return false }
            pairs += 1
        }
        return pairs <= 3
    }

    // MARK: Interfaces

    /// `eth0`, `wlan1`, `enp3s0`: names that the kernel or systemd gives (systemd.net-naming-scheme(7)). `enx…` holds the card's address.
    private static func isInterface(_ word: Substring) -> Bool {
        let stem = word.prefix { $0.isASCII && $0.isLetter }
        let rest = word[stem.endIndex...]
        if ["lo", "eth", "wlan", "wwan", "ppp", "tun", "tap", "wg", "usb", "br", "bond", "veth"].contains(String(stem))
        {
            return rest.utf8.count <= 3 && rest.utf8.allSatisfy(isDigit)
        }
        guard ["en", "wl", "ww"].contains(String(word.prefix(2))), word.utf8.count <= 14 else { return false }
        let place = word.dropFirst(2)
        return place.utf8.contains(where: isDigit) && !place.contains("x")
            && place.allSatisfy { "posfuindc0123456789".contains($0) }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
