import Glibc
import LinecheckCapture
import LinecheckSockets

/// The beginning and the last line of a capture, read without what is between them.
struct CaptureEdges {
    /// What the last line is.
    enum Ending: Equatable {
        /// A verdict whose checksum fits: the line.
        case verdict([UInt8])
        /// The run came to its end and was not judged.
        case end
        /// The run was killed, or goes on.
        case open
    }

    /// RFC 3339.
    var started: String
    /// Of the run.
    var id: String
    /// Nothing left the host. A header whose options do not fit into what is read of it says nothing of that.
    var isLoopback: Bool
    var ending: Ending

    /// Whether a file's header is a capture's, whatever became of the rest or of a format that is newer.
    ///
    /// - Returns: when the run began, RFC 3339, or an empty text where that is not known; nil: it is no capture.
    static func beginning(of path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        guard let head = try? read(file, at: 0, 4_096, path) else { return nil }
        // RFC 1952 §2.3.1.
        if head.starts(with: [0x1F, 0x8B]) { return compressedBeginning(of: path) }
        guard head.starts(with: "{\"type\":\"capture\",".utf8) else { return nil }
        do throws(Damage) {
            try refuseNewer(head, path)
            return try text(of: "started", in: head, path)
        } catch { return "" }
    }

    private static func compressedBeginning(of path: String) -> String? {
        do throws(Damage) {
            var reader = try CaptureReader(path: path)
            return try reader.next().map { line in
                if case .header(let header) = line.record { header.started } else { "" }
            }
        } catch {
            return error.kind == .newerVersion || error.kind == .unknownRequirement ? "" : nil
        }
    }

    /// nil: the file is compressed, and has no end that could be read first.
    ///
    /// - Throws: why it is no capture that can be listed: not one at all, its end damaged, not readable.
    init?(path: String) throws(Damage) {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else {
            throw Damage(.unreadable, file: path, reason: "it cannot be opened: \(String(cString: strerror(errno)))")
        }
        let file = Descriptor(owning: number)
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Damage(.unreadable, file: path, reason: "it is no regular file")
        }
        let head = try Self.read(file, at: 0, 4_096, path)
        // RFC 1952 §2.3.1.
        if head.starts(with: [0x1F, 0x8B]) { return nil }
        try Self.refuseNewer(head, path)
        started = try Self.text(of: "started", in: head, path)
        id = try Self.text(of: "id", in: head, path)
        isLoopback = Self.end(of: ",\"loopback\":true,", in: head) != nil
        ending = try Self.ending(file, Int64(status.st_size), path)
    }

    /// Behind the identifier and the software, all short; a quote inside of a text would be escaped.
    private static func text(of key: String, in head: [UInt8], _ path: String) throws(Damage) -> String {
        guard !head.isEmpty else { throw Damage(.notACapture, file: path, line: 1, reason: "the file is empty") }
        guard head.starts(with: "{\"type\":\"capture\",".utf8) else {
            throw Damage(.notACapture, file: path, line: 1, reason: "it is no capture")
        }
        guard let start = Self.end(of: ",\"\(key)\":\"", in: head),
            let length = head[start...].firstIndex(of: UInt8(ascii: "\""))
        else {
            throw Damage(.malformed, file: path, line: 1, reason: "its header has no \"\(key)\"")
        }
        return String(decoding: head[start..<length], as: UTF8.self)
    }

    /// What a newer program wrote may mean something else by the same words.
    private static func refuseNewer(_ head: [UInt8], _ path: String) throws(Damage) {
        guard let start = end(of: ",\"version\":", in: head) else { return }
        let digits = head[start...].prefix { (0x30...0x39).contains($0) }
        guard let version = Int(String(decoding: digits, as: UTF8.self)), version <= FormatVersion.current else {
            throw Damage(
                .newerVersion, file: path, line: 1,
                reason:
                    "it is in version \(String(decoding: digits.prefix(20), as: UTF8.self)) of the format, and this program "
                    + "knows version \(FormatVersion.current)")
        }
    }

    /// Behind the first occurrence, which is near the beginning.
    private static func end(of text: String, in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: text.utf8) }.map { $0 + text.utf8.count }
    }

    private static func ending(
        _ file: borrowing Descriptor, _ size: Int64, _ path: String
    ) throws(Damage) -> Ending {
        let line = try lastLine(file, size, path)
        if line.starts(with: "{\"type\":\"end\",".utf8) { return .end }
        guard line.starts(with: "{\"type\":\"verdict\",".utf8) else { return .open }
        guard isSealed(line) else {
            throw Damage(.corrupt, file: path, reason: "the checksum of its verdict does not fit")
        }
        return .verdict(line)
    }

    /// Whether a line ends in its own checksum: `"crc32c":"` and eight digits, over everything before that key.
    private static func isSealed(_ line: [UInt8]) -> Bool {
        let key = Array("\"crc32c\":\"".utf8)
        guard let start = line.indices.suffix(20).first, line[start...].starts(with: key), line.count > 20 else {
            return false
        }
        var crc = CRC32C()
        crc.update(line[..<start])
        return line[start...].elementsEqual(key + Array(crc.text.utf8) + Array("\"}".utf8))
    }

    /// Without its line end. Read backwards in growing pieces: most verdicts fit in the first.
    private static func lastLine(
        _ file: borrowing Descriptor, _ size: Int64, _ path: String
    ) throws(Damage) -> [UInt8] {
        var length: Int64 = 32_768
        while true {
            let start = max(0, size - length)
            var piece = try read(file, at: start, Int(size - start), path)
            if piece.last == 0x0A { piece.removeLast() }
            if let newline = piece.lastIndex(of: 0x0A) { return Array(piece[(newline + 1)...]) }
            // A line may be that long and no longer (the format's own limit).
            if start == 0 || length > 64 << 20 { return piece }
            length *= 8
        }
    }

    private static func read(
        _ file: borrowing Descriptor, at offset: Int64, _ count: Int, _ path: String
    ) throws(Damage) -> [UInt8] {
        let number = file.number
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(number, room.baseAddress, room.count, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        guard failure == 0 else {
            throw Damage(.unreadable, file: path, reason: "it cannot be read: \(String(cString: strerror(failure)))")
        }
        return bytes
    }
}
