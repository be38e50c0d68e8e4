import LinecheckThreads

/// The rest of a file, block by block; threads read it ahead, and look through it.
final class ScannedBlocks {
    /// Whoever judges takes about as long as two of them.
    private static let mostThreads = 4
    /// Blocks that are read ahead: enough to go on with while the kernel gives the processor to another of the threads.
    private static let depth = 12

    let probes: ProbeNames
    private let blocks: FilledAhead<InputBlock>
    private let fill: FilledAhead<InputBlock>.Fill
    /// The one that is read now; its storage is where its bytes were taken to.
    private var current = InputBlock()
    /// How many of its runs were taken or passed.
    private var runsPassed = 0
    /// By how much its bytes stand further behind than in its own storage.
    private var shift = 0
    private var wasLast = false

    /// - Parameter descriptor: stays open longer than this.
    init(_ descriptor: Int32, from place: Int64, _ probes: ProbeNames) throws(SignalFreeThread.Refused) {
        self.probes = probes
        blocks = try FilledAhead(
            threads: min(OnAllCores.count - 1, Self.mostThreads), depth: Self.depth, empty: InputBlock()
        ) {
            let shapes = SampleShapes(probes)
            return { number, block in block.fill(number, of: descriptor, from: place, shapes) }
        }
        fill = blocks.fill()
    }

    /// Returns when nothing is read any more.
    func stop() { blocks.stop() }

    /// A block was taken.
    private(set) var holds = false

    /// Goes on in the next block; false at the end.
    ///
    /// - Parameters:
    ///   - unread: where in the buffer is what has not been read yet; then, together with the block's bytes.
    ///   - buffer: gets them.
    func next(_ unread: inout Range<Int>, in buffer: inout [UInt8]) throws(LineSource.Failure) -> Bool {
        guard !wasLast else { return false }
        blocks.take(&current, filling: fill)
        wasLast = !current.isFull
        runsPassed = 0
        holds = true
        if let code = current.failure { throw .system(code) }
        guard current.count > 0 else { return false }
        let (room, end) = (InputBlock.room, InputBlock.room + current.count)
        if unread.count <= room {
            let start = room - unread.count
            current.storage.replaceSubrange(start..<room, with: buffer[unread])
            swap(&buffer, &current.storage)
            unread = start..<end
        } else {
            buffer.removeSubrange(unread.upperBound...)
            buffer.removeSubrange(..<unread.lowerBound)
            buffer += current.storage[room..<end]
            unread = 0..<buffer.count
        }
        shift = unread.upperBound - end
        return true
    }

    /// The plain samples of the lines that begin at a place in the buffer, and where these end; nil where there are none.
    func takeSamples(at place: Int) -> (samples: ArraySlice<PlainSample>, checksum: CRC32C.Stretch, end: Int)? {
        let runs = current.runs
        while runsPassed < runs.count, runs[runsPassed].bytes.lowerBound + shift < place { runsPassed += 1 }
        guard runsPassed < runs.count, runs[runsPassed].bytes.lowerBound + shift == place else { return nil }
        let run = runs[runsPassed]
        runsPassed += 1
        return (current.samples[run.samples], run.checksum, run.bytes.upperBound + shift)
    }
}
