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

    /// Whether digits are many enough to be somebody's secret: four together, or seven in groups as a telephone number has.
    static func isLong(_ text: some StringProtocol) -> Bool {
        var (digits, all) = (0, 0)
        for byte in text.utf8 {
            let isDigit = PlainToken.isDigit(byte)
            digits = isDigit ? digits + 1 : 0
            all += isDigit ? 1 : 0
            if digits == 4 || all == 7 && text.utf8.contains(UInt8(ascii: "-")) { return true }
        }
        return false
    }

    /// Three groups of digits or more with a full stop or colon between them, seven digits in all: `151.234.578`.
    static func isGrouped(_ run: String) -> Bool {
        let groups = run.split(omittingEmptySubsequences: false) { ".:".contains($0) }
        return groups.count > 2 && run.utf8.count - (groups.count - 1) >= 7
            && groups.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(PlainToken.isDigit) }
    }

    /// How many bytes the telephone number has that a text begins with, nil: it begins with none. `+49 151 234567`: groups of
    /// digits with a space, slash, comma or hyphen between them, seven digits in all.
    static func telephone(startOf bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var (digits, groups, end) = (0, 0, bytes.startIndex)
        while true {
            let group = rest.prefix(while: PlainToken.isDigit)
            guard group.count > 1 else { break }
            let after = rest[group.endIndex...]
            if let next = after.first, TextScan.isWordByte(next), next != UInt8(ascii: "-"), next != UInt8(ascii: ".") {
                break
            }
            (digits, groups, end) = (digits + group.count, groups + 1, group.endIndex)
            guard let separator = after.first, " /-,".utf8.contains(separator) else { break }
            rest = after.dropFirst()
        }
        return groups > 1 && digits >= 7 ? end - bytes.startIndex : nil
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
