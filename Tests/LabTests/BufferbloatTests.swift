import LinecheckQuantities
import Testing

extension LabTests {
    @Suite struct `Where the queue is` {
        @Test func `a queue in front of the line on the provider's side is isp-downstream`() throws {
            try Lab.expectTruth(of: "provider-queue", by: "bufferbloat")
        }

        @Test func `a queue that leaves through the router is uplink-queue`() throws {
            try Lab.expectTruth(of: "uplink-queue", by: "bufferbloat")
        }

        @Test func `the same queue is found by IPv6 through an MTU of 1400`() throws {
            try Lab.expectTruth(of: "uplink-queue-ipv6", by: "bufferbloat")
        }

        @Test func `queues of both directions beyond the gateway are modem-or-line`() throws {
            try Lab.expectTruth(of: "both-queues", by: "bufferbloat")
        }

        @Test func `a queue between client and gateway is local-wifi`() throws {
            try Lab.expectTruth(of: "wifi-queue", by: "bufferbloat")
        }

        @Test func `a queue in the client's own network card is seen and is not the provider's`() throws {
            try Lab.expectTruth(of: "own-queue", by: "bufferbloat")
        }

        @Test func `a queue of nearly, and not quite, twice the other's lag convicts no direction`() throws {
            try Lab.expectTruth(of: "less-than-twice", by: "bufferbloat")
        }

        @Test func `thirty milliseconds of way are not lag, and hide none`() throws {
            try Lab.expectTruth(of: "far-and-deep", by: "bufferbloat")
        }

        @Test func `short queues are clean, also through a ping socket that needs no privilege`() throws {
            let trial = try Lab.expectTruth(of: "clean", by: "bufferbloat")
            #expect(trial.echoSockets == ["ping"])
            #expect(trial.status == 0)
        }
    }

    @Suite struct `What cannot be known is not said` {
        @Test func `a gigabyte refused with 403 is no download, no grade and nobody's fault`() throws {
            let trial = try Lab.expectTruth(of: "refused-gigabyte", by: "bufferbloat")
            let rate = trial.observed.unmeasured("download.download.rate.mean")
            #expect(rate == "load not achieved: HTTP 403 from 203.0.113.10 (1 byte)")
            #expect(trial.status == 6)
        }

        @Test func `where pings are filtered no queue is found, and none denied`() throws {
            try Lab.expectTruth(of: "icmp-filtered", by: "bufferbloat")
        }

        @Test func `behind a gateway that answers no pings the Wi-Fi cannot be ruled out`() throws {
            try Lab.expectTruth(of: "silent-gateway", by: "bufferbloat")
        }
    }
}
