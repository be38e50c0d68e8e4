import LinecheckCapture
import TestSupport
import Testing

@Suite struct ChecksumTests {
    private func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32C()
        crc.update(bytes)
        return crc.value
    }

    /// RFC 3720 appendix B.4 prints the CRC bytes in the order of transmission, least significant first.
    @Test func `CRC-32C gives the values of RFC 3720`() {
        #expect(crc([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(crc([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(crc(Array(0..<32)) == 0x46DD_794E)
        #expect(crc(Array((0..<32).reversed())) == 0x113F_DB5C)
        let iSCSIRead: [UInt8] =
            [0x01, 0xC0, 0, 0] + [UInt8](repeating: 0, count: 12) + [0x14, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0x14]
            + [0, 0, 0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        #expect(crc(iSCSIRead) == 0xD996_3A56)
        #expect(crc(Array("123456789".utf8)) == 0xE306_9283)
        #expect(crc([]) == 0)
    }

    @Test func `a checksum does not depend on how the bytes come in pieces`() {
        var random = SeededGenerator(seed: 7)
        let bytes = (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for cut in 0..<64 {
            var crc = CRC32C()
            crc.update(bytes[..<cut])
            var resumed = CRC32C(resuming: crc.value)
            resumed.update(bytes[cut...])
            #expect(resumed.value == self.crc(bytes))
        }
    }

    @Test func `stretches that were summed apart give the checksum of the whole`() {
        var random = SeededGenerator(seed: 9)
        // Longer than the largest power of two that is tabled, so that it is used more than once.
        let bytes = (0..<3_300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for lengths in [
            [0], [1], [2, 3, 64, 0, 65, 1_000, 131_072, 131_071], [1_048_575], [1_048_576, 1], [3_300_000],
        ] {
            var crc = CRC32C()
            crc.update(bytes[..<7])
            var joined = crc
            var end = 7
            for length in lengths {
                let stretch = bytes[end..<min(end + length, bytes.count)]
                stretch.withUnsafeBytes { joined.append(CRC32C.Stretch($0)) }
                crc.update(stretch)
                end += stretch.count
            }
            #expect(joined == crc)
        }
    }

    /// On a processor without the instruction the tables are compared with themselves, and with RFC 3720 above.
    @Test func `the processor's instruction and the tables give the same`() {
        var random = SeededGenerator(seed: 8)
        let bytes = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for start in 0..<9 {
            for count in [0, 1, 2, 7, 8, 9, 15, 16, 63, 64, 65, 1_000, 3_071, 3_072, 3_073, 6_144, 9_991] {
                var tables = CRC32C(resuming: 0x1234_5678)
                bytes.withUnsafeBytes {
                    tables.updateByTables(UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
                }
                var instruction = CRC32C(resuming: 0x1234_5678)
                instruction.update(bytes[start..<start + count])
                #expect(tables == instruction)
            }
        }
    }

    @Test func `a checksum is written with eight digits`() {
        #expect(CRC32C(resuming: 0xA).text == "0000000a")
    }

    /// FIPS 180-4 examples of NIST's Cryptographic Standards and Guidelines, and lengths around the padding's edge.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
        (
            String(repeating: "a", count: 55),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
        ),
        (
            String(repeating: "a", count: 56),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
        ),
        (
            String(repeating: "a", count: 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
        ),
    ])
    func `SHA-256 gives the values of FIPS 180-4`(text: String, hex: String) {
        #expect(SHA256.hex(Array(text.utf8)) == hex)
    }
}
