import LinecheckStatistics

/// Attempts that left this host and are over, in the order of their sequence numbers: a view of a log, which costs nothing.
struct SettledAttempts: Sequence, Sendable {
    typealias Element = (sequence: Int64, rtt: Int64?)

    private var sequences = SequenceRuns()
    private var outcomes = CompactTimes()
    private var places: [Range<Int>] = []
    private(set) var count = 0

    init() {}

    /// - Parameter places: of the log, without local errors.
    init(_ places: [Range<Int>], of log: AttemptLog) {
        (sequences, outcomes, self.places) = (log.sequences, log.outcomes, places)
        count = places.reduce(0) { $0 + $1.count }
    }

    /// Attempts that stand in no log.
    init(_ attempts: [Element]) {
        for attempt in attempts {
            sequences.append(attempt.sequence)
            outcomes.append(attempt.rtt ?? AttemptLog.Outcome.lost)
        }
        places = [0..<attempts.count]
        count = attempts.count
    }

    var isEmpty: Bool { count == 0 }

    /// Round trips of those that were answered in time.
    var replies: RankedTimes { RankedTimes(outcomes, notNegativeAt: places) }

    /// What jitter is made of.
    var neighbours: Neighbours {
        var stretches: [Neighbours.Stretch] = []
        var next: Int64?
        for places in places {
            var place = places.lowerBound
            while place < places.upperBound {
                let (sequence, runEnd) = sequences.stretch(from: place)
                let end = Swift.min(runEnd, places.upperBound)
                stretches.append(Neighbours.Stretch(places: place..<end, continues: sequence == next))
                next = sequence &+ Int64(end - place)
                place = end
            }
        }
        return Neighbours(outcomes, stretches)
    }

    func makeIterator() -> Iterator { Iterator(sequences: sequences, outcomes: outcomes, places: places) }

    struct Iterator: IteratorProtocol {
        private let sequences: SequenceRuns
        private let outcomes: CompactTimes
        private let places: [Range<Int>]
        private var stretch = 0
        private var place = 0
        private var sequence: Int64 = 0
        /// Where numbers stop to follow each other.
        private var runEnd = 0

        fileprivate init(sequences: SequenceRuns, outcomes: CompactTimes, places: [Range<Int>]) {
            self.sequences = sequences
            self.outcomes = outcomes
            self.places = places
            place = places.first?.lowerBound ?? 0
        }

        mutating func next() -> Element? {
            while stretch < places.count, place >= places[stretch].upperBound {
                stretch += 1
                if stretch < places.count { (place, runEnd) = (places[stretch].lowerBound, 0) }
            }
            guard stretch < places.count else { return nil }
            if place >= runEnd { (sequence, runEnd) = sequences.stretch(from: place) }
            defer {
                place += 1
                sequence &+= 1
            }
            let outcome = outcomes[place]
            return (sequence, outcome >= 0 ? outcome : nil)
        }
    }
}
