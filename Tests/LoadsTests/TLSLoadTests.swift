import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

/// *Skipped, because nginx or the openssl command is missing.*
@Suite(.serialized, .enabled(if: TLSSite.isAvailable))
final class TLSLoadTests {
    private let server: LoadServer
    private let site: TLSSite

    init() throws {
        server = try LoadServer.onLoopback()
        site = try TLSSite(backend: server.port)
    }

    deinit { server.stop() }

    private func failure(_ url: String, trust: TLSTrust) -> String? {
        let load = LoadUnderTest(.download, url, trust: trust)
        _ = load.waits { $0.failure != nil || $0.total > 0 }
        load.stop()
        return load.failure
    }

    @Test func `a download over TLS counts what is inside of the records`() throws {
        let load = LoadUnderTest(
            .download, site.url(.good, "/__down?bytes=1000000"), streams: 2, trust: .file(site.authority))
        #expect(load.waits { $0.count(.response) >= 40 })
        load.stop()
        #expect(load.events == [.moving])
        let finished = Int64(load.count(.response))
        #expect(load.total <= finished * 1_000_000)
        #expect(load.total >= (finished - 2) * 1_000_000)
        let connect = try #require(load.steps(.connect).first)
        #expect(connect.tls.map { $0 > .zero } == true)
        #expect(load.steps(.connect).count == 2)
    }

    @Test func `an upload over TLS counts neither handshake nor records`() throws {
        let body: Int64 = 300_000
        let load = LoadUnderTest(
            .upload, site.url(.good, "/__up"), streams: 2, body: body, trust: .file(site.authority))
        #expect(load.waits { $0.count(.response) >= 100 })
        load.stop()
        #expect(load.failure == nil)
        let answered = Int64(load.count(.response)) * body
        #expect(load.total >= answered)
        #expect(load.total <= answered + 2 * body)
    }

    @Test func `an upload over TLS that is answered in full was counted in full, to the byte`() throws {
        let held = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.readBody(.max)
        }
        let slow = try TLSSite(backend: held.port)
        let load = LoadUnderTest(.upload, slow.url(.good, "/__up"), body: 1_234_567, trust: .file(slow.authority))
        #expect(load.waits { $0.totalNow() == 1_234_567 })
        pause(.milliseconds(100))
        load.stop()
        #expect(load.total == 1_234_567)
        held.stop()
    }

    @Test func `a certificate of a known authority for this name or address is trusted`() {
        #expect(failure(site.url(.good, "/__down?bytes=100000"), trust: .file(site.authority)) == nil)
        let address = "https://127.0.0.1:\(site.ports[.good] ?? 0)/__down?bytes=100000"
        #expect(failure(address, trust: .file(site.authority)) == nil)
    }

    @Test func `certificates that prove nothing are refused, and why`() {
        let trust = TLSTrust.file(site.authority)
        #expect(
            failure(site.url(.selfSigned, "/"), trust: trust)
                == "certificate of localhost not trusted: self-signed certificate")
        #expect(
            failure(site.url(.expired, "/"), trust: trust)
                == "certificate of localhost not trusted: certificate has expired")
        #expect(
            failure(site.url(.otherName, "/"), trust: trust)
                == "certificate of localhost not trusted: hostname mismatch")
        #expect(
            failure("https://127.0.0.1:\(site.ports[.otherName] ?? 0)/", trust: trust)
                == "certificate of 127.0.0.1 not trusted: IP address mismatch")
        #expect(
            failure(site.url(.good, "/"), trust: .system)
                == "certificate of localhost not trusted: unable to get local issuer certificate")
    }

    @Test func `who asks for insecure gets it`() {
        for certificate in TLSSite.Certificate.allCases {
            let load = LoadUnderTest(
                .download, site.url(certificate, "/__down?bytes=100000"), insecure: true)
            #expect(load.waits { $0.totalNow() > 1_000_000 })
            load.stop()
            #expect(load.failure == nil)
        }
    }

    /// *Skipped, because tinyproxy is missing.*
    @Test(.enabled(if: Tinyproxy.isAvailable), arguments: Load.Direction.allCases)
    func `through a proxy's tunnel the certificate is the server's, and the bytes are the body's`(
        _ direction: Load.Direction
    ) throws {
        let proxy = try Tinyproxy()
        let body: Int64 = 300_000
        let path = direction == .download ? "/__down?bytes=\(body)" : "/__up"
        let load = LoadUnderTest(
            Load(
                name: "load", direction: direction, url: site.url(.good, path), streams: 2,
                body: ByteCount(bytes: body), proxy: .url("http://127.0.0.1:\(proxy.port)")),
            trust: .file(site.authority))
        #expect(load.waits { $0.count(.response) >= 20 })
        load.stop()
        #expect(load.failure == nil)
        let finished = Int64(load.count(.response)) * body
        // Of a download, a response is told when it begins; of an upload, when it is over.
        #expect(abs(load.total - finished) <= 2 * body)
        let connect = try #require(load.steps(.connect).first)
        #expect(connect.host == "localhost" && connect.proxy == "http://127.0.0.1:\(proxy.port)/")
        #expect(connect.tls.map { $0 > .zero } == true)
        #expect(proxy.log.contains("CONNECT localhost:\(site.ports[.good] ?? 0) HTTP/1.1"))
    }

    @Test func `TLS 1.1 is too old`() {
        #expect(
            failure("https://localhost:\(site.oldPort)/", trust: .anyone)
                == "localhost has no TLS version of 1.2 or newer")
    }

    @Test func `a server without TLS is told from one that fails at it`() {
        #expect(
            failure("https://localhost:\(server.port)/", trust: .anyone)
                == "127.0.0.1:\(server.port) does not speak TLS")
    }

    @Test func `a redirect from https to http is refused, one that stays is followed`() {
        let trust = TLSTrust.file(site.authority)
        #expect(
            failure(site.url(.good, "/plain"), trust: trust) == "localhost redirected from https to http (127.0.0.1)")
        #expect(failure(site.url(.good, "/moved"), trust: trust) == nil)
    }

    @Test func `nginx that answers an upload before reading it loads on, and is noted`() throws {
        let load = LoadUnderTest(
            .upload, site.url(.good, "/early"), body: 100_000_000, trust: .file(site.authority))
        #expect(load.waits { $0.steps(.response).count >= 3 })
        load.stop()
        #expect(load.failure == nil)
        #expect(load.steps(.response).allSatisfy { $0.reason?.hasPrefix("answered before the body was taken") == true })
    }

    @Test func `nginx that refuses a body for its size is told from a fast upload`() {
        let load = LoadUnderTest(
            .upload, site.url(.good, "/small"), body: 100_000_000, trust: .file(site.authority))
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure?.hasPrefix("HTTP 413 from localhost (") == true)
    }

    @Test func `a handshake that is never answered does not hold the stop`() throws {
        let mute = try ScriptedServer { peer in peer.hang() }
        let load = LoadUnderTest(.download, "https://127.0.0.1:\(mute.port)/", streams: 3, insecure: true)
        pause(.milliseconds(200))
        #expect(load.stop() < .seconds(1))
        mute.stop()
    }
}
