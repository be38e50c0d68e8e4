import Testing

@testable import LinecheckLoads

@Suite struct HTTPRequestParserTests {
    /// Heads as `METHOD target`, body bytes, ends.
    private func read(_ text: String, piece: Int) throws -> (heads: [String], body: Int, ends: Int) {
        var parser = HTTPRequestParser()
        var result: (heads: [String], body: Int, ends: Int) = ([], 0, 0)
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let part = Array(bytes[start..<min(bytes.count, start + piece)])
            var offset = 0
            while let event = try parser.next(part.span, &offset) {
                switch event {
                case .head(let head): result.heads.append("\(head.method) \(head.target)")
                case .content(let count): result.body += count
                case .end: result.ends += 1
                }
            }
            start += part.count
        }
        return result
    }

    @Test func `pipelined requests read the same however the bytes are split`() throws {
        let text =
            "GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n\r\nPOST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
            + "POST /d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\nHEAD / HTTP/1.0\r\n\r\n"
        for piece in 1...text.utf8.count {
            let result = try read(text, piece: piece)
            #expect(result.heads == ["GET /a?b", "POST /c", "POST /d", "HEAD /"])
            #expect(result.body == 5)
            #expect(result.ends == 4)
        }
    }

    @Test(arguments: [
        ("GET http://x HTTP/1.1", "/"), ("GET HTTP://x/y?z HTTP/1.1", "/y?z"), ("GET http://x?z HTTP/1.1", "/?z"),
        ("OPTIONS * HTTP/1.1", "*"),
    ])
    func `the absolute form asks for its path`(_ line: String, _ target: String) throws {
        #expect(try read("\(line)\r\nHost: x\r\n\r\n", piece: 1_000).heads.first?.hasSuffix(" \(target)") == true)
    }

    @Test func `a request says whether its connection goes on`() throws {
        func keepsAlive(_ text: String) throws -> Bool? {
            var parser = HTTPRequestParser()
            let bytes = Array(text.utf8)
            var offset = 0
            guard case .head(let head)? = try parser.next(bytes.span, &offset) else { return nil }
            return head.keepsAlive
        }
        #expect(try keepsAlive("GET / HTTP/1.1\r\n\r\n") == true)
        #expect(try keepsAlive("GET / HTTP/1.1\r\nConnection: CLOSE\r\n\r\n") == false)
        #expect(try keepsAlive("GET / HTTP/1.0\r\n\r\n") == false)
        #expect(try keepsAlive("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n") == true)
    }

    @Test func `a request smuggled in two lengths is refused`() {
        #expect(throws: HTTPProblem.conflictingLength) {
            try self.read(
                "POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", piece: 9)
        }
    }
}
