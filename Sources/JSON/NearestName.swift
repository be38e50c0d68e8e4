/// The name that was probably meant, or nil when none is close.
///
/// Closeness is the optimal string alignment distance (Damerau 1964: insert, delete, replace, swap neighbours), at most a
/// third of the longer name's length. Of several equally close names the first wins, so the answer does not depend on chance.
public func nearestName(to name: String, among names: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in names {
        let distance = editDistance(Array(name.utf8), Array(candidate.utf8))
        let allowed = max(1, max(name.utf8.count, candidate.utf8.count) / 3)
        if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
            var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
