import Testing

@testable import LinecheckLoads

@Suite struct HTTPResponseParserTests {
    /// What a parser makes of bytes that come in pieces of this size: statuses, body bytes, ends.
    private struct Reading: Equatable {
        var statuses: [Int] = []
        var interim: [Int] = []
        var body: Int64 = 0
        var ends = 0
        var keepsAlive: Bool?
        var problem: HTTPProblem?
    }

    private func read(_ text: String, piece: Int = .max, toHead: Bool = false, closes: Bool = false) -> Reading {
        var parser = HTTPResponseParser(toHead: toHead)
        var reading = Reading()
        let bytes = Array(text.utf8)
        func take(_ event: HTTPResponseParser.Event) {
            switch event {
            case .interim(let status): reading.interim.append(status)
            case .head(let head):
                reading.statuses.append(head.status)
                reading.keepsAlive = head.keepsAlive
            case .content(let count): reading.body += Int64(count)
            case .end: reading.ends += 1
            }
        }
        do throws(HTTPProblem) {
            var start = 0
            while start < bytes.count {
                let part = Array(bytes[start..<min(bytes.count, start + min(piece, bytes.count))])
                var offset = 0
                while let event = try parser.next(part.span, &offset) { take(event) }
                #expect(offset == part.count, "input was left over")
                start += part.count
            }
            if closes, !parser.isBetweenMessages { take(try parser.endOfInput()) }
        } catch { reading.problem = error }
        return reading
    }

    private static let streams: [(String, Reading)] = [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            Reading(statuses: [200], body: 5, ends: 1, keepsAlive: true)
        ),
        (
            "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            Reading(statuses: [204, 200], body: 1, ends: 2, keepsAlive: true)
        ),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 413 \r\nContent-Length:0\r\n\r\n",
            Reading(statuses: [413], interim: [100, 103], ends: 1, keepsAlive: true)
        ),
        (
            "HTTP/1.1 200\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n00A;ext=\"x;y\"\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n",
            Reading(statuses: [200], body: 15, ends: 1, keepsAlive: true)
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\nx\r\n0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            Reading(statuses: [200, 200], body: 1, ends: 2, keepsAlive: true)
        ),
        (
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nab",
            Reading(statuses: [200], body: 2, ends: 1, keepsAlive: true)
        ),
        ("\r\n\nHTTP/1.1 200 OK\nContent-Length: 1\n\na", Reading(statuses: [200], body: 1, ends: 1, keepsAlive: true)),
        (
            "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 1\r\n\r\na",
            Reading(statuses: [200], body: 1, ends: 1, keepsAlive: false)
        ),
        ("HTTP/1.0 200 OK\r\n\r\nold", Reading(statuses: [200], body: 3, ends: 1, keepsAlive: false)),
        (
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
            Reading(statuses: [304], ends: 1, keepsAlive: true)
        ),
    ]

    @Test(arguments: Self.streams.indices)
    func `responses read the same however the bytes are split`(_ index: Int) {
        let (text, expected) = Self.streams[index]
        for piece in 1...text.utf8.count { #expect(read(text, piece: piece, closes: true) == expected) }
    }

    @Test func `a response to HEAD has no body whatever it says`() {
        #expect(read("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n", toHead: true).ends == 1)
    }

    @Test(arguments: [
        ("220 smtp ready\r\n\r\n", HTTPProblem.malformedStartLine),
        ("\u{16}\u{3}\u{1}", .malformedStartLine),
        ("HTTP/1.1 20 OK\r\n\r\n", .malformedStartLine),
        ("HTTP/1.1 2000 OK\r\n\r\n", .malformedStartLine),
        ("HTTP/1.1 099 Low\r\n\r\n", .malformedStartLine),
        ("HTTP/2.0 200 OK\r\n\r\n", .unsupportedVersion),
        ("HTTP/1.1 101 Switching\r\n\r\n", .unexpectedUpgrade),
        ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", .foldedField),
        ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .malformedField),
        ("HTTP/1.1 200 OK\r\n: b\r\n\r\n", .malformedField),
        ("HTTP/1.1 200 OK\r\nnothing\r\n\r\n", .malformedField),
        ("HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", .malformedField),
        ("HTTP/1.1 200 OK\r\nA: b\u{0}c\r\n\r\n", .malformedField),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .malformedLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n", .conflictingLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .conflictingLength),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .conflictingLength),
        ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .conflictingLength),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .unknownTransferCoding),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nx", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\rx", .malformedChunk),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20000000000001\r\n", .chunkTooLarge),
    ])
    func `what two readers could understand differently is refused`(_ text: String, _ problem: HTTPProblem) {
        #expect(read(text).problem == problem)
        #expect(read(text, piece: 1).problem == problem)
    }

    @Test func `a head without end is not read for ever`() {
        let text = "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 20_000)
        #expect(read(text).problem == .headTooLarge(limit: 65_536))
    }

    @Test func `a chunk extension without end is not read for ever`() {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;" + String(repeating: "x", count: 5_000)
        #expect(read(text).problem == .malformedChunk)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", HTTPProblem.endedInBody),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .endedInBody),
        ("HTTP/1.1 200 OK\r\nContent-Le", .endedInHead),
    ])
    func `a connection that ends early truncates the message`(_ text: String, _ problem: HTTPProblem) {
        #expect(read(text, closes: true).problem == problem)
    }

    @Test func `bytes taken off the socket unseen count as body`() throws {
        var parser = HTTPResponseParser()
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc".utf8)
        var offset = 0
        _ = try parser.next(head.span, &offset)
        #expect(try parser.next(head.span, &offset) == .content(3))
        #expect(parser.knownRemaining == 997)
        parser.skip(997)
        #expect(try parser.next(head.span, &offset) == .end)
    }
}
