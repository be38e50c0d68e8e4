/// The name that an author most likely meant, or nil when none is near: at most a third of the letters differ.
///
/// Distance is Damerau-Levenshtein in its optimal-string-alignment form: insert, delete, replace and swap of two
/// neighbours cost one each. O(n·m) for each name.
public func nearestName(to written: String, among names: [String]) -> String? {
    let scored = names.map { (name: $0, distance: editDistance(Array(written.utf8), Array($0.utf8))) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(written.utf8.count, best.name.utf8.count) / 3) ? best.name : nil
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 1...left.count {
        var current = [i] + Array(repeating: 0, count: right.count)
        for j in 1...right.count {
            let replace = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
            current[j] = min(last[j] + 1, current[j - 1] + 1, replace)
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                current[j] = min(current[j], beforeLast[j - 2] + 1)
            }
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
