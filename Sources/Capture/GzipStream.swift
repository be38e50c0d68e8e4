/// Undoes gzip (RFC 1952), fed with pieces of the file; checks the length and checksum at the end of each member.
struct GzipStream {
    private enum Part { case header, body, trailer, done }

    /// A header without its texts, or a block's codes, fits in this; below it a step might stop in its middle.
    private static let enoughInput = 1_024
    private static let pieceSize = 65_536
    private static let windowSize = 32_768

    private var part = Part.header
    private var bits = BitReader()
    private var inflater = Inflater()
    /// The last 32 KiB decoded.
    private var window: [UInt8] = []
    private var checksum = CRC32()
    private var length: UInt32 = 0
    /// What is wrong behind the bytes that have been handed out.
    private var failure: InflateFailure?

    /// Where the input is over: it has stopped before the end of a member, if only by a byte of its trailer.
    var isCutShort: Bool { part != .done }

    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    mutating func feed(_ more: ArraySlice<UInt8>) { bits.feed(more) }

    /// The next decoded bytes; none when more input is needed or, with `isComplete`, at the end.
    ///
    /// - Throws: `inputEnds` when the file stops inside a member.
    mutating func next(isComplete: Bool) throws(InflateFailure) -> ArraySlice<UInt8> {
        if let failure { throw failure }
        while isComplete || bits.unreadCount >= Self.enoughInput {
            switch part {
            case .header:
                guard try readHeader(isComplete) else { return [] }
            case .body:
                let piece = try inflate(leaving: isComplete ? 0 : Self.enoughInput)
                if inflater.isDone { part = .trailer }
                if !piece.isEmpty { return piece }
            case .trailer: try readTrailer()
            case .done: return []
            }
        }
        return []
    }

    private mutating func inflate(leaving reserve: Int) throws(InflateFailure) -> ArraySlice<UInt8> {
        let before = window.count
        var output = window
        window = []
        do throws(InflateFailure) {
            try inflater.decode(&bits, into: &output, until: before + Self.pieceSize, leaving: reserve)
        } catch {
            failure = error
            if output.count == before { throw error }
        }
        let piece = output[before...]
        checksum.update(piece)
        length &+= UInt32(truncatingIfNeeded: piece.count)
        window = Array(output.suffix(Self.windowSize))
        return piece
    }

    /// RFC 1952 §2.3. False when a long name has not come as a whole yet.
    private mutating func readHeader(_ isComplete: Bool) throws(InflateFailure) -> Bool {
        var trial = bits
        do throws(InflateFailure) {
            guard try trial.take(16) == 0x8B1F, try trial.take(8) == 8 else {
                throw .notDeflate("what follows is no gzip")
            }
            let flags = try trial.take(8)
            for _ in 0..<3 { _ = try trial.take(16) }
            if flags & 4 != 0 { for _ in 0..<(try trial.take(16)) { _ = try trial.take(8) } }
            for text: UInt32 in [8, 16] where flags & text != 0 { while try trial.take(8) != 0 {} }
            if flags & 2 != 0 { _ = try trial.take(16) }
        } catch {
            if error == .inputEnds, !isComplete { return false }
            throw error
        }
        (bits, inflater, window, checksum, length, part) = (trial, Inflater(), [], CRC32(), 0, .body)
        return true
    }

    private mutating func readTrailer() throws(InflateFailure) {
        bits.skipToByte()
        let (low, high) = (try bits.take(16), try bits.take(16))
        let (shortLow, shortHigh) = (try bits.take(16), try bits.take(16))
        guard low | high << 16 == checksum.value else { throw .notDeflate("its checksum does not fit") }
        guard shortLow | shortHigh << 16 == length else { throw .notDeflate("its length does not fit") }
        part = bits.unreadCount == 0 ? .done : .header
    }
}

/// CRC-32 as gzip uses it: reflected polynomial 0xEDB88320. RFC 1952 §8.
struct CRC32 {
    private var register: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~register }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { register = crcTable[Int((register ^ UInt32(byte)) & 0xFF)] ^ register >> 8 }
    }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
}
