internal import LinecheckSockets

/// What is remembered of an echo attempt.
struct EchoAttempt {
    enum State {
        case open
        /// Lost or failed; a reply would be late.
        case unanswered
        /// A further reply would be a duplicate.
        case answered
    }

    let attempt: Attempt
    let sent: ClockPair
    /// The kernel's transmit stamp, ns of CLOCK_REALTIME.
    var transmitted: Int64?
    var state = State.open
}

/// The attempts of a session by their 64-bit numbers. On the wire stands only the low half of the low word, and after
/// 65,536 attempts it comes again (fping#48, hping#50); the table is keyed by the whole number.
///
/// Settled attempts are kept to recognise late and duplicate replies, the last 1,024. A ring that grows to that size with
/// the attempts, since a probe among ten thousand makes few: finding and adding are O(1).
struct AttemptTable {
    /// The slot of number n is n mod the count, which is a power of two.
    private var slots: [EchoAttempt?]
    private(set) var newest: Int64?

    private let remembered: Int

    /// - Parameter remembered: attempts that are kept after they were settled; rounded up to a power of two.
    init(remembered: Int = 1_024) {
        var size = 2
        while size < remembered { size *= 2 }
        self.remembered = size
        slots = Array(repeating: nil, count: min(size, 8))
    }

    subscript(number: Int64) -> EchoAttempt? {
        get {
            let entry = slots[slot(number)]
            return entry?.attempt.number == number ? entry : nil
        }
        set {
            guard let newValue, newValue.attempt.number == number, self[number] != nil else { return }
            slots[slot(number)] = newValue
        }
    }

    /// Adds an attempt; the ring grows rather than forget one that is still open.
    mutating func add(_ entry: EchoAttempt) {
        while let old = slots[slot(entry.attempt.number)], old.state == .open || slots.count < remembered { grow() }
        slots[slot(entry.attempt.number)] = entry
        newest = max(newest ?? entry.attempt.number, entry.attempt.number)
    }

    /// The newest attempt with this number on the wire, which is all that an ICMP error may quote.
    func newest(wireSequence: UInt16) -> Int64? {
        guard let newest else { return nil }
        let behind = UInt16(truncatingIfNeeded: newest) &- wireSequence
        let number = newest - Int64(behind)
        return self[number] == nil ? nil : number
    }

    private func slot(_ number: Int64) -> Int { Int(truncatingIfNeeded: number) & (slots.count - 1) }

    private mutating func grow() {
        let entries = slots.compactMap { $0 }
        slots = Array(repeating: nil, count: slots.count * 2)
        for entry in entries { slots[slot(entry.attempt.number)] = entry }
    }
}
