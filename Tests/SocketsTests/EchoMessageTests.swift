import LinecheckSockets
import Testing

@Suite struct EchoMessageTests {
    private let message = EchoMessage(identifier: 0xABCD, sequence: 0xFFFE, payload: [1, 2, 3])

    /// An IPv4 header with this many words, options filled with no-operation (RFC 791 §3.1).
    private func header(words: Int) -> [UInt8] {
        [0x40 | UInt8(words)] + [UInt8](repeating: 0, count: 19) + [UInt8](repeating: 1, count: (words - 5) * 4)
    }

    @Test func `a request carries its numbers in network order`() {
        #expect(message.request(.ipv6) == [128, 0, 0, 0, 0xAB, 0xCD, 0xFF, 0xFE, 1, 2, 3])
        #expect(message.request(.ipv4).prefix(2) == [8, 0])
    }

    @Test(arguments: [5, 6, 15])
    func `a raw socket's IP header is skipped by its own length`(words: Int) {
        let packet = header(words: words) + message.reply(.ipv4)
        #expect(EchoMessage.parse(reply: packet.span, family: .ipv4, isRaw: true) == .reply(message))
    }

    @Test func `a raw socket's bad checksum is seen`() {
        var packet = header(words: 5) + message.reply(.ipv4)
        packet[22] ^= 1
        #expect(
            EchoMessage.parse(reply: packet.span, family: .ipv4, isRaw: true) == .badChecksum(identifier: 0xABCD))
    }

    @Test func `nothing that is cut short is read past its end`() {
        let packet = header(words: 15) + message.reply(.ipv4)
        for length in 0..<68 {
            let cut = Array(packet.prefix(length))
            #expect(EchoMessage.parse(reply: cut.span, family: .ipv4, isRaw: true) == .other)
        }
        for length in 0..<8 {
            let cut = Array(message.reply(.ipv6).prefix(length))
            #expect(EchoMessage.parse(reply: cut.span, family: .ipv6, isRaw: false) == .other)
            let quoted = Array(message.request(.ipv4).prefix(length))
            #expect(EchoMessage.parse(quoted: quoted.span, family: .ipv4) == nil)
        }
    }

    @Test func `a header of less than five words, or of another version, is no packet`() {
        for first: UInt8 in [0x44, 0x40, 0x65, 0x00] {
            let packet = [first] + header(words: 5).dropFirst() + message.reply(.ipv4)
            #expect(EchoMessage.parse(reply: packet.span, family: .ipv4, isRaw: true) == .other)
        }
    }

    @Test func `a request is no reply, a reply is no quotation of a request`() {
        #expect(
            EchoMessage.parse(reply: message.request(.ipv4).span, family: .ipv4, isRaw: false) == .other)
        #expect(EchoMessage.parse(quoted: message.reply(.ipv4).span, family: .ipv4) == nil)
    }

    @Test func `an error that quotes eight bytes still names the attempt`() {
        let quoted = Array(message.request(.ipv4).prefix(8))
        #expect(
            EchoMessage.parse(quoted: quoted.span, family: .ipv4)
                == EchoMessage(identifier: 0xABCD, sequence: 0xFFFE, payload: []))
    }
}
