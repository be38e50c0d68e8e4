/// A sentence in which whatever a file holds may be quoted: of words that no person reads to their end the middle is left out, and
/// of the whole what nobody would.
func elided(_ text: String) -> String {
    let (word, sentence) = (60, 1_000)
    guard text.utf8.count > word else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { elided($0, to: word) }
    return elided(words.joined(separator: " ")[...], to: sentence)
}

private func elided(_ text: Substring, to most: Int) -> String {
    guard text.unicodeScalars.count > most else { return String(text) }
    let half = (most - 1) / 2
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(half))) + "…"
        + String(String.UnicodeScalarView(text.unicodeScalars.suffix(half)))
}
