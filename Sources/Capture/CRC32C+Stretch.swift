extension CRC32C {
    /// What some bytes add to the checksum of a file, whatever stands before them: so that several threads can each read a part.
    ///
    /// The register is linear in what it held before and in what it reads (Peterson and Brown, "Cyclic Codes for Error
    /// Detection", 1961): the one is followed by as many zeros as there are bytes, and the other begins with none.
    package struct Stretch: Hashable, Sendable {
        fileprivate let register: UInt32
        fileprivate let count: Int

        package init(_ bytes: UnsafeRawBufferPointer) {
            var crc = CRC32C(register: 0)
            crc.update(bytes)
            (register, count) = (crc.register, bytes.count)
        }
    }

    package mutating func append(_ stretch: Stretch) {
        var (zeros, power) = (stretch.count, 0)
        while zeros > 0, power < Self.powers {
            if zeros & 1 == 1 { register = zerosFollow(register, power) }
            zeros >>= 1
            power += 1
        }
        // Longer ones than there are tables for: as often as it takes, by the largest.
        for _ in 0..<2 * zeros { register = zerosFollow(register, Self.powers - 1) }
        register ^= stretch.register
    }

    /// Tables are for 2^0 to 2^19 zero bytes, and so for a mebibyte less one at once.
    fileprivate static let powers = 20
}

/// The register when a power of two of zero bytes has followed: each of its bits turns into some bits, which add up by xor.
private func zerosFollow(_ register: UInt32, _ power: Int) -> UInt32 {
    columns.withUnsafeBufferPointer { columns in
        var sum: UInt32 = 0
        for bit in 0..<32 { sum ^= columns[32 * power + bit] & (0 &- (register >> UInt32(bit) & 1)) }
        return sum
    }
}

/// By power, what becomes of each bit: of twice as many zeros what becomes of that.
private let columns: [UInt32] = {
    var all: [UInt32] = (0..<32).map { bit in
        var crc = CRC32C(register: 1 << UInt32(bit))
        crc.update(CollectionOfOne(0))
        return crc.register
    }
    for power in 1..<CRC32C.powers {
        let half = Array(all[(32 * (power - 1))...])
        all += half.map { register in
            half.indices.reduce(0) { $0 ^ (register >> UInt32($1) & 1 == 1 ? half[$1] : 0) }
        }
    }
    return all
}()
