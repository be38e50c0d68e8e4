import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite(.serialized) struct BudgetTests {
    @Test func `a read that finds nothing spends nothing, and nobody calls the budget spent meanwhile`() {
        var budget = Budget(1_000)
        var promise: Int64 = 0
        #expect(budget.grant(5_000) == .bytes(1_000))
        #expect(budget.grant(1) == .held)
        budget.settle(1_000, moved: 0, promise: &promise)
        #expect(budget.grant(600) == .bytes(600))
        budget.settle(600, moved: 600, promise: &promise)
        #expect(budget.grant(600) == .bytes(400))
        budget.settle(400, moved: 400, promise: &promise)
        #expect(budget.grant(1) == .spent)
    }

    @Test(arguments: [1, 4, 16, 64], [10_000, 3_000_000, 500_000_000] as [Int64])
    func `requests never ask for more than the budget, and each stream finds something`(
        _ streams: Int, _ whole: Int64
    ) {
        var budget = Budget(whole)
        var promises: [Int64] = []
        while case .bytes(let share) = budget.promise(upTo: .max, streams: streams) { promises.append(share) }
        #expect(promises.reduce(0, +) == whole)
        #expect(promises.count >= streams)
        #expect(budget.promise(upTo: .max, streams: streams) == .held)
        for promise in promises {
            var rest = promise
            #expect(budget.grant(promise) == .bytes(promise))
            budget.settle(promise, moved: promise, promise: &rest)
            #expect(rest == 0)
        }
        #expect(budget.promise(upTo: .max, streams: streams) == .spent)
    }

    @Test func `what a request did not get is asked for again`() {
        var budget = Budget(100)
        #expect(budget.promise(upTo: 100, streams: 1) == .bytes(100))
        var rest: Int64 = 100
        #expect(budget.grant(60) == .bytes(60))
        budget.settle(60, moved: 60, promise: &rest)
        budget.release(rest)
        #expect(budget.promise(upTo: 100, streams: 1) == .bytes(40))
    }

    @Test(arguments: [3_000_000, 300_000, 30_000_000] as [Int64], Load.Direction.allCases)
    func `a budget is moved whole, and what was sent is acknowledged before the load ends`(
        _ bytes: Int64, _ direction: Load.Direction
    ) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let path = direction == .download ? "/__down?bytes=1000000000" : "/__up"
        let budget = ByteCount(bytes: bytes)
        let load = LoadUnderTest(
            Load(name: "load", direction: direction, url: server.url(path), streams: 4, budget: budget))
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.failure == "its budget of \(budget.text) is spent")
        #expect(load.total == bytes)
    }

    @Test func `a server that knows no ranges is read no further than the budget`() throws {
        let server = try ScriptedServer { peer in
            guard let head = peer.readHead() else { return }
            #expect(head.contains("\r\nRange: bytes=0-"))
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            while !peer.stopping(), peer.send([UInt8](repeating: 1, count: 10_000)) {}
        }
        defer { server.stop() }
        let load = LoadUnderTest(
            Load(
                name: "load", direction: .download, url: server.url, streams: 4, budget: ByteCount(bytes: 2_000_000)))
        #expect(load.waits { $0.failure != nil })
        load.stop()
        #expect(load.total == 2_000_000)
    }

    @Test(arguments: [
        ("bytes=0-9", "206 Partial Content", "bytes 0-9/1000", 10),
        ("bytes=990-", "206 Partial Content", "bytes 990-999/1000", 10),
        ("bytes=0-5000", "206 Partial Content", "bytes 0-999/1000", 1_000),
        ("bytes=0-1,3-4", "200 OK", nil, 1_000), ("bytes=-5", "200 OK", nil, 1_000),
        ("bytes=2000-", "200 OK", nil, 1_000), ("lines=0-9", "200 OK", nil, 1_000), ("bytes=9-0", "200 OK", nil, 1_000),
    ])
    func `the server sends one range, and the whole where it is asked for anything else`(
        _ range: String, _ status: String, _ content: String?, _ count: Int
    ) throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /__down?bytes=1000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nRange: \(range)\r\n\r\n")
        let head = client.readHead()
        #expect(head.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(head.contains("\r\nContent-Range: ") == (content != nil))
        if let content { #expect(head.contains("\r\nContent-Range: \(content)\r\n")) }
        #expect(client.readAll().count == count)
    }
}
