import LinecheckQuantities
import Testing

@testable import LinecheckLab

@Suite struct FateTests {
    private static let second: Int64 = 1_000_000_000

    private static func way(_ change: (inout Way) -> Void) -> Way {
        var way = Way()
        change(&way)
        return way
    }

    @Test func `a delayed frame leaves so much later, and address resolution at once`() {
        var fate = Fate(Self.way { $0.delay = .milliseconds(10) }, origin: 0)
        #expect(fate.departures(of: .other, arrivedAt: 5) == [10_000_005])
        #expect(fate.departures(of: .neighbour, arrivedAt: 6) == [6])
    }

    @Test func `of a hundred pings with ten percent loss exactly ten vanish, whatever else passes`() {
        var fate = Fate(Self.way { $0.loss = Ratio(partsPerMillion: 100_000) }, origin: 0)
        var lost: [Int] = []
        for ping in 0..<100 {
            if fate.departures(of: .echo, arrivedAt: Int64(ping)).isEmpty { lost.append(ping) }
            for other in 0..<(ping % 7) { _ = fate.departures(of: .other, arrivedAt: Int64(other)) }
        }
        #expect(lost == Array(stride(from: 9, to: 100, by: 10)))
    }

    @Test func `a third of a percent takes three of a thousand`() {
        var shares = EvenShares()
        let taken = (0..<1_000).filter { _ in shares.takes(3_333, of: .other) }.count
        #expect(taken == 3)
    }

    @Test func `a doubled frame leaves twice at the same time`() {
        var fate = Fate(Self.way { $0.duplicates = Ratio(partsPerMillion: 1_000_000) }, origin: 0)
        #expect(fate.departures(of: .echo, arrivedAt: 7) == [7, 7])
    }

    @Test func `a frame that overtakes is not delayed and holds nobody up`() {
        var fate = Fate(
            Self.way {
                $0.delay = .milliseconds(5)
                $0.reordering = Ratio(partsPerMillion: 500_000)
            }, origin: 0)
        #expect(fate.departures(of: .other, arrivedAt: 0) == [5_000_000])
        #expect(fate.departures(of: .other, arrivedAt: 1) == [1])
        #expect(fate.departures(of: .other, arrivedAt: 2) == [5_000_002])
    }

    @Test func `jitter is spread between nothing and its most, and keeps the order`() {
        var fate = Fate(Self.way { $0.jitter = .milliseconds(20) }, origin: 0)
        let times = (0..<2_000).map { $0 * Self.second / 50 }
        let extra = times.map { time in (fate.departures(of: .other, arrivedAt: time).first ?? 0) - time }.sorted()
        #expect(extra.allSatisfy { (0..<20_000_000).contains($0) })
        #expect((8_000_000...12_000_000).contains(extra[1_000]))
        var dense = Fate(Self.way { $0.jitter = .milliseconds(20) }, origin: 0)
        let leaving = (0..<2_000).compactMap { dense.departures(of: .other, arrivedAt: $0 * 1_000_000).first }
        #expect(leaving == leaving.sorted())
    }

    @Test(
        arguments: [
            ([0x08, 0x06], 0, 0, Fate.Kind.neighbour), ([0x08, 0x00], 1, 8, .echo), ([0x08, 0x00], 1, 0, .echo),
            ([0x08, 0x00], 1, 3, .other), ([0x08, 0x00], 6, 8, .other), ([0x86, 0xDD], 58, 128, .echo),
            ([0x86, 0xDD], 58, 135, .neighbour), ([0x86, 0xDD], 58, 1, .other), ([0x86, 0xDD], 6, 128, .other),
        ] as [([UInt8], UInt8, UInt8, Fate.Kind)])
    func `a frame's kind is read from its heads`(type: [UInt8], inner: UInt8, message: UInt8, kind: Fate.Kind) {
        var frame = [UInt8](repeating: 0, count: 100)
        frame.replaceSubrange(12..<14, with: type)
        if type == [0x08, 0x00] {
            (frame[14], frame[23], frame[34]) = (0x45, inner, message)
        } else {
            (frame[20], frame[54]) = (inner, message)
        }
        #expect(Fate.Kind(frame: frame) == kind)
        // A frame that is cut short is nothing special, and no reason to crash.
        for length in 0..<frame.count { _ = Fate.Kind(frame: Array(frame.prefix(length))) }
    }
}

@Suite struct DueFramesTests {
    @Test func `frames come out by their time, and of one time in the order they came`() {
        var frames = DueFrames()
        for number in 0..<200 { frames.put([UInt8(number)], due: Int64(number * 37 % 10), arrived: 0) }
        #expect(frames.take(at: -1) == nil)
        var out: [(due: Int64, number: UInt8)] = []
        while let frame = frames.take(at: 10) { out.append((frame.due, frame.bytes[0])) }
        let wanted = (0..<200).map { (due: Int64($0 * 37 % 10), number: UInt8($0)) }.sorted { $0 < $1 }
        #expect(out.elementsEqual(wanted, by: ==))
        #expect(frames.next == nil)
    }

    @Test func `nothing leaves before its time`() {
        var frames = DueFrames()
        frames.put([1], due: 10, arrived: 0)
        #expect(frames.take(at: 9) == nil)
        #expect(frames.next == 10)
        #expect(frames.take(at: 10)?.bytes == [1])
    }
}
