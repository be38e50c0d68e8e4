import LinecheckQuantities

extension CaptureReader {
    /// Takes the plain samples that come next and are in memory already; ``next()`` goes on behind them.
    ///
    /// They are checked as all lines are. None is taken where a line of another kind comes next, in a capture of another version,
    /// and behind the end of the run.
    ///
    /// - Parameter body: called for each with its line in the file, counted from 1.
    public mutating func takePlainSamples(of probes: ProbeNames, _ body: (PlainSample, Int) -> Void) {
        guard header?.version == FormatVersion.current, end == nil else { return }
        let line = integrity.lines
        var count = 0
        var newest: Int64 = 0
        source.consume { bytes in
            var scanner = SampleScanner(bytes, probes)
            while let sample = scanner.next() {
                count += 1
                newest = max(newest, sample.sentAt)
                body(sample, line + count)
            }
            integrity.cover(UnsafeBufferPointer(rebasing: bytes[..<scanner.taken]), lines: count)
            return scanner.taken
        }
        latest = max(latest, RunInstant(nanoseconds: newest))
    }
}
