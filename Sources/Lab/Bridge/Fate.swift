import LinecheckQuantities

/// What becomes of the frames of one way: pure, so that a line's truth can be counted by hand.
struct Fate {
    /// What a frame is, as far as its fate depends on it.
    enum Kind: CaseIterable {
        /// An ICMP echo or its reply.
        case echo
        /// Address resolution, which no impairment here may touch: a lost question of ARP costs a second.
        case neighbour
        case other
    }

    /// When a frame leaves; empty: never.
    typealias Departures = [Int64]

    private let way: Way
    private let origin: Int64
    private var lost = EvenShares()
    private var duplicated = EvenShares()
    private var overtaking = EvenShares()
    private var lastDeparture = Int64.min

    /// - Parameter origin: when the bridge began, in the clock of all other times; it decides the jitter.
    init(_ way: Way, origin: Int64) {
        self.way = way
        self.origin = origin
    }

    /// How long one value of the jitter holds.
    static let jitterHolds: Int64 = 20_000_000

    mutating func departures(of kind: Kind, arrivedAt time: Int64) -> Departures {
        guard kind != .neighbour else { return [time] }
        if lost.takes(way.loss.partsPerMillion, of: kind) { return [] }
        let copies = duplicated.takes(way.duplicates.partsPerMillion, of: kind) ? 2 : 1
        if overtaking.takes(way.reordering.partsPerMillion, of: kind) {
            return Array(repeating: time, count: copies)
        }
        // Jitter does not reorder: a frame that is through early waits behind the one before it.
        lastDeparture = max(lastDeparture, time + way.delay.nanoseconds + jitter(at: time))
        return Array(repeating: lastDeparture, count: copies)
    }

    /// Uniform in [0, jitter), the same for all frames of a 20 ms slot: drawn for each frame it would be the largest of
    /// many for whatever is behind a few others.
    private func jitter(at time: Int64) -> Int64 {
        let most = way.jitter.nanoseconds
        guard most > 0 else { return 0 }
        let slot = UInt64(bitPattern: (time - origin) / Self.jitterHolds)
        return Int64(mixed(slot).multipliedFullWidth(by: UInt64(most)).high)
    }

    /// The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private func mixed(_ value: UInt64) -> UInt64 {
        var mixed = (value &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Takes a share of what comes, evenly: of 10 % each tenth. Chance would make a truth that holds in nine runs of ten.
///
/// Each kind is counted for itself, so that traffic does not decide which ping it is.
struct EvenShares {
    private var owed: [Fate.Kind: Int64] = [:]

    mutating func takes(_ partsPerMillion: Int64, of kind: Fate.Kind) -> Bool {
        let sum = owed[kind, default: 0] + partsPerMillion
        owed[kind] = sum >= 1_000_000 ? sum - 1_000_000 : sum
        return sum >= 1_000_000
    }
}

extension Fate.Kind {
    /// Of an Ethernet frame (RFC 894, RFC 791 §3.1, RFC 8200 §3, RFC 4861 §4).
    init(frame: [UInt8]) {
        self = .other
        guard frame.count >= 14 else { return }
        switch (frame[12], frame[13]) {
        case (0x08, 0x06): self = .neighbour
        case (0x08, 0x00):
            let start = 14 + Int((frame.count > 14 ? frame[14] : 0) & 0x0F) * 4
            guard frame.count > max(start, 23), frame[23] == 1 else { return }
            if frame[start] == 8 || frame[start] == 0 { self = .echo }
        case (0x86, 0xDD):
            guard frame.count > 54, frame[20] == 58 else { return }
            switch frame[54] {
            case 128, 129: self = .echo
            case 133...137: self = .neighbour
            default: return
            }
        default: return
        }
    }
}
