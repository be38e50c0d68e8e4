/// The shape of a line that was read: what its text is, and where its numbers stand in it.
///
/// Of two neighbouring lines of a probe mostly only the digits differ. Where the parts up to the round trip stand is then known
/// before a line is looked at, and a processor can read all of them at once; one after the other, each waits for the length of
/// the one before. Only the round trip may have more or fewer digits: it goes up and down, the others grow.
struct SampleShape {
    /// A number, by its end in the line.
    private struct Number {
        let end: Int
        let digits: Int
        /// Of the word that holds its first digits.
        private let kept: UInt64

        init(_ place: Range<Int>) {
            end = place.upperBound
            digits = place.count
            kept = ~0 << UInt64(64 - 8 * (digits > 8 ? digits - 8 : digits))
        }

        /// nil for a zero at the beginning, which is the general reader's to refuse.
        @inline(__always)
        func value(in line: UnsafeRawPointer) -> Int64? {
            guard line.load(fromByteOffset: end &- digits, as: UInt8.self) != UInt8(ascii: "0") else { return nil }
            let last = line + end
            guard digits > 8 else { return DigitWord(last - 8, keeping: kept).value }
            return DigitWord(last - 16, keeping: kept).value &* 100_000_000 &+ DigitWord(last - 8).value
        }
    }

    private typealias Block = SIMD4<UInt64>
    /// What of a line may stand behind its round trip: ttl, size and the end.
    private static let mostBehind = 48

    /// Bytes that a shape needs for itself, for lines that are not longer than so many.
    static func storage(forLines longest: Int) -> Int {
        3 * blocks(longest) * MemoryLayout<Block>.size + 2 * mostBehind
    }

    private static func blocks(_ length: Int) -> Int {
        (length + MemoryLayout<Block>.size - 1) / MemoryLayout<Block>.size
    }

    /// The line up to the round trip, with zeros for its digits; then what to add to the difference of each byte, so that its highest
    /// bit tells that it is too large: one that is more than 0 or, of a digit, more than 9; then the highest bits.
    private let text: UnsafeRawPointer
    /// Bytes of each of the three.
    private let size: Int
    private let sequence: Number
    private let sentAt: Number
    /// Where the round trip begins.
    private let rtt: Int
    /// What stands behind it; then the bits that count, in words.
    private let behind: UnsafeRawPointer
    private let behindCount: Int

    /// Bytes that must be there behind the beginning of a line that is compared.
    let reach: Int

    /// nil for lines that are better read one part after the other: those with single digits.
    ///
    /// - Parameter storage: lives longer than this value.
    init?(
        _ line: UnsafeRawBufferPointer, sequence: Range<Int>, sentAt: Range<Int>, rtt: Range<Int>,
        storage: UnsafeMutableRawPointer
    ) {
        behindCount = line.count - rtt.upperBound
        guard sequence.count > 1, sentAt.count > 1, behindCount <= Self.mostBehind else { return nil }
        size = Self.blocks(rtt.lowerBound) * MemoryLayout<Block>.size
        // Sixteen bytes of digits, and the last word of what is behind them.
        reach = max(size, rtt.lowerBound + 16 + behindCount + 8)
        text = UnsafeRawPointer(storage)
        self.sequence = Number(sequence)
        self.sentAt = Number(sentAt)
        self.rtt = rtt.lowerBound
        let (addends, highest, last) = (storage + size, storage + 2 * size, storage + 3 * size)
        behind = UnsafeRawPointer(last)
        storage.initializeMemory(as: UInt8.self, repeating: 0, count: 3 * size + 2 * Self.mostBehind)
        storage.copyMemory(from: line.baseAddress ?? text, byteCount: rtt.lowerBound)
        addends.initializeMemory(as: UInt8.self, repeating: 0x80 - 1, count: rtt.lowerBound)
        highest.initializeMemory(as: UInt8.self, repeating: 0x80, count: rtt.lowerBound)
        for place in [sequence, sentAt] {
            let (first, count) = (place.lowerBound, place.count)
            (storage + first).initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "0"), count: count)
            (addends + first).initializeMemory(as: UInt8.self, repeating: 0x80 - 10, count: count)
        }
        UnsafeMutableRawBufferPointer(start: last, count: behindCount).copyBytes(from: line[rtt.upperBound...])
        (last + Self.mostBehind).initializeMemory(as: UInt8.self, repeating: 0xFF, count: behindCount)
    }

    /// What another line tells, and its length, if it has this shape.
    ///
    /// - Precondition: ``reach``.
    @inline(__always)
    func sample(_ line: UnsafeRawPointer, of probe: Int) -> (sample: PlainSample, length: Int)? {
        guard let (answer, digits) = DigitWord.number(line + rtt) else { return nil }
        let end = rtt &+ digits
        guard isSame(line, answerEnd: end), let number = sequence.value(in: line), let time = sentAt.value(in: line),
            let sample = PlainSample(probe: probe, sequence: number, sentAt: time, rtt: answer)
        else { return nil }
        return (sample, end &+ behindCount)
    }

    @inline(__always)
    private func isSame(_ line: UnsafeRawPointer, answerEnd: Int) -> Bool {
        // The first block ends before the first number. A carry out of a byte is one of a byte whose highest bit is set already.
        var differences = line.loadUnaligned(as: Block.self) ^ text.loadUnaligned(as: Block.self)
        var offset = MemoryLayout<Block>.size
        repeat {
            let difference =
                line.loadUnaligned(fromByteOffset: offset, as: Block.self)
                ^ text.loadUnaligned(fromByteOffset: offset, as: Block.self)
            let addends = text.loadUnaligned(fromByteOffset: offset &+ size, as: Block.self)
            let highest = text.loadUnaligned(fromByteOffset: offset &+ 2 &* size, as: Block.self)
            differences |= (difference | (difference &+ addends)) & highest
            offset = offset &+ MemoryLayout<Block>.size
        } while offset < size
        offset = 0
        repeat {
            let difference =
                line.loadUnaligned(fromByteOffset: answerEnd &+ offset, as: UInt64.self)
                ^ behind.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            differences[0] |=
                difference & behind.loadUnaligned(fromByteOffset: offset &+ Self.mostBehind, as: UInt64.self)
            offset = offset &+ 8
        } while offset < behindCount
        return differences[0] | differences[1] | differences[2] | differences[3] == 0
    }
}
