import LinecheckQuantities

extension CaptureReader {
    /// Takes the plain samples that come next and are in memory already, up to any line; ``next()`` goes on there.
    ///
    /// They are checked as all lines are. None is taken where a line of another kind comes next, in a capture of another version,
    /// behind the end of the run, and where damage has ended the reading.
    ///
    /// - Parameter batch: gets them, behind what it holds.
    /// - Returns: the line of the first in the file, counted from 1.
    public mutating func takePlainSamples(of probes: ProbeNames, into batch: inout [PlainSample]) -> Int {
        guard header?.version == FormatVersion.current, end == nil, !isDone else { return integrity.lines + 1 }
        let first = integrity.lines + 1
        let before = batch.count
        if source.isScanned(for: probes) {
            if let (samples, checksum) = source.takeSamples() {
                batch += samples
                integrity.cover(checksum, lines: samples.count)
            }
        } else {
            if shapes?.probes !== probes { shapes = SampleShapes(probes) }
            if let shapes { scan(shapes, into: &batch) }
        }
        let newest = batch[before...].reduce(Int64(0)) { max($0, $1.sentAt) }
        latest = max(latest, RunInstant(nanoseconds: newest))
        return first
    }

    private mutating func scan(_ shapes: SampleShapes, into batch: inout [PlainSample]) {
        let before = batch.count
        source.consume { bytes in
            let taken = SampleScanner.scan(bytes, shapes, into: &batch)
            integrity.cover(UnsafeBufferPointer(rebasing: bytes[..<taken]), lines: batch.count - before)
            return taken
        }
    }
}
