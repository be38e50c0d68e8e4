/// Where ranked times come from; as whole numbers of four bytes that are in their order, whatever they stand for.
enum TimeSource: Sendable {
    case notNegative(CompactTimes, [Range<Int>])
    case differences(Neighbours)

    var mostCount: Int {
        switch self {
        case .notNegative(_, let places): places.reduce(0) { $0 + $1.count }
        case .differences(let neighbours): neighbours.stretches.reduce(0) { $0 + $1.places.count }
        }
    }

    var isWide: Bool {
        switch self {
        case .notNegative(let times, _): times.isWide
        case .differences(let neighbours): neighbours.times.isWide
        }
    }

    /// What one of the whole numbers stands for.
    func value(_ number: UInt32) -> Int64 {
        switch self {
        case .notNegative: Int64(number) - CompactTimes.bias
        case .differences: Int64(number)
        }
    }

    /// - Precondition: not wide.
    @inline(__always)
    func visit(_ body: (UInt32) -> Void) {
        let least = UInt32(CompactTimes.bias)
        switch self {
        case .notNegative(let times, let places):
            times.narrow.withUnsafeBufferPointer { times in
                for stretch in places { for place in stretch where times[place] >= least { body(times[place]) } }
            }
        case .differences(let neighbours):
            neighbours.times.narrow.withUnsafeBufferPointer { times in
                // Below the least: no reply, or nobody.
                var before: UInt32 = 0
                for stretch in neighbours.stretches {
                    if !stretch.continues { before = 0 }
                    for place in stretch.places {
                        let time = times[place]
                        if time >= least, before >= least { body(time > before ? time - before : before - time) }
                        before = time
                    }
                }
            }
        }
    }

    func sorted(in bucket: Int, count: Int) -> [UInt32] {
        var some: [UInt32] = []
        some.reserveCapacity(count)
        let bounds = BitTally.bounds(of: bucket)
        visit { if bounds.contains($0) { some.append($0) } }
        radixSort(&some)
        return some
    }

    func sorted() -> CompactTimes {
        var all = CompactTimes()
        if isWide { visitWide { all.append($0) } } else { visit { all.append(value($0)) } }
        all.sort()
        return all
    }

    private func visitWide(_ body: (Int64) -> Void) {
        switch self {
        case .notNegative(let times, let places):
            for stretch in places { for place in stretch where times[place] >= 0 { body(times[place]) } }
        case .differences(let neighbours):
            var before: Int64 = -1
            for stretch in neighbours.stretches {
                if !stretch.continues { before = -1 }
                for place in stretch.places {
                    let time = neighbours.times[place]
                    if time >= 0, before >= 0 { body(abs(time - before)) }
                    before = time
                }
            }
        }
    }
}
