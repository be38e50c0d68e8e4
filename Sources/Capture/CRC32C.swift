import CChecksum

/// CRC-32C (Castagnoli): reflected polynomial 0x82F63B78, register all ones at first and complemented at last.
///
/// Source: RFC 3720 §12.1 and appendix B.4. Every error of one bit, and every burst of up to 32 bits, is noticed.
/// Tables for eight bytes at a time: Kounavis and Berry, "A Systematic Approach to Building High Performance
/// Software-based CRC Generators" (ISCC 2005).
public struct CRC32C: Hashable, Sendable {
    var register: UInt32 = 0xFFFF_FFFF

    /// Of no bytes.
    public init() {}

    /// Goes on from a checksum: it alone determines what follows.
    public init(resuming value: UInt32) { register = ~value }

    init(register: UInt32) { self.register = register }

    /// Of the bytes so far.
    public var value: UInt32 { ~register }

    /// Eight hexadecimal digits in lower case, as the format writes it.
    public var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    public mutating func update(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
        if done == nil { update(Array(bytes)) }
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard hasInstruction, let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            return updateByTables(bytes)
        }
        register = crc32c_by_instruction(register, start, bytes.count)
    }

    /// For processors without an instruction.
    package mutating func updateByTables(_ bytes: UnsafeRawBufferPointer) {
        register = tables.withUnsafeBufferPointer { table in
            var crc = register
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let low = crc ^ UInt32(truncatingIfNeeded: word)
                let high = UInt32(truncatingIfNeeded: word >> 32)
                crc =
                    table[1792 + Int(low & 0xFF)] ^ table[1536 + Int(low >> 8 & 0xFF)]
                    ^ table[1280 + Int(low >> 16 & 0xFF)] ^ table[1024 + Int(low >> 24)]
                    ^ table[768 + Int(high & 0xFF)] ^ table[512 + Int(high >> 8 & 0xFF)]
                    ^ table[256 + Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
                offset += 8
            }
            while offset < bytes.count {
                crc = table[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ crc >> 8
                offset += 1
            }
            return crc
        }
    }
}

private let hasInstruction = crc32c_has_instruction()

/// Eight tables of 256: the k-th holds the effect of a byte with k zero bytes after it.
private let tables: [UInt32] = {
    var all = [UInt32](repeating: 0, count: 2048)
    for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
        all[byte] = crc
    }
    for index in 256..<2048 { all[index] = all[index - 256] >> 8 ^ all[Int(all[index - 256] & 0xFF)] }
    return all
}()
