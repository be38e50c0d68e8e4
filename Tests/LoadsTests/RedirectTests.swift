import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import TestSupport
import Testing

@Suite struct RedirectTests {
    /// Answers by path; a body of the given size for everything else.
    private func site(
        _ heads: Mailbox<String>, _ answers: [String: String], size: Int = 50_000
    ) throws -> ScriptedServer {
        try ScriptedServer { peer in
            while let head = peer.readHead() {
                let line = String(head.prefix { $0 != "\r\n" })
                heads.put(line)
                let path = String(line.split(separator: " ")[1])
                if head.contains("Content-Length: ") { peer.readBody(size) }
                if let answer = answers[path] {
                    peer.send(answer)
                } else {
                    peer.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size))
                }
            }
        }
    }

    private func redirect(_ status: Int, _ location: String) -> String {
        "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }

    @Test func `a chain of relative and absolute redirects is followed, once`() throws {
        let heads = Mailbox<String>()
        let target = try site(heads, [:])
        let server = try site(
            heads,
            [
                "/a/b": redirect(302, "../c?x=1"), "/c?x=1": redirect(301, "//127.0.0.1:\(target.port)/d"),
            ])
        let load = LoadUnderTest(.download, server.url + "a/b")
        #expect(load.waits { $0.totalNow() >= 500_000 })
        load.stop()
        #expect(load.failure == nil)
        #expect(Array(heads.all.prefix(3)) == ["GET /a/b HTTP/1.1", "GET /c?x=1 HTTP/1.1", "GET /d HTTP/1.1"])
        #expect(heads.all.dropFirst(3).allSatisfy { $0 == "GET /d HTTP/1.1" }, "later requests go there directly")
        #expect(load.steps(.response).prefix(3).map(\.status) == [302, 301, 200])
        #expect(load.steps(.response).first?.location == "../c?x=1")
        #expect(load.steps(.reopen).isEmpty, "a redirect is no failure")
        server.stop()
        target.stop()
    }

    @Test func `a loop ends at the limit`() throws {
        let heads = Mailbox<String>()
        let server = try site(heads, ["/": redirect(302, "/")])
        let load = LoadUnderTest(.download, server.url, redirects: 5)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "more than 5 redirects, the last to \(server.url)")
        #expect(heads.all.count == 6)
        #expect(load.steps(.dead).count == 1)
        server.stop()
    }

    @Test func `zero redirects means none`() throws {
        let server = try site(Mailbox(), ["/": redirect(302, "/b")])
        let load = LoadUnderTest(.download, server.url, redirects: 0)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "more than 0 redirects, the last to \(server.url)b")
        server.stop()
    }

    @Test(arguments: [307, 308])
    func `an upload that is sent elsewhere keeps its method and body`(_ status: Int) throws {
        let heads = Mailbox<String>()
        let server = try site(heads, ["/up": redirect(status, "/there")])
        let load = LoadUnderTest(.upload, server.url + "up", body: 50_000)
        #expect(load.waits { $0.totalNow() >= 500_000 })
        load.stop()
        #expect(load.failure == nil)
        #expect(Array(heads.all.prefix(2)) == ["POST /up HTTP/1.1", "POST /there HTTP/1.1"])
        server.stop()
    }

    @Test(arguments: [301, 302, 303])
    func `an upload that becomes a GET is no upload`(_ status: Int) throws {
        let server = try site(Mailbox(), ["/up": redirect(status, "/there")])
        let load = LoadUnderTest(.upload, server.url + "up", body: 50_000)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "127.0.0.1 redirected the upload to a GET")
        server.stop()
    }

    @Test func `a redirect without a location is a final response`() throws {
        let server = try site(Mailbox(), ["/": "HTTP/1.1 302 Found\r\nContent-Length: 3\r\n\r\nhmm"])
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "HTTP 302 from 127.0.0.1 (3 bytes)")
        server.stop()
    }

    @Test func `a redirect away from the web is refused`() throws {
        let server = try site(Mailbox(), ["/": redirect(302, "ftp://127.0.0.1/x")])
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "127.0.0.1 redirected to what is no http URL: ftp://127.0.0.1/x")
        server.stop()
    }
}
