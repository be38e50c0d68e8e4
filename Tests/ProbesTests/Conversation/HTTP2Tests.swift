import LinecheckCapture
import Testing

@testable import LinecheckProbes

@Suite struct HTTP2Tests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.filter { $0 != " " })
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    private func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 1, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, stream] + payload
    }

    @Test(arguments: [
        // RFC 7541 Appendix C.4 and C.6.
        ("f1e3 c2e5 f23a 6ba0 ab90 f4ff", "www.example.com"), ("a8eb 1064 9cbf", "no-cache"),
        ("25a8 49e9 5ba9 7d7f", "custom-key"), ("6402", "302"), ("aec3 771a 4b", "private"),
        ("d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff", "Mon, 21 Oct 2013 20:13:21 GMT"),
        ("9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3", "https://www.example.com"),
    ])
    func `strings of RFC 7541 are read`(code: String, text: String) {
        #expect(HuffmanString.decode(bytes(code)[...]).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func `padding that is none is refused`() {
        #expect(HuffmanString.decode(bytes("640a")[...]) == nil, "not of ones")
        #expect(HuffmanString.decode(bytes("6402ff")[...]) == nil, "longer than seven bits")
        #expect(HuffmanString.decode(bytes("3fffffff")[...]) == nil, "the end of string")
    }

    @Test func `a block is read without a dynamic table, and what refers to one is refused`() throws {
        let block = [0x20, 0x88, 0x5F, 0x03] + Array("a/b".utf8) + [0x40, 0x01, 0x78, 0x82] + bytes("6402")
        let fields = try #require(HeaderBlock.decode(block))
        #expect(fields.map(\.name) == [":status", "content-type", "x"])
        #expect(fields.map(\.value) == ["200", "a/b", "302"])
        #expect(HeaderBlock.decode([0xBE]) == nil, "entry 62 is of the dynamic table")
        #expect(HeaderBlock.decode([0x3F, 0xE1, 0x1F]) == nil, "a table of 4,096 bytes")
        #expect(HeaderBlock.decode([0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]) == nil)
        #expect(HeaderBlock.decode([0x00, 0x05, 0x61]) == nil, "cut")
        let long = String(repeating: "v", count: 300)
        #expect(HeaderBlock.decode(HeaderBlock.encode(["name": long]))?.first?.value == long)
    }

    @Test func `a response in any pieces is one head, its body and its end`() throws {
        var input = frame(4, stream: 0, [0, 3, 0, 0, 0, 100]) + frame(6, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8])
        input += frame(1, flags: 0, [0x88, 0x5F]) + frame(9, flags: 4, [0x03] + Array("a/b".utf8))
        input += frame(0, flags: 8, [2, 0x68, 0x69, 0, 0]) + frame(0, flags: 1, [])
        for size in [1, 7, input.count] {
            var stream = HTTP2Stream()
            let first = stream.request([":method": "POST"], body: [1])
            #expect(first.starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
            var events: [HTTP2Stream.Event] = []
            for start in stride(from: 0, to: input.count, by: size) {
                events += try stream.hear(Array(input[start..<min(input.count, start + size)]))
            }
            let writes = events.compactMap { if case .write(let bytes) = $0 { bytes } else { nil } }
            #expect(writes.first == frame(4, flags: 1, stream: 0, []), "settings are acknowledged")
            #expect(writes.dropFirst().first == frame(6, flags: 1, stream: 0, [1, 2, 3, 4, 5, 6, 7, 8]))
            #expect(events.contains(.head(status: 200, fields: [":status": "200", "content-type": "a/b"])))
            #expect(events.contains(.body([0x68, 0x69])))
            #expect(events.last == .end(isReusable: true))
            let second = stream.request([":method": "POST"], body: [])
            #expect(second[3...8] == [1, 5, 0, 0, 0, 3], "the next stream is odd, and no second preface comes")
        }
    }

    @Test func `a server that goes away, resets or breaks the language says so`() {
        func hear(_ input: [UInt8]) -> FailureWord? {
            var stream = HTTP2Stream()
            _ = stream.request([":method": "POST"], body: [1])
            do {
                _ = try stream.hear(input)
                return nil
            } catch {
                return error.word
            }
        }
        #expect(hear(frame(7, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0])) == .connectionClosed)
        #expect(hear(frame(7, stream: 0, [0, 0, 0, 1, 0, 0, 0, 0])) == nil, "our stream is still served")
        #expect(hear(frame(3, [0, 0, 0, 7])) == .connectionReset)
        #expect(hear(frame(3, stream: 9, [0, 0, 0, 7])) == nil)
        #expect(hear([0x7F, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1]) == .httpMalformed)
        #expect(hear(frame(1, [0x88]) + frame(0, [1])) == .httpMalformed, "a block is not interrupted")
        #expect(hear(frame(0, flags: 8, [9, 1])) == .httpMalformed, "more padding than frame")
        #expect(hear(frame(1, flags: 4, [0xBE])) == .httpMalformed)
    }
}
