import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import TestSupport
import Testing

@testable import LinecheckLoads

@Suite struct RepeatedStepsTests {
    private func response(_ at: Int64, status: Int = 200, bytes: Int64? = nil) -> StreamEvent {
        StreamEvent(
            at: RunInstant(nanoseconds: at), load: "load", stream: 0, step: .response, status: status, host: "a",
            bytes: bytes)
    }

    @Test func `ten of a kind are written, the others counted, and the sum is what happened`() {
        var steps = RepeatedSteps()
        let now = (0..<1_000).flatMap { steps.take(response(Int64($0), bytes: 300)) }
        #expect(now.count == 10)
        let rest = steps.drain()
        #expect(rest.map(\.count) == [990])
        #expect(rest.map(\.bytes) == [990 * 300])
        #expect(rest.map(\.at.nanoseconds) == [999])
        #expect(steps.drain().isEmpty)
        #expect(steps.take(response(1_000)).count == 1, "after a tick there is room again")
    }

    @Test func `another 2xx among them is a kind of its own, and any other status is written at once`() {
        var steps = RepeatedSteps()
        for at in 0..<100 { _ = steps.take(response(Int64(at))) }
        #expect(steps.take(response(100, status: 206)).map(\.status) == [206])
        let refused = steps.take(response(101, status: 429))
        #expect(refused.map(\.status) == [200, 429], "what was counted stands before it")
        #expect(refused.map(\.count) == [90, nil])
        #expect((0..<20).flatMap { _ in steps.take(response(102, status: 500)) }.count == 20)
    }

    @Test func `tiny responses do not flood the capture, and every one is counted`() throws {
        let served = Mailbox<Void>()
        let server = try ScriptedServer { peer in
            while peer.readHead() != nil {
                served.put(())
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n" + String(repeating: "x", count: 30))
            }
        }
        let load = LoadUnderTest(.download, server.url)
        #expect(load.waits { $0.totalNow() > 30 * 300 })
        load.stop()
        server.stop()
        let counted = load.count(.response)
        // The request in hand when the load stopped has no response.
        #expect((counted...counted + 1).contains(served.all.count))
        #expect((counted...counted + 1).contains(load.count(.request)))
        #expect(load.steps(.response).contains { $0.count != nil })
    }
}
