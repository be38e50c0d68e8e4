/// Where a long number may stay: where our own sentences have a quantity, a count or a port.
///
/// Three digits tell nothing about anybody; a password, a PIN or a telephone number has more. What has to stay is known by its
/// shape, and nothing else does: a number with its unit, a number of things that are counted, and one behind the words that we
/// write before a number.
enum NumberShape {
    private static let units: Set<String> = [
        "ns", "us", "µs", "ms", "s", "m", "h", "d", "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "bps",
        "kbps", "mbps", "gbps", "ppm", "%",
    ]

    /// What our sentences count.
    private static let counted: Set<String> = [
        "%", "ns", "us", "ms", "s", "byte", "bytes", "kB", "MB", "GB", "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "RPM",
        "rpm", "ppm", "times", "attempts", "replies", "responses", "streams", "minutes", "whole", "such", "samples",
        "lines", "records", "points", "were", "was", "redirects", "seconds",
    ]

    private static let leads = [
        "n = ", "needs ", "limit ", "line ", "lines ", "byte ", "port ", "at most ", "at least ", "more than ",
    ]

    /// Whether digits are many enough to be somebody's secret.
    static func isLong(_ text: some StringProtocol) -> Bool {
        var digits = 0
        for byte in text.utf8 {
            digits = (0x30...0x39).contains(byte) ? digits + 1 : 0
            if digits == 4 { return true }
        }
        return false
    }

    /// A number with its unit in one word, of which every long part has one: `1500ms`, `2000000bps`.
    static func hasUnit(_ token: some StringProtocol) -> Bool {
        var rest = token.lowercased()[...]
        while rest.first == "-" { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return false }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest[digits.endIndex...]
            if rest.first == "." {
                let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                rest = rest[fraction.endIndex...]
            }
            let unit = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest[unit.endIndex...]
            guard (1...16).contains(digits.utf8.count), units.contains(String(unit)) else { return false }
        }
        return true
    }

    /// Digits, with one full stop between them or none.
    static func isDecimal(_ run: String) -> Bool {
        let parts = run.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { (1...16).contains($0.utf8.count) && $0.utf8.allSatisfy(PlainToken.isDigit) }
    }

    /// Whether a number stands in a sentence as ours have it: `12345 of 23456 attempts`, `n = 12345`.
    static func isCounted(_ run: String, after before: [UInt8], before rest: ArraySlice<UInt8>) -> Bool {
        guard isDecimal(run) else { return false }
        if leads.contains(where: { before.suffix($0.utf8.count).elementsEqual($0.utf8) }) { return true }
        var words = String(decoding: rest.prefix(40), as: UTF8.self)
            .split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)[...]
        guard words.popFirst()?.isEmpty == true else { return false }
        if words.count > 2, words.first == "of", isDecimal(String(words.dropFirst()[words.startIndex + 1])) {
            words = words.dropFirst(2)
        }
        guard let word = words.first else { return false }
        return counted.contains(String(word.prefix { $0.isASCII && $0.isLetter || $0 == "/" || $0 == "%" }))
    }

    static func isPort(_ token: some StringProtocol) -> Bool {
        (1...5).contains(token.utf8.count) && token.utf8.allSatisfy(PlainToken.isDigit)
            && Int(token).map { (1...65_535).contains($0) } == true
    }
}
