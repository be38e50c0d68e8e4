internal import LinecheckSockets

/// The attempts of a sweep that may still be answered, by their numbers, which count up without a gap.
///
/// All have the same timeout, so they run out in the order in which they were sent: a queue does what a timer wheel or a
/// heap would, in O(1) and without a node for each attempt. A ring, large enough for the attempts of a while.
struct SweepAttempts {
    struct Entry {
        var number: Int64 = -1
        /// The clocks just before its batch was sent.
        var sent = ClockPair(monotonic: 0, realtimeOffset: 0)
        /// The kernel's transmit stamp, ns of CLOCK_REALTIME.
        var transmitted: Int64?
        var state = EchoAttempt.State.open
    }

    private var entries: [Entry]
    /// The oldest attempt that may be open.
    private(set) var oldest: Int64
    /// The number that the next attempt has.
    private(set) var next: Int64

    /// - Parameter capacity: attempts that are remembered, answered or not; a power of two.
    init(capacity: Int, first: Int64) {
        entries = Array(repeating: Entry(), count: capacity)
        (oldest, next) = (first, first)
    }

    /// Attempts that are remembered for sending so many a second.
    static func capacity(perSecond rate: Int64, timeout: Int64) -> Int {
        // Late ones are to be recognised for as long again, and numbers on the wire for 65,536 attempts.
        let wanted = max(131_072, Int(clamping: 3 * rate * (timeout / 1_000_000_000 + 1)))
        var size = 1
        while size < wanted { size *= 2 }
        return size
    }

    private func slot(_ number: Int64) -> Int { Int(truncatingIfNeeded: number) & (entries.count - 1) }

    /// Whether there is room for another without forgetting one that is open.
    var hasRoom: Bool { next - oldest < Int64(entries.count) }

    mutating func add(_ entry: Entry) {
        entries[slot(entry.number)] = entry
        next = entry.number + 1
    }

    subscript(number: Int64) -> Entry? {
        get {
            let entry = entries[slot(number)]
            return entry.number == number ? entry : nil
        }
        set {
            if let newValue { entries[slot(number)] = newValue }
        }
    }

    /// The newest attempt with this number on the wire.
    func newest(wireSequence: UInt16) -> Int64? {
        let number = next - 1 - Int64(UInt16(truncatingIfNeeded: next - 1) &- wireSequence)
        return self[number] == nil ? nil : number
    }

    /// When the oldest open attempt runs out; nil: none is open.
    mutating func nextDeadline(timeout: Int64) -> Int64? {
        while oldest < next, self[oldest]?.state != .open { oldest += 1 }
        return oldest < next ? self[oldest].map { $0.sent.monotonic + timeout } : nil
    }

    /// The oldest open attempt if its time is over; it is unanswered from then on.
    mutating func takeExpired(at now: Int64, timeout: Int64) -> Entry? {
        guard let deadline = nextDeadline(timeout: timeout), deadline <= now, var entry = self[oldest] else {
            return nil
        }
        entry.state = .unanswered
        self[oldest] = entry
        oldest += 1
        return entry
    }
}
