/// How many times there are, by their leading bits.
struct BitTally: Sendable {
    /// Below 256 each number has a bucket; above, 256 have equal widths up to each power of two.
    private static let fine = 8
    private static let buckets = (32 - fine + 1) << fine

    let count: Int
    let low: Int64
    let high: Int64
    let sum: Int128
    /// By bucket; empty: all are sorted already.
    let counts: [UInt32]

    init(count: Int, low: Int64, high: Int64, sum: Int128) {
        (self.count, self.low, self.high, self.sum) = (count, low, high, sum)
        counts = []
    }

    init(_ source: TimeSource) {
        var (least, most, total, count) = (UInt32.max, UInt32.min, UInt64(0), 0)
        counts = [UInt32](unsafeUninitializedCapacity: Self.buckets) { counts, filled in
            counts.initialize(repeating: 0)
            source.visit { number in
                counts[Self.bucket(number)] &+= 1
                least = min(least, number)
                most = max(most, number)
                total &+= UInt64(number)
                count &+= 1
            }
            filled = Self.buckets
        }
        self.count = count
        low = count > 0 ? source.value(least) : 0
        high = count > 0 ? source.value(most) : 0
        sum = Int128(total) + Int128(count) * Int128(source.value(0))
    }

    @inline(__always)
    private static func bucket(_ number: UInt32) -> Int {
        let length = 31 - (number | 255).leadingZeroBitCount
        let shift = length - fine
        // Of numbers below 256 the shift is −1, and they are their own buckets.
        return shift < 0 ? Int(number) : (shift + 1) << fine | Int(number >> UInt32(shift)) & 255
    }

    /// The numbers that belong to a bucket.
    static func bounds(of bucket: Int) -> ClosedRange<UInt32> {
        let shift = UInt32(max(0, bucket >> fine - 1))
        let first = bucket < 1 << fine ? UInt32(bucket) : (UInt32(bucket & 255) | 256) << shift
        return first...(first + (1 << shift - 1))
    }

    /// The bucket that a rank leads into, and how many times are in those before.
    func bucket(of rank: Int) -> (Int, before: Int) {
        var before = 0
        for (bucket, count) in counts.enumerated() {
            if rank < before + Int(count) { return (bucket, before) }
            before += Int(count)
        }
        return (counts.count - 1, before)
    }

    func size(of bucket: Int) -> Int { Int(counts[bucket]) }
}
