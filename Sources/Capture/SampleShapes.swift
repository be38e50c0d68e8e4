/// The shapes of the latest lines of each probe, and in which order the probes take turns.
final class SampleShapes {
    /// Of a line with all numbers and a name of usual length.
    private static let longest = 160

    let probes: ProbeNames
    /// By probe; nil before a line of it was read one part after the other.
    let latest: UnsafeMutablePointer<SampleShape?>
    /// By probe: of which one the line behind its latest was. Probes that ask at the same rate take turns.
    let followers: UnsafeMutablePointer<Int>
    private let storage: UnsafeMutableRawPointer

    init(_ probes: ProbeNames) {
        self.probes = probes
        latest = .allocate(capacity: probes.count)
        latest.initialize(repeating: nil, count: probes.count)
        followers = .allocate(capacity: probes.count)
        followers.initialize(repeating: 0, count: probes.count)
        storage = .allocate(
            byteCount: probes.count * SampleShape.storage(forLines: Self.longest),
            alignment: MemoryLayout<Int>.alignment)
    }

    deinit {
        latest.deallocate()
        followers.deallocate()
        storage.deallocate()
    }

    /// Takes the shape of a line; the places of its numbers are counted from its beginning.
    func keep(
        _ line: UnsafeRawBufferPointer, of probe: Int, sequence: Range<Int>, sentAt: Range<Int>, rtt: Range<Int>
    ) {
        guard line.count <= Self.longest else {
            latest[probe] = nil
            return
        }
        latest[probe] = SampleShape(
            line, sequence: sequence, sentAt: sentAt, rtt: rtt,
            storage: storage + probe * SampleShape.storage(forLines: Self.longest))
    }
}
