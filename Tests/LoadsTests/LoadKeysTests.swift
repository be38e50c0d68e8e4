import Glibc
import LinecheckCapture
import LinecheckJudge
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite(.serialized) struct LoadKeysTests {
    private func load(_ direction: Load.Direction, _ url: String, _ change: (inout Load) -> Void) -> Load {
        var load = Load(name: "load", direction: direction, url: url, streams: 2)
        change(&load)
        return load
    }

    @Test(arguments: Load.Direction.allCases)
    func `a pace is held by all streams together`(_ direction: Load.Direction) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let path = direction == .download ? "/__down?bytes=1000000000" : "/__up"
        let judged = JudgedLoad(
            load(direction, server.url(path)) { $0.pace = BitRate(bitsPerSecond: 40_000_000) },
            window: .milliseconds(2_000))
        #expect(judged.reason == nil)
        let bytes = judged.report.phases[0].bytes
        // 10 MB in the 2 s of the window; a busy machine may be late, and what the buffers took at first comes on top.
        #expect((8_500_000...11_500_000).contains(bytes), "\(bytes)")
        #expect(judged.evidence.limits.first == .pace)
    }

    @Test func `what a paced download leaves unread stays on the server's side`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let load = load(.download, server.url("/")) { $0.pace = BitRate(bitsPerSecond: 1_000_000) }
        var options = try #require(load.socketOptions)
        #expect(options.receiveBuffer == 25_000)
        func unread() throws -> Int {
            let socket = try TCPSocket(connectingTo: server.addresses[0], options: options)
            #expect(eventually { socket.connectionError() == 0 && (try? TCPInfo(of: socket.number))?.rtt != .zero })
            let head = Array("GET /__down?bytes=100000000 HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            _ = try head.withUnsafeBytes { try socket.send($0) }
            pause(.milliseconds(300))
            var count: Int32 = 0
            #expect(ioctl(socket.number, UInt(FIONREAD), &count) == 0)
            return Int(count)
        }
        #expect((1_000...25_000).contains(try unread()))
        options.receiveBuffer = nil
        #expect(try unread() > 25_000, "the system's own buffer takes more")
    }

    @Test(arguments: Load.Direction.allCases)
    func `a budget is never exceeded, and ends the load`(_ direction: Load.Direction) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let path = direction == .download ? "/__down?bytes=1000000000" : "/__up"
        let running = LoadUnderTest(
            load(direction, server.url(path)) { $0.budget = ByteCount(bytes: 30_000_000) })
        #expect(running.waits { $0.failure != nil })
        pause(.milliseconds(200))
        running.stop()
        #expect(running.failure == "its budget of 30MB is spent")
        #expect(running.total <= 30_000_000)
        #expect(running.total >= 29_000_000, "heads of responses count too, no more than that is missing")
    }

    @Test(arguments: [("/__down?bytes=1000000000", 1), ("/__down?bytes=100000", 4), ("/__up", 1), ("/__up", 4)])
    func `streams move no more than a guard allows, and wait for it`(_ path: String, _ streams: Int) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let running = LoadUnderTest(
            load(path.hasPrefix("/__up") ? .upload : .download, server.url(path)) { $0.streams = streams },
            ceiling: ByteCount(bytes: 50_000_000))
        #expect(running.waits { $0.total > 50_000_000 }, "a guard above 50 MB has to see one byte more")
        pause(.milliseconds(300))
        running.stop()
        #expect(running.total == 50_000_001)
        #expect(running.failure == nil)
    }

    @Test func `what a connection loses may be moved again, and what was handed on may not`() {
        let limits = LoadLimits(
            Load(name: "load", direction: .upload, url: "", streams: 1), ceiling: ByteCount(bytes: 99))
        #expect(limits.grant(1_000) == .bytes(100))
        #expect(limits.grant(1) == .full)
        limits.giveBack(30)
        #expect(limits.grant(1_000) == .bytes(30))
        #expect(limits.grant(1) == .full)
    }

    @Test func `a congestion control of one's own is in force, or its absence is said`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let url = server.url("/__down?bytes=1000000")
        let reno = LoadUnderTest(load(.download, url) { $0.congestionControl = "reno" })
        #expect(reno.waits { $0.totalNow() > 0 })
        reno.stop()
        #expect(reno.steps(.connect).allSatisfy { $0.congestion == "reno" })
        let none = LoadUnderTest(load(.download, url) { $0.congestionControl = "nonesuch" })
        #expect(none.waits { $0.failure != nil })
        none.stop()
        #expect(
            none.failure
                == "this host does not offer the congestion control nonesuch: No such file or directory")
    }

    @Test(arguments: [("127.0.0.1", IPPROTO_IP, IP_TOS), ("::1", IPPROTO_IPV6, IPV6_TCLASS)])
    func `packets carry the traffic class asked for`(_ host: String, _ level: Int, _ option: Int32) throws {
        let address = try #require(SocketAddress(numeric: host, port: 9))
        let socket = try TCPSocket(connectingTo: address, options: TCPSocket.Options(dscp: 46))
        var value: Int32 = 0
        var length = socklen_t(4)
        #expect(getsockopt(socket.number, Int32(level), option, &value, &length) == 0)
        #expect(value & 0xFC == 46 << 2)
    }

    @Test func `header fields of the plan are sent, and replace ours of the same name`() throws {
        let heads = Mailbox<String>()
        let server = try ScriptedServer { peer in
            if let head = peer.readHead() { heads.put(head) }
            peer.hang()
        }
        defer { server.stop() }
        let running = LoadUnderTest(
            load(.download, server.url) {
                $0.headers = [.init(name: "X-Key", value: "abc"), .init(name: "user-agent", value: "mine")]
            })
        #expect(eventually { !heads.all.isEmpty })
        running.stop()
        let lines = try #require(heads.all.first).split(separator: "\r\n")
        #expect(lines.contains("X-Key: abc"))
        #expect(lines.filter { $0.lowercased().hasPrefix("user-agent:") } == ["user-agent: mine"])
    }

    // MARK: One stream more

    private func step(_ megabits: Int64, rtt: Int64 = 10) -> StreamGrowth.Step {
        .init(rate: BitRate(bitsPerSecond: megabits * 1_000_000), rtt: .milliseconds(rtt))
    }

    @Test func `streams are added while rate or latency moves, and twice in vain`() {
        var growth = StreamGrowth(most: 16)
        let decisions = [step(100), step(190), step(200, rtt: 30), step(201, rtt: 30), step(202, rtt: 30)].map {
            growth.decide($0)
        }
        #expect(decisions.count { $0 != .stop } == 4)
        #expect(decisions.last == .stop)
        #expect(growth.streams == 5)
    }

    @Test func `sixteen are the most`() {
        var growth = StreamGrowth(most: 16)
        for number in 1...40 { _ = growth.decide(step(Int64(number) * 100)) }
        #expect(growth.streams == 16)
    }

    @Test func `a server that limits each connection is loaded with more of them, each recorded with its reason`()
        throws
    {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while !peer.stopping(), peer.send([UInt8](repeating: 1, count: 10_000)) { pause(.milliseconds(10)) }
        }
        defer { server.stop() }
        let judged = JudgedLoad(
            load(.download, server.url) {
                $0.streams = 16
                $0.growsStreams = true
            }, window: .milliseconds(3_200))
        #expect(judged.reason == nil)
        let added = judged.records.compactMap { record in
            if case .stream(let event) = record, event.step == .add { event } else { nil }
        }
        #expect(added.count >= 4)
        #expect(added.map(\.stream) == Array(1...added.count))
        #expect(added.first?.reason?.hasPrefix("the first alone made ") == true)
        #expect(judged.report.phases[0].streams == added.count + 1, "streams that were never opened are not told")
    }

    @Test(arguments: [
        ("congestion_control", "congestion_control: this host does not offer the congestion control nosuch"),
        ("interface", "interface: cannot use interface nosuch0"),
        ("source", "source: no such address on this host: 192.0.2.77"),
    ])
    func `what this host has not is known without a packet`(_ key: String, _ words: String) {
        var load = Load(name: "load", direction: .download, url: "http://127.0.0.1/")
        #expect(load.missingOnThisHost == nil)
        load.congestionControl = key == "congestion_control" ? "nosuch" : nil
        load.interface = key == "interface" ? "nosuch0" : nil
        load.source = key == "source" ? "192.0.2.77" : nil
        #expect(load.missingOnThisHost?.hasPrefix(words) == true, "\(load.missingOnThisHost ?? "")")
    }
}
