/// The table of names and what stands in their place: one for each text, numbered as they are met.
///
/// A text has one pseudonym wherever it stands, so what was equal stays so: a condition that compares two of them finds what
/// it found before.
struct Pseudonyms {
    enum Kind: String, CaseIterable {
        case address, host, path, user, file, secret
        /// Any other word. It may be the name of a formula, which has no hyphen: `name1`.
        case name
    }

    private var names: [String: String] = [:]
    private var counts: [Kind: Int] = [:]
    /// In the order in which they were given, each with the first text that it stands for.
    private(set) var all: [(pseudonym: String, original: String)] = []
    /// Words of the capture itself that look like a pseudonym; another thing must not get them.
    private let taken: Set<String>

    init(taken: Set<String>) { self.taken = taken }

    /// `host-1`, stable for one key; the kind is that of the first place where it was met.
    mutating func pseudonym(_ kind: Kind, _ original: String, key: String? = nil) -> String {
        let key = key ?? original
        if let known = names[key] { return known }
        var name: String
        repeat {
            counts[kind, default: 0] += 1
            name = kind.rawValue + (kind == .name ? "" : "-") + String(counts[kind, default: 1])
        } while taken.contains(name)
        names[key] = name
        all.append((name, original))
        return name
    }

    static func isPseudonym(_ text: some StringProtocol) -> Bool {
        let word = text.prefix { $0.isASCII && $0.isLetter }
        guard let kind = Kind(rawValue: String(word)) else { return false }
        let rest = text[word.endIndex...]
        guard kind == .name || rest.first == "-", let first = kind == .name ? rest.first : rest.dropFirst().first else {
            return false
        }
        // A number as it is written: without sign and leading zero.
        return first.isASCII && first.isNumber && first != "0" && Int(kind == .name ? rest : rest.dropFirst()) != nil
    }
}
