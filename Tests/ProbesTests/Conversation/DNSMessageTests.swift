import LinecheckCapture
import LinecheckPlan
import Testing

@testable import LinecheckProbes

@Suite struct DNSMessageTests {
    /// A reply to `www.example.com A` with these sections' bytes.
    private func reply(
        id: UInt16 = 7, flags: UInt16 = 0x8180, counts: [UInt8] = [1, 1, 0, 0], question: [UInt8]? = nil,
        _ rest: [UInt8]
    ) -> [UInt8] {
        [UInt8(id >> 8), UInt8(id & 0xFF), UInt8(flags >> 8), UInt8(flags & 0xFF)] + counts.flatMap { [0, $0] }
            + (question ?? Self.asked.wireName + [0, 1, 0, 1]) + rest
    }

    private static let asked = DNSQuestion("www.example.com", .a)
    private static let address: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]

    @Test func `the question of RFC 8484 is written as it is there, with EDNS of 1232 bytes`() {
        let message = Self.asked.message(id: 0)
        // RFC 8484 §4.1.1: AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB, but for the additional record.
        let example: [UInt8] =
            [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 3] + Array("www".utf8) + [7] + Array("example".utf8) + [3]
            + Array("com".utf8) + [0, 0, 1, 0, 1]
        #expect(message == example + [0, 0, 41, 0x04, 0xD0, 0, 0, 0, 0, 0, 0])
        #expect(DNSQuestion(".", .ns).wireName == [0])
    }

    @Test func `an answer is read, whatever the case of its name`() throws {
        let upper = [3] + Array("WWW".utf8) + [7] + Array("eXample".utf8) + [3] + Array("com".utf8) + [0, 0, 1, 0, 1]
        let read = try DNSReply(reply(question: upper, Self.address), to: Self.asked, id: 7)
        #expect(read.records == ["A 192.0.2.1"] && read.hasAnswer && read.fault == nil)
    }

    @Test func `a reply to another question is none of ours`() {
        #expect(throws: DNSReply.Fault.identifier) { try DNSReply(reply(id: 8, Self.address), to: Self.asked, id: 7) }
        #expect(throws: DNSReply.Fault.identifier) {
            try DNSReply(reply(flags: 0x0100, Self.address), to: Self.asked, id: 7)
        }
        let other = [3] + Array("ftp".utf8) + Self.asked.wireName.dropFirst(4) + [0, 1, 0, 1]
        #expect(throws: DNSReply.Fault.question) {
            try DNSReply(reply(question: other, Self.address), to: Self.asked, id: 7)
        }
        #expect(throws: DNSReply.Fault.question) {
            try DNSReply(reply(question: Self.asked.wireName + [0, 28, 0, 1], Self.address), to: Self.asked, id: 7)
        }
    }

    @Test(arguments: [
        (UInt16(0), FailureWord.dnsNodata), (1, .dnsError), (2, .dnsServfail), (3, .dnsNxdomain), (5, .dnsRefused),
    ])
    func `a name that is not there, one without such a record and a server that will not say are three things`(
        code: UInt16, word: FailureWord
    ) throws {
        let read = try DNSReply(reply(flags: 0x8180 | code, counts: [1, 0, 0, 0], []), to: Self.asked, id: 7)
        #expect(read.fault == ConversationFault(word, code: Int(code)))
    }

    @Test func `an alias alone is no address`() throws {
        let alias: [UInt8] = [0xC0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 4, 1, 0x61, 0xC0, 16]
        let read = try DNSReply(reply(alias), to: Self.asked, id: 7)
        #expect(read.records == ["CNAME a.example.com"] && read.fault?.word == .dnsNodata)
    }

    @Test func `EDNS adds to the code and tells extended errors`() throws {
        // BADVERS is 16 = 1 in the upper bits; extended error 22 is "no reachable authority" (RFC 8914 §4.23).
        let edns: [UInt8] = [0, 0, 41, 4, 0xD0, 1, 0, 0, 0, 0, 8, 0, 15, 0, 4, 0, 22, 0x68, 0x69]
        let read = try DNSReply(reply(counts: [1, 0, 0, 1], edns), to: Self.asked, id: 7)
        #expect(read.code == 16 && read.extendedErrors == [22])
    }

    @Test func `an answer that is cut without saying so is malformed, one that says so is truncated`() throws {
        let whole = reply(Self.address)
        for length in 0..<whole.count {
            #expect(throws: DNSReply.Fault.self, "cut at \(length)") {
                try DNSReply(Array(whole.prefix(length)), to: Self.asked, id: 7)
            }
        }
        let cut = try DNSReply(Array(reply(flags: 0x8380, Self.address).dropLast()), to: Self.asked, id: 7)
        #expect(cut.isTruncated)
    }

    @Test func `pointers lead backwards only, and names end`() {
        // RFC 1035 §4.1.4: F.ISI.ARPA at 20, FOO.F.ISI.ARPA at 40 with a pointer to it.
        var message = [UInt8](repeating: 0, count: 20)
        message += [1] + Array("F".utf8) + [3] + Array("ISI".utf8) + [4] + Array("ARPA".utf8) + [0]
        message += [UInt8](repeating: 0, count: 40 - message.count) + [3] + Array("FOO".utf8) + [0xC0, 20]
        func name(at offset: Int, in message: [UInt8]) -> String? {
            var reader = DNSReader(message)
            for _ in 0..<offset { _ = reader.byte() }
            return reader.name()
        }
        #expect(name(at: 20, in: message) == "F.ISI.ARPA")
        #expect(name(at: 40, in: message) == "FOO.F.ISI.ARPA")
        let start = [UInt8](repeating: 0, count: 12)
        #expect(name(at: 12, in: start + [0xC0, 12]) == nil, "to itself")
        #expect(name(at: 12, in: start + [0xC0, 16, 0, 0, 0]) == nil, "forwards")
        #expect(name(at: 12, in: start + [1, 0x61, 0xC0, 12]) == nil, "in a circle")
        #expect(name(at: 12, in: start + [0x40, 0]) == nil && name(at: 12, in: start + [0x80, 0]) == nil)
        #expect(name(at: 12, in: start + [63] + [UInt8](repeating: 0x61, count: 63) + [0])?.utf8.count == 63)
        let long = [UInt8](([63] + [UInt8](repeating: 0x61, count: 63)).flatMap { [$0] })
        #expect(name(at: 12, in: start + long + long + long + [61] + [UInt8](repeating: 0x61, count: 61) + [0]) != nil)
        #expect(name(at: 12, in: start + long + long + long + long + [0]) == nil, "256 bytes")
        #expect(name(at: 12, in: start + [4, 0x61]) == nil, "cut")
    }

    @Test func `no bytes at all can lead the reader astray`() {
        var random = SystemRandomNumberGenerator()
        let whole = reply(counts: [1, 1, 1, 1], Self.address)
        for _ in 0..<20_000 {
            var bytes = whole + (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255) }
            for _ in 0..<3 { bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255) }
            _ = try? DNSReply(bytes, to: Self.asked, id: 7)
        }
    }

    @Test func `an answer that comes in pieces is whole at its last byte`() throws {
        var speaker = StreamDNSSpeaker(Self.asked, over: "tcp")
        let question = speaker.question()
        #expect(Int(question[0]) << 8 | Int(question[1]) == question.count - 2, "length and message in one piece")
        let message = Array(question[2...3]) + reply(Self.address).dropFirst(2)
        let framed = [0, UInt8(message.count)] + message
        for byte in framed.dropLast() { #expect(try speaker.hear([byte], at: 1).isEmpty) }
        let heard = try speaker.hear([framed[framed.count - 1]], at: 2)
        guard case .answer(let answer) = heard.first else {
            Issue.record("no answer")
            return
        }
        #expect(answer.at == 2 && answer.fault == nil && heard.count == 2)
    }

    @Test func `a late answer on a kept connection is passed over`() throws {
        var speaker = StreamDNSSpeaker(Self.asked, over: "tcp")
        let first = speaker.question()
        let late = [UInt8(first[2]), first[3]] + reply(Self.address).dropFirst(2)
        _ = speaker.question()
        guard Array(speaker.question()[2...3]) != Array(first[2...3]) else { return }
        #expect(try speaker.hear([0, UInt8(late.count)] + late, at: 1).isEmpty)
    }
}
