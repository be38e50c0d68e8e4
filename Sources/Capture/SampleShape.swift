/// The shape of a line that was read: what its text is, and where its numbers stand in it.
///
/// Of two neighbouring lines of a probe mostly only the digits differ. Where each part stands is then known before a line is
/// looked at, and a processor can read all parts at once; one after the other, each waits for the length of the one before.
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

    /// Bytes that a shape needs for itself, for lines that are not longer than so many.
    static func storage(forLines longest: Int) -> Int { 3 * blocks(longest) * MemoryLayout<Block>.size }

    private static func blocks(_ length: Int) -> Int {
        (length + MemoryLayout<Block>.size - 1) / MemoryLayout<Block>.size
    }

    /// The line, with zeros for its digits; then the bits that may not differ from it; then, of each byte that is a digit, the bit
    /// that is set when six is added to what is no digit.
    private let text: UnsafeRawPointer
    private let blocks: Int
    private let sequence: Number
    private let sentAt: Number
    private let rtt: Number
    /// In bytes, with its end.
    let length: Int

    /// Bytes that must be there behind the beginning of a line that is compared.
    var reach: Int { blocks &* MemoryLayout<Block>.size }

    /// nil for lines that are better read one part after the other: those with single digits.
    ///
    /// - Parameter storage: lives longer than this value.
    init?(
        _ line: UnsafeRawBufferPointer, sequence: Range<Int>, sentAt: Range<Int>, rtt: Range<Int>,
        storage: UnsafeMutableRawPointer
    ) {
        guard sequence.count > 1, sentAt.count > 1, rtt.count > 1 else { return nil }
        length = line.count
        blocks = Self.blocks(length)
        text = UnsafeRawPointer(storage)
        self.sequence = Number(sequence)
        self.sentAt = Number(sentAt)
        self.rtt = Number(rtt)
        let size = reach
        let (fixed, digits) = (storage + size, storage + 2 * size)
        storage.initializeMemory(as: UInt8.self, repeating: 0, count: 3 * size)
        UnsafeMutableRawBufferPointer(start: storage, count: length).copyMemory(from: line)
        fixed.initializeMemory(as: UInt8.self, repeating: 0xFF, count: length)
        for place in [sequence, sentAt, rtt] {
            let (first, count) = (place.lowerBound, place.count)
            (storage + first).initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "0"), count: count)
            (fixed + first).initializeMemory(as: UInt8.self, repeating: 0xF0, count: count)
            (digits + first).initializeMemory(as: UInt8.self, repeating: 0x10, count: count)
        }
    }

    /// What another line tells, if it has this shape.
    ///
    /// - Precondition: ``reach``.
    @inline(__always)
    func sample(_ line: UnsafeRawPointer, of probe: Int) -> PlainSample? {
        let lowHalves = Block(repeating: 0x0F0F_0F0F_0F0F_0F0F)
        let sixes = Block(repeating: 0x0606_0606_0606_0606)
        var differences = Block.zero
        var offset = 0
        repeat {
            let difference =
                line.loadUnaligned(fromByteOffset: offset, as: Block.self)
                ^ text.loadUnaligned(fromByteOffset: offset, as: Block.self)
            let fixed = text.loadUnaligned(fromByteOffset: offset &+ reach, as: Block.self)
            let digits = text.loadUnaligned(fromByteOffset: offset &+ 2 &* reach, as: Block.self)
            differences |= difference & fixed
            differences |= ((difference & lowHalves) &+ sixes) & digits
            offset = offset &+ MemoryLayout<Block>.size
        } while offset < reach
        guard differences[0] | differences[1] | differences[2] | differences[3] == 0,
            let number = sequence.value(in: line),
            let time = sentAt.value(in: line), let answer = rtt.value(in: line)
        else { return nil }
        return PlainSample(probe: probe, sequence: number, sentAt: time, rtt: answer)
    }
}
