import LinecheckQuantities
import Testing

extension LabTests {
    @Suite struct `Where the queue is` {
        @Test func `a queue in front of the line on the provider's side is isp-downstream`() throws {
            try Lab.expectTruth(of: .providerQueue, by: "bufferbloat")
        }

        @Test func `a queue that leaves through the router is uplink-queue`() throws {
            try Lab.expectTruth(of: .uplinkQueue, by: "bufferbloat")
        }

        @Test func `queues of both directions beyond the gateway are modem-or-line`() throws {
            try Lab.expectTruth(of: .bothQueues, by: "bufferbloat")
        }

        @Test func `a queue between client and gateway is local-wifi`() throws {
            try Lab.expectTruth(of: .wifiQueue, by: "bufferbloat")
        }

        @Test func `short queues are clean, also through a ping socket that needs no privilege`() throws {
            let trial = try Lab.expectTruth(of: .clean, by: "bufferbloat")
            #expect(trial.echoSockets == ["ping"])
        }
    }
}
