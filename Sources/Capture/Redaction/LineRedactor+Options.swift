extension LineRedactor {
    private static let files: Set<String> = ["-o", "--output", "--rules", "--map", "--junit", "--state", "--html"]

    /// The command line: commands and flags stay, and of their values those that name nobody. Where a file lies says whose it is.
    mutating func redact(options: [String]) -> [String] {
        var flag = ""
        var result: [String] = []
        for option in options {
            let isFlag = option.hasPrefix("-") && option != "-"
            result.append(isFlag ? redact(flag: option) : redact(value: option, of: flag))
            flag = isFlag ? option : ""
        }
        return result
    }

    /// `--set`, or `--set=value`.
    private mutating func redact(flag: String) -> String {
        guard let equals = flag.firstIndex(of: "=") else { return texts.redact(flag) }
        let name = String(flag[..<equals])
        let value = String(flag[flag.index(after: equals)...])
        return "\(texts.redact(name))=\(redact(value: value, of: name))"
    }

    private mutating func redact(value: String, of flag: String) -> String {
        if flag == "--expect" { return texts.formula(value) }
        if Self.files.contains(flag) {
            return value == "-" || texts.known.isPlain(value) && !NumberShape.isLong(value)
                ? value : texts.pseudonym(.file, value)
        }
        if SecretWords.end(flag) { return whole(value) }
        guard let (name, text) = Self.setting(value) else { return texts.literal(value) }
        return "\(texts.redact(name))=\(texts.literal(text))"
    }

    /// `name=value`; a URL has its `=` further behind.
    private static func setting(_ text: String) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        let name = text[..<equals]
        guard name.utf8.allSatisfy({ TextScan.isWordByte($0) && $0 != UInt8(ascii: ":") }) else { return nil }
        return (String(name), String(text[text.index(after: equals)...]))
    }

    /// Each `name=value` among the options.
    static func settings(_ options: [String]) -> [(name: String, value: String)] { options.compactMap(setting) }
}
