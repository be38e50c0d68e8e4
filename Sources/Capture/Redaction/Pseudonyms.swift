/// The table of names and what stands in their place: one for each thing, numbered as they are met.
struct Pseudonyms {
    enum Kind: String, CaseIterable {
        case address, host, path, user, file, secret
    }

    private struct Key: Hashable {
        var kind: Kind
        var name: String
    }

    private var names: [Key: String] = [:]
    private var counts: [Kind: Int] = [:]
    /// In the order in which they were given, each with the first text that it stands for.
    private(set) var all: [(pseudonym: String, original: String)] = []
    /// Words of the capture itself that look like a pseudonym; another thing must not get them.
    private let taken: Set<String>

    init(taken: Set<String>) { self.taken = taken }

    /// `host-1`, stable for one key.
    mutating func pseudonym(_ kind: Kind, _ original: String, key: String? = nil) -> String {
        if Self.isPseudonym(original) { return original }
        let key = Key(kind: kind, name: key ?? original)
        if let known = names[key] { return known }
        var name: String
        repeat {
            counts[kind, default: 0] += 1
            name = "\(kind.rawValue)-\(counts[kind, default: 1])"
        } while taken.contains(name)
        names[key] = name
        all.append((name, original))
        return name
    }

    /// Redacting again leaves what was redacted.
    static func isPseudonym(_ text: some StringProtocol) -> Bool {
        guard let hyphen = text.lastIndex(of: "-"), let number = Int(text[text.index(after: hyphen)...]) else {
            return false
        }
        return number > 0 && Kind(rawValue: String(text[..<hyphen])) != nil
    }
}
