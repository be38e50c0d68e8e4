/// The values of one term for which comparisons with constants hold.
enum ValueSet: Equatable {
    case numbers(NumberSet)
    case words(WordSet)

    var isEmpty: Bool {
        switch self {
        case .numbers(let numbers): numbers.isEmpty
        case .words(let words): words.isEmpty
        }
    }

    /// What is in both. One term has one kind; of two kinds nothing is known, and the first stays.
    func intersection(_ other: Self) -> Self {
        switch (self, other) {
        case (.numbers(let left), .numbers(let right)): .numbers(left.intersection(right))
        case (.words(let left), .words(let right)): .words(left.intersection(right))
        default: self
        }
    }

    func isSubset(of other: Self) -> Bool {
        switch (self, other) {
        case (.numbers(let left), .numbers(let right)): left.isSubset(of: right)
        case (.words(let left), .words(let right)): left.isSubset(of: right)
        default: false
        }
    }
}

/// An interval with ends that may be left out, less single points.
struct NumberSet: Equatable {
    struct End: Equatable {
        var value: Double
        /// The end itself is no member; an infinite one never is.
        var isOpen: Bool
    }

    var low = End(value: -.infinity, isOpen: true)
    var high = End(value: .infinity, isOpen: true)
    var without: Set<Double> = []

    /// The numbers that stand in a relation to a constant.
    init(_ relation: Relation, _ limit: Double) {
        switch relation {
        case .less: high = End(value: limit, isOpen: true)
        case .lessOrEqual: high = End(value: limit, isOpen: false)
        case .greater: low = End(value: limit, isOpen: true)
        case .greaterOrEqual: low = End(value: limit, isOpen: false)
        case .equal: (low, high) = (End(value: limit, isOpen: false), End(value: limit, isOpen: false))
        case .notEqual: without = [limit]
        }
    }

    /// Every number of an interval.
    init(_ interval: Interval) {
        low = End(value: interval.low, isOpen: interval.low.isInfinite)
        high = End(value: interval.high, isOpen: interval.high.isInfinite)
    }

    var isEmpty: Bool {
        if low.value == high.value { return low.isOpen || high.isOpen || without.contains(low.value) }
        return low.value > high.value
    }

    func contains(_ value: Double) -> Bool {
        (low.value < value || (low.value == value && !low.isOpen))
            && (value < high.value || (value == high.value && !high.isOpen)) && !without.contains(value)
    }

    func intersection(_ other: Self) -> Self {
        var result = self
        if other.low.value > low.value || (other.low.value == low.value && other.low.isOpen) { result.low = other.low }
        if other.high.value < high.value || (other.high.value == high.value && other.high.isOpen) {
            result.high = other.high
        }
        result.without.formUnion(other.without)
        return result
    }

    func isSubset(of other: Self) -> Bool {
        if isEmpty { return true }
        let lowFits = low.value > other.low.value || (low.value == other.low.value && (low.isOpen || !other.low.isOpen))
        let highFits =
            high.value < other.high.value || (high.value == other.high.value && (high.isOpen || !other.high.isOpen))
        return lowFits && highFits && other.without.allSatisfy { !contains($0) }
    }
}

/// These words, or every word but these.
struct WordSet: Equatable {
    var words: Set<String>
    var areExcluded = false

    var isEmpty: Bool { !areExcluded && words.isEmpty }

    func intersection(_ other: Self) -> Self {
        switch (areExcluded, other.areExcluded) {
        case (false, false): Self(words: words.intersection(other.words))
        case (false, true): Self(words: words.subtracting(other.words))
        case (true, false): Self(words: other.words.subtracting(words))
        case (true, true): Self(words: words.union(other.words), areExcluded: true)
        }
    }

    func isSubset(of other: Self) -> Bool {
        switch (areExcluded, other.areExcluded) {
        case (false, false): words.isSubset(of: other.words)
        case (false, true): words.isDisjoint(with: other.words)
        case (true, false): false
        case (true, true): other.words.isSubset(of: words)
        }
    }
}
