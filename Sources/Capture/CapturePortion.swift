/// The next records of a capture, as many as are worth handing over at once.
public struct CapturePortion: Sendable {
    public enum Piece: Sendable {
        /// Neighbouring lines, as places in ``CapturePortion/samples``; the number of the first.
        case samples(Range<Int>, firstLine: Int)
        case line(CaptureReader.Line)
    }

    /// In the order of the file.
    public fileprivate(set) var pieces: [Piece] = []
    public fileprivate(set) var samples: [PlainSample] = []
    /// As ``CaptureReader/progress`` is behind this portion.
    public fileprivate(set) var progress: (read: Int64, of: Int64)?

    /// Of nothing, to be filled.
    public init() {}
}

extension CaptureReader {
    /// Fills a portion with what comes next, instead of what it held; false at the end.
    ///
    /// - Throws: as ``next()`` does; the records of that portion that came before are lost then.
    public mutating func next(_ portion: inout CapturePortion, of probes: ProbeNames) throws(Damage) -> Bool {
        portion.pieces.removeAll(keepingCapacity: true)
        portion.samples.removeAll(keepingCapacity: true)
        let end = source.offset + 256 << 10
        while portion.samples.count < 4_096, portion.pieces.count < 1_024, source.offset < end {
            let before = portion.samples.count
            let line = takePlainSamples(of: probes, into: &portion.samples)
            let taken = before..<portion.samples.count
            if !taken.isEmpty { portion.pieces.append(.samples(taken, firstLine: line)) }
            guard let next = try next() else { break }
            portion.pieces.append(.line(next))
        }
        portion.progress = progress
        return !portion.pieces.isEmpty
    }
}
