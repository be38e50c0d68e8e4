/// Edits a capture and makes its checksums fit again: what only somebody who knows the format can do.
///
/// The checksum is worked out here bit by bit (CRC-32C, RFC 3720 appendix B.4: polynomial 0x1EDC6F41, reflected), so that the
/// program's own tables are not believed.
enum Reseal {
    /// - Parameter edit: a line without its line end, counted from 1; returns what stands there instead.
    static func capture(_ bytes: [UInt8], _ edit: (Int, String) -> String) -> [UInt8] {
        var crc: UInt32 = ~0
        var result: [UInt8] = []
        for (index, raw) in bytes.split(separator: 0x0A).enumerated() {
            let line = edit(index + 1, String(decoding: raw, as: UTF8.self))
            let sealed = seal(line, after: line.hasPrefix("{\"type\":\"verdict\"") ? ~0 : crc) + [0x0A]
            crc = update(crc, sealed)
            result += sealed
        }
        return result
    }

    private static func seal(_ line: String, after crc: UInt32) -> [UInt8] {
        let bytes = Array(line.utf8)
        let key = Array("\"crc32c\":\"".utf8)
        let start = bytes.count - key.count - 10
        guard start > 0, bytes[start..<(start + key.count)] == key[...] else { return bytes }
        let sum = ~update(crc, Array(bytes[..<start]))
        let text = String(sum, radix: 16)
        return bytes[..<start] + key + Array(String(repeating: "0", count: 8 - text.count).utf8)
            + Array((text + "\"}").utf8)
    }

    private static func update(_ crc: UInt32, _ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(crc) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
        }
    }
}
