import Glibc
import LinecheckThreads

/// The lines of a file, a pipe or bytes in memory, one at a time; holds no more than one line and one read ahead.
struct LineSource: ~Copyable {
    enum Failure: Error {
        /// More bytes than allowed and no line end yet. The line's beginning is still unread; see ``skipLine()``.
        case tooLong
        /// errno of read(2).
        case system(Int32)
        /// The file is compressed, and not as gzip does it.
        case badCompression(String)
    }

    struct Line {
        /// Where its bytes are in the buffer, without the line end.
        var range: Range<Int>
        /// Where it begins in the file.
        var offset: Int64
        /// false for a last line without a line end.
        var isTerminated: Bool
    }

    private let input: RawInput
    private(set) var buffer: [UInt8]
    private var start = 0
    private var filled: Int
    /// Offset in the file of the buffer's first byte.
    private var base: Int64 = 0
    private var sawEnd: Bool
    /// Undoes the compression of a file that begins like one; nil for plain lines.
    private var gzip: GzipStream?
    /// Nothing more comes from the descriptor; decoded bytes may.
    private var sawInputEnd: Bool
    /// Compressed bytes on their way.
    private var scratch: [UInt8] = []
    /// What threads read before it is asked for; nil: nothing.
    private var ahead: ScannedBlocks?

    init(bytes: [UInt8]) {
        input = RawInput()
        sawInputEnd = true
        guard GzipStream.begins(bytes[...]) else {
            buffer = bytes
            filled = bytes.count
            sawEnd = true
            return
        }
        var stream = GzipStream()
        stream.feed(bytes[...])
        gzip = stream
        buffer = []
        filled = 0
        sawEnd = false
    }

    /// - Parameter closing: whether the descriptor is closed together with this value.
    init(descriptor: Int32, closing: Bool) {
        input = RawInput(descriptor: descriptor, closing: closing)
        buffer = []
        filled = 0
        sawEnd = false
        sawInputEnd = false
    }

    // Its threads have ended before the descriptor is closed.
    deinit { ahead?.stop() }

    /// Where the next line begins in the file.
    var offset: Int64 { base + Int64(start) }

    /// Lines come as they stand in the file, so that its size tells how many are still to come.
    var isPlain: Bool { gzip == nil }

    /// The end was reached, and the compression had none of its own.
    var isCutShort: Bool { sawEnd && gzip?.isCutShort == true }

    /// The first bytes of what is unread, at most `count`.
    mutating func peek(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
        while filled - start < count, !sawEnd { try fill() }
        return buffer[start..<min(start + count, filled)]
    }

    /// The next line, or nil at the end. Its range is good until the next call.
    mutating func next(limit: Int) throws(Failure) -> Line? {
        var scanned = start
        while true {
            if let end = lineEnd(from: scanned) {
                guard end - start <= limit else { throw .tooLong }
                defer { start = end + 1 }
                return Line(range: start..<end, offset: offset, isTerminated: true)
            }
            guard filled - start <= limit else { throw .tooLong }
            if sawEnd {
                guard filled > start else { return nil }
                defer { start = filled }
                return Line(range: start..<filled, offset: offset, isTerminated: false)
            }
            let unread = filled - start
            try fill()
            scanned = start + unread
        }
    }

    /// Shows what is unread and in memory; takes from it the whole lines that `body` says it has taken, in bytes.
    mutating func consume(_ body: (UnsafeBufferPointer<UInt8>) -> Int) {
        start += buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<filled])) }
    }

    /// From here on threads read ahead and look for plain samples, unless lines are compressed.
    ///
    /// - Precondition: this is a file.
    mutating func readAhead(of probes: ProbeNames) {
        guard isPlain, !sawInputEnd, ahead == nil else { return }
        ahead = try? ScannedBlocks(input.descriptor, from: base + Int64(filled), probes)
    }

    /// Whether ``takeSamples()`` tells of the plain samples of these probes.
    func isScanned(for probes: ProbeNames) -> Bool { ahead?.probes === probes && ahead?.holds == true }

    /// The plain samples that come next, and what their lines add to a checksum; nil where a line comes that is none, or stands at
    /// a block's border.
    mutating func takeSamples() -> (samples: ArraySlice<PlainSample>, checksum: CRC32C.Stretch)? {
        guard let taken = ahead?.takeSamples(at: start) else { return nil }
        start = taken.end
        return (taken.samples, taken.checksum)
    }

    /// Drops the rest of a line that is too long, without holding it.
    mutating func skipLine() throws(Failure) {
        while true {
            if let end = lineEnd(from: start) {
                start = end + 1
                return
            }
            start = filled
            if sawEnd { return }
            try fill()
        }
    }

    private func lineEnd(from position: Int) -> Int? {
        guard position < filled else { return nil }
        return buffer.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, let found = memchr(first + position, 0x0A, filled - position) else {
                return nil
            }
            return first.distance(to: found)
        }
    }

    /// Reads once more behind what is unread, moving that to the front and growing when it must.
    private mutating func fill() throws(Failure) {
        if let ahead {
            let place = offset
            var unread = start..<filled
            if try !ahead.next(&unread, in: &buffer) { (sawEnd, sawInputEnd) = (true, true) }
            (start, filled) = (unread.lowerBound, unread.upperBound)
            base = place - Int64(start)
            return
        }
        if start > 0 {
            // In its place, and not shortened: what is behind is read over.
            buffer.withUnsafeMutableBytes { bytes in
                if let first = bytes.baseAddress { memmove(first, first + start, filled - start) }
            }
            base += Int64(start)
            filled -= start
            start = 0
        }
        let isFirst = base == 0 && filled == 0
        if gzip == nil { try readPlain() }
        // The first read of a pipe may bring a single byte.
        while isFirst, gzip == nil, filled == 1, !sawEnd { try readPlain() }
        if isFirst, gzip == nil, GzipStream.begins(buffer[..<filled]) {
            var stream = GzipStream()
            stream.feed(buffer[..<filled])
            gzip = stream
            filled = 0
        }
        if gzip != nil { try decode() }
    }

    private mutating func readPlain() throws(Failure) {
        let count = try input.read(into: &buffer, behind: filled)
        if count == 0 { (sawEnd, sawInputEnd) = (true, true) }
        filled += count
    }

    /// Appends the next decoded bytes. A stream that was cut off ends where it ends: its lines tell what is missing.
    private mutating func decode() throws(Failure) {
        buffer.removeSubrange(filled...)
        while true {
            do throws(InflateFailure) {
                let piece = try gzip?.next(isComplete: sawInputEnd) ?? []
                buffer += piece
                filled = buffer.count
                if !piece.isEmpty { return }
            } catch {
                if case .notDeflate(let reason) = error { throw .badCompression(reason) }
            }
            if sawInputEnd {
                sawEnd = true
                return
            }
            let count = try input.read(into: &scratch, behind: 0)
            if count == 0 { sawInputEnd = true }
            gzip?.feed(scratch[..<count])
        }
    }
}
