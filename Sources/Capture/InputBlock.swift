import Glibc

/// Bytes of a file that were read before they are asked for, and looked through for plain samples, with room before them for the
/// beginning of a line that ends in them.
struct InputBlock: Sendable {
    /// Neighbouring lines of plain samples.
    struct Run: Sendable {
        /// In the storage, with their ends.
        var bytes: Range<Int>
        /// In the samples.
        var samples: Range<Int>
        var checksum: CRC32C.Stretch
    }

    /// More than nearly all lines.
    static let room = 4 << 10
    /// More than a processor keeps near it is slower, and less wakes threads too often.
    private static let size = 256 << 10

    /// The bytes, from the room on.
    var storage: [UInt8] = []
    private(set) var count = 0
    private(set) var runs: [Run] = []
    private(set) var samples: [PlainSample] = []
    /// errno of pread(2); nil: read.
    private(set) var failure: Int32?

    /// Fills with the block of a number behind a place in a file; false: it is the last.
    ///
    /// A sample at its border is nobody's, and left to the general reader.
    mutating func fill(_ number: Int, of descriptor: Int32, from place: Int64, _ shapes: SampleShapes) -> Bool {
        if storage.count != Self.room + Self.size { storage = Array(repeating: 0, count: Self.room + Self.size) }
        read(descriptor, at: place + Int64(number * Self.size))
        runs.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
        storage.withUnsafeBufferPointer { bytes in
            Self.scan(bytes, from: Self.room, to: Self.room + count, shapes, &runs, &samples)
        }
        return isFull
    }

    /// Only the last one is not.
    var isFull: Bool { count == Self.size }

    private mutating func read(_ descriptor: Int32, at place: Int64) {
        (count, failure) = (0, nil)
        while count < Self.size {
            let read = storage.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map {
                    pread(descriptor, $0 + Self.room + count, Self.size - count, off_t(place) + count)
                } ?? 0
            }
            if read < 0, errno == EINTR { continue }
            if read < 0 { (count, failure) = (0, errno) }
            guard read > 0 else { return }
            count += read
        }
    }

    private static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, from first: Int, to end: Int, _ shapes: SampleShapes,
        _ runs: inout [Run], _ samples: inout [PlainSample]
    ) {
        guard let start = bytes.baseAddress else { return }
        var place = first
        // To the end of the line that began before, and of each that is no plain sample.
        while let found = memchr(start + place, 0x0A, end - place) {
            place = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found)) + 1
            let before = samples.count
            let taken = SampleScanner.scan(
                UnsafeBufferPointer(rebasing: bytes[place..<end]), shapes, into: &samples)
            guard taken > 0 else { continue }
            let lines = place..<place + taken
            let checksum = CRC32C.Stretch(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[lines]))
            runs.append(Run(bytes: lines, samples: before..<samples.count, checksum: checksum))
            place += taken
        }
    }
}
