import LinecheckSockets
import Testing

@Suite struct InternetChecksumTests {
    @Test(
        arguments: [
            // RFC 1071 §3: the sum is ddf2.
            ([0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7], 0x220D),
            // The shortest valid echo request with its checksum zeroed.
            ([0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], 0xF7FF),
            ([0x00, 0x00, 0x00, 0x00], 0xFFFF), ([0xFF, 0xFF, 0xFF, 0xFF], 0x0000), ([], 0xFFFF),
            // An odd last byte is the high half of a word, and not sign-extended (fping loses every reply of odd length
            // whose last byte is 0x80 or more).
            ([0x01], 0xFEFF), ([0xFF], 0x00FF), ([0x00, 0x01, 0xFF], 0x00FE), ([0x00, 0x01, 0x80], 0x7FFE),
        ] as [([UInt8], UInt16)])
    func `known sums`(bytes: [UInt8], checksum: UInt16) {
        #expect(InternetChecksum.of(bytes) == checksum)
    }

    @Test(arguments: [0, 1, 55, 56, 57, 1400])
    func `a message with its checksum sums to zero, and a flipped bit does not`(length: Int) {
        var generator = SystemRandomNumberGenerator()
        let payload = (0..<length).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
        var request = EchoMessage(identifier: 0x1234, sequence: 65_535, payload: payload).request(.ipv4)
        #expect(InternetChecksum.of(request) == 0)
        request[request.count - 1] ^= 0x10
        #expect(InternetChecksum.of(request) != 0)
    }
}
