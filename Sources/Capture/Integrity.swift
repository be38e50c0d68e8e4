import LinecheckQuantities

/// Follows the lines of a capture and tells at each checkpoint whether they are what was written.
struct Integrity {
    /// A checkpoint that does not fit what stands before it.
    enum Fault: Equatable {
        case noChecksum
        /// It counts `claimed` lines where `found` are.
        case count(claimed: Int64, found: Int64)
        case checksum
    }

    /// `"crc32c":"` eight digits `"}`
    private static let checksumKey: StaticString = "\"crc32c\":\""
    private static let checksumLength = 20

    private var crc = CRC32C()
    private(set) var lines = 0
    /// Claimed minus found, once lines are known to be missing.
    private var skew: Int64 = 0
    /// The last checkpoint that fitted: its line and time.
    private(set) var verified = (line: 0, at: RunInstant.start)
    /// Lines that the last checkpoint counted.
    private(set) var counted: Int64 = 0

    /// Takes a line that carries no checksum.
    mutating func cover(_ line: UnsafeBufferPointer<UInt8>, isTerminated: Bool) {
        lines += 1
        crc.update(UnsafeRawBufferPointer(line))
        if isTerminated { crc.update(CollectionOfOne(0x0A)) }
    }

    /// Takes whole lines, with their line ends, that carry no checksum.
    mutating func cover(_ bytes: UnsafeBufferPointer<UInt8>, lines count: Int) {
        lines += count
        crc.update(UnsafeRawBufferPointer(bytes))
    }

    /// Takes whole lines, with their line ends, that carry no checksum and were read by somebody else.
    mutating func cover(_ stretch: CRC32C.Stretch, lines count: Int) {
        lines += count
        crc.append(stretch)
    }

    /// Counts a line whose bytes were not kept: the next checkpoint cannot fit.
    mutating func coverUnseen() { lines += 1 }

    /// Takes a line that ends in a checksum of the whole file. After a fault its own claim is believed, so that the
    /// next stretch is checked by itself.
    mutating func verify(
        _ line: UnsafeBufferPointer<UInt8>, isTerminated: Bool, lines claimed: Int64?, at: RunInstant?
    ) -> Fault? {
        guard let (covered, checksum) = Self.checksum(of: line) else {
            cover(line, isTerminated: isTerminated)
            return .noChecksum
        }
        lines += 1
        crc.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[..<covered]))
        var fault: Fault?
        if let claimed, claimed != Int64(lines) + skew {
            fault = .count(claimed: claimed - skew, found: Int64(lines))
            skew = claimed - Int64(lines)
        } else if crc.value != checksum {
            fault = .checksum
        }
        crc = CRC32C(resuming: checksum)
        crc.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[covered...]))
        if isTerminated { crc.update(CollectionOfOne(0x0A)) }
        return fault
    }

    /// Takes a line whose checksum is only about itself.
    mutating func verifyAlone(_ line: UnsafeBufferPointer<UInt8>, isTerminated: Bool) -> Fault? {
        cover(line, isTerminated: isTerminated)
        guard let (covered, checksum) = Self.checksum(of: line) else { return .noChecksum }
        var own = CRC32C()
        own.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[..<covered]))
        return own.value == checksum ? nil : .checksum
    }

    /// What stands before this line needs no more doubt.
    ///
    /// - Parameter claimed: the lines that its checkpoint counts.
    mutating func settle(at: RunInstant, counting claimed: Int64) {
        verified = (lines, at)
        counted = claimed
    }

    static func endsInChecksum(_ line: UnsafeBufferPointer<UInt8>) -> Bool { checksum(of: line) != nil }

    /// How many bytes the checksum at the end of a line covers of that line, and its value.
    static func checksum(of line: UnsafeBufferPointer<UInt8>) -> (covered: Int, value: UInt32)? {
        let start = line.count - checksumLength
        guard start > 1, line[start - 1] == UInt8(ascii: ",") else { return nil }
        let keyLength = checksumKey.utf8CodeUnitCount
        for offset in 0..<keyLength where line[start + offset] != checksumKey.utf8Start[offset] { return nil }
        guard line[line.count - 2] == UInt8(ascii: "\""), line[line.count - 1] == UInt8(ascii: "}") else { return nil }
        var value: UInt32 = 0
        for byte in line[(start + keyLength)..<(line.count - 2)] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
            default: return nil
            }
        }
        return (start, value)
    }
}
