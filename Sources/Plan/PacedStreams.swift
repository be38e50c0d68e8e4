public import LinecheckQuantities

/// How a pace bounds what is on its way.
///
/// A download's pace is held by reading late, and meanwhile the server fills the receive buffers: of 1 Mbit/s for 4 s,
/// 0.5 MB, 16 streams received 1.93 MB. So the buffers of all streams together hold a fraction of a second of the pace.
extension Load {
    /// Long enough for the window of a round trip of 300 ms.
    private static let reserve = Duration.milliseconds(400)
    /// What one stream needs at least: three segments of Ethernet, as the kernel accounts for them.
    private static let leastBuffer: Int64 = 8_192

    /// Bytes of the pace in the reserve; nil without a pace.
    private var reserved: Int64? {
        pace.map { $0.bitsPerSecond / 8 * Self.reserve.nanoseconds / 1_000_000_000 }
    }

    /// The most streams that its pace can feed. More of them would not be used, and each holds a buffer.
    public var streamsFed: Int { reserved.map { Int(clamping: max(1, $0 / Self.leastBuffer)) } ?? .max }

    /// What the receive buffer of each stream of a paced download may hold; nil: as the system does.
    public var receiveBuffer: ByteCount? {
        guard direction == .download, let reserved else { return nil }
        return ByteCount(bytes: max(Self.leastBuffer, reserved / Int64(max(1, min(streams, streamsFed)))))
    }

    /// The same with no more streams than the pace feeds. One that grows finds them while it runs.
    var withStreamsFed: Load {
        var load = self
        if !growsStreams { load.streams = min(streams, streamsFed) }
        return load
    }
}
