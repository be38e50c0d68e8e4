import Glibc

/// The lines of a file, a pipe or bytes in memory, one at a time; holds no more than one line and one read ahead.
struct LineSource: ~Copyable {
    enum Failure: Error {
        /// More bytes than allowed and no line end yet. The line's beginning is still unread; see ``skipLine()``.
        case tooLong
        /// errno of read(2).
        case system(Int32)
    }

    struct Line {
        /// Where its bytes are in the buffer, without the line end.
        var range: Range<Int>
        /// Where it begins in the file.
        var offset: Int64
        /// false for a last line without a line end.
        var isTerminated: Bool
    }

    private static let readSize = 256 << 10

    /// -1 when all bytes are in the buffer already.
    private let descriptor: Int32
    private let closesDescriptor: Bool
    private(set) var buffer: [UInt8]
    private var start = 0
    private var filled: Int
    /// Offset in the file of the buffer's first byte.
    private var base: Int64 = 0
    private var sawEnd: Bool

    init(bytes: [UInt8]) {
        descriptor = -1
        closesDescriptor = false
        buffer = bytes
        filled = bytes.count
        sawEnd = true
    }

    /// - Parameter closing: whether the descriptor is closed together with this value.
    init(descriptor: Int32, closing: Bool) {
        self.descriptor = descriptor
        closesDescriptor = closing
        buffer = [UInt8](repeating: 0, count: Self.readSize)
        filled = 0
        sawEnd = false
    }

    deinit { if closesDescriptor { _ = close(descriptor) } }

    /// Where the next line begins in the file.
    var offset: Int64 { base + Int64(start) }

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
        if start > 0 {
            buffer.withUnsafeMutableBytes { bytes in
                guard let first = bytes.baseAddress else { return }
                memmove(first, first + start, filled - start)
            }
            base += Int64(start)
            filled -= start
            start = 0
        }
        if buffer.count - filled < Self.readSize {
            buffer += [UInt8](repeating: 0, count: max(Self.readSize, buffer.count))
        }
        let (descriptor, unread) = (descriptor, filled)
        var count = -1
        repeat {
            count = buffer.withUnsafeMutableBytes { bytes in
                guard let first = bytes.baseAddress else { return 0 }
                return read(descriptor, first + unread, Self.readSize)
            }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .system(errno) }
        if count == 0 { sawEnd = true }
        filled += count
    }
}
