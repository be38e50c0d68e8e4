import Glibc
import LinecheckQuantities
import LinecheckThreads

/// Reads a capture line by line, and checks on the way that it is what was written.
///
/// Memory does not grow with the file. Damage ends the reading with an error that says where; with `recover` it is
/// noted in ``damages`` and reading goes on with the next whole line. A capture that was cut off is no error in either
/// case: all whole lines are read, ``damages`` then says where it stops, and ``isComplete`` is false.
public struct CaptureReader: ~Copyable {
    /// A record and where it stands.
    public struct Line: Equatable, Sendable {
        public var record: Record
        /// Counted from 1.
        public var number: Int
        /// Where the line begins in the file.
        public var byteOffset: Int64
    }

    /// The capture as the person named it.
    public let name: String
    /// Read with the first line; nil before.
    public internal(set) var header: Header?
    /// The end record; nil before it was read, and for a capture without one.
    public internal(set) var end: End?
    /// What was noticed without ending the reading, in the order of the file.
    public internal(set) var damages: [Damage] = []

    var source: LineSource
    let recovers: Bool
    var integrity = Integrity()
    /// The latest time that a record told.
    var latest = RunInstant.start
    var hasVerdict = false
    var clocks = ClockContinuity()
    var isDone = false
    /// Of the lines that were read fast; nil before.
    var shapes: SampleShapes?
    /// Bytes of the file; nil where nobody knows yet.
    private var size: Int64?
    /// Where the line of the latest record is in the source's buffer.
    private(set) var place = 0..<0

    /// - Throws: `unreadable` with what the system said, `not-a-capture` for what is no file: a directory, a named pipe, a device.
    public init(path: String, recover: Bool = false) throws(Damage) {
        let descriptor: Int32
        do throws(InputFile.Refusal) { descriptor = try InputFile.open(path) } catch {
            switch error {
            case .system(let code):
                throw Damage(.unreadable, file: path, reason: "it cannot be opened: \(String(cString: strerror(code)))")
            case .noFile("a directory"):
                throw Damage(
                    .notACapture, file: path, line: 1, reason: "this is a directory, not a capture")
            case .noFile(let kind):
                throw Damage(
                    .notACapture, file: path, line: 1,
                    reason: "this is \(kind), not a capture; what comes through it is read from standard input, named -"
                )
            }
        }
        self.init(source: LineSource(descriptor: descriptor, closing: true), name: path, recover: recover)
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { size = Int64(status.st_size) }
    }

    /// Reads from a descriptor, such as standard input, and leaves it open.
    public init(descriptor: Int32, name: String, recover: Bool = false) {
        self.init(source: LineSource(descriptor: descriptor, closing: false), name: name, recover: recover)
    }

    public init(bytes: [UInt8], name: String, recover: Bool = false) {
        self.init(source: LineSource(bytes: bytes), name: name, recover: recover)
    }

    private init(source: consuming LineSource, name: String, recover: Bool) {
        self.source = source
        self.name = name
        recovers = recover
    }

    /// Bytes of lines that were read, and bytes that are in the file; nil for a pipe and for a compressed one.
    public var progress: (read: Int64, of: Int64)? { source.isPlain ? size.map { (source.offset, $0) } : nil }

    /// The end record was read and nothing is damaged.
    public var isComplete: Bool { end != nil && damages.isEmpty }

    /// The bytes of the line that ``next()`` gave last, without its line end.
    var bytes: [UInt8] { Array(lineBytes) }
    var lineBytes: ArraySlice<UInt8> { source.buffer[place] }

    /// From here on all cores read a large file ahead, and look for the plain samples of some probes.
    ///
    /// - Parameter size: bytes from which on that pays.
    public mutating func readAhead(of probes: ProbeNames, from size: Int64 = 16_000_000) {
        guard let progress, progress.of >= size, OnAllCores.count > 1 else { return }
        source.readAhead(of: probes)
    }

    /// The next record, or nil at the end.
    ///
    /// - Throws: what makes the capture unusable from here on. Later calls return nil.
    public mutating func next() throws(Damage) -> Line? {
        while !isDone {
            do throws(Damage) {
                guard let line = try nextLine() else {
                    isDone = true
                    conclude()
                    return nil
                }
                if let record = try take(line) {
                    place = line.range
                    return Line(record: record, number: integrity.lines, byteOffset: line.offset)
                }
            } catch {
                isDone = true
                throw error
            }
        }
        return nil
    }
}
