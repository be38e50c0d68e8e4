import LinecheckCapture

/// Words of failed attempts by how often, in order of first appearance.
struct FailureTally: Sendable {
    private(set) var counts: [(word: FailureWord, count: Int)] = []

    var isEmpty: Bool { counts.isEmpty }

    mutating func add(_ word: FailureWord) {
        if let index = counts.firstIndex(where: { $0.word == word }) {
            counts[index].count += 1
        } else {
            counts.append((word, 1))
        }
    }

    /// `http_status 10 times, connection_reset once`.
    var text: String { counts.map { Words.failure($0.word, $0.count) }.joined(separator: ", ") }
}
