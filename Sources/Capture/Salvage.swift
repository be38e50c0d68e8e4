/// What of a damaged or unfinished capture can be relied on, as a new capture of just that.
///
/// The file is read twice, since a capture of which nothing can be relied on leaves no file behind.
public struct Salvage: Sendable {
    /// What the reader noticed, in the order of the file; empty for a whole capture.
    public let damages: [Damage]
    private let path: String

    /// - Throws: `Damage` when nothing can be relied on: there is no header, or it is not what was written.
    public init(surveying path: String) throws(Damage) {
        self.path = path
        var reader = SalvageReader(try CaptureReader(path: path, recover: true))
        while try reader.next() != nil {}
        damages = reader.damages
    }

    public var isWhole: Bool { damages.isEmpty }

    /// What is whole, as a capture of its own under a name that must be free.
    ///
    /// - Returns: what is missing from it.
    /// - Throws: `CaptureError` when it cannot be stored, `Damage` when the damaged one can no longer be read.
    public func write(to path: String) throws -> [LostStretch] { try write(CaptureFile(creating: path)) }

    /// The same to an open descriptor, such as standard output.
    public func write(to descriptor: Int32) throws -> [LostStretch] {
        try write(CaptureFile(descriptor: descriptor))
    }

    private func write(_ file: consuming CaptureFile) throws -> [LostStretch] {
        var copy = CaptureCopy(file)
        var reader = SalvageReader(try CaptureReader(path: path, recover: true))
        while let piece = try reader.next() {
            if let bytes = piece.bytes { try copy.copy(bytes, of: piece.record) } else { try copy.add(piece.record) }
        }
        try copy.finish()
        return reader.losses
    }
}
