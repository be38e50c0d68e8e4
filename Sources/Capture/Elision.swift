/// A sentence in which whatever a file holds may be quoted: of words that no person reads to their end the middle is left out, and
/// of the whole what nobody would.
func elided(_ text: String) -> String {
    let (word, sentence) = (60, 1_000)
    guard text.utf8.count > word else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { $0.elided(to: word) }
    return words.joined(separator: " ").elided(to: sentence)
}

extension StringProtocol {
    /// Without its middle, where it has more scalars than `most`.
    package func elided(to most: Int) -> String {
        guard utf8.count > most, unicodeScalars.count > most else { return String(self) }
        let half = (most - 1) / 2
        var text = String.UnicodeScalarView(unicodeScalars.prefix(half))
        text.append("…")
        text.append(contentsOf: unicodeScalars.suffix(half))
        return String(text)
    }
}
