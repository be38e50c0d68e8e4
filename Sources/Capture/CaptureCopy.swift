/// A capture that is made from another one, line by line; many lines are one write(2), since nothing is lost with them.
struct CaptureCopy: ~Copyable {
    private static let chunk = 1 << 18

    private var file: CaptureFile
    private var encoder = RecordEncoder()
    private var pending: [UInt8] = []

    init(_ file: consuming CaptureFile) { self.file = file }

    /// A line as it stands in the other capture; checkpoints are made to fit.
    mutating func copy(_ line: [UInt8], of record: Record) throws(CaptureError) {
        try take(encoder.copy(line, of: record))
    }

    mutating func add(_ record: Record) throws(CaptureError) { try take(encoder.encode(record)) }

    /// Brings everything to the disk and gives the file its name.
    consuming func finish() throws(CaptureError) {
        try file.write(pending)
        try file.sync()
        try file.publish()
    }

    private mutating func take(_ bytes: [UInt8]) throws(CaptureError) {
        pending += bytes
        guard pending.count >= Self.chunk else { return }
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}
