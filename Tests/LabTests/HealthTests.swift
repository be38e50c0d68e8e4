import Testing

extension LabTests {
    @Suite struct `Whose part of the way it is` {
        @Test func `a queue in the air is the fault of the Wi-Fi, and of neither router nor provider`() throws {
            let trial = try Lab.expectTruth(of: "wifi-queue", by: "health")
            #expect(trial.observed.outcome == "complete")
        }

        @Test func `a queue in the provider's network is the fault of the provider, and of neither Wi-Fi nor router`()
            throws
        {
            try Lab.expectTruth(of: "provider-queue", by: "health")
        }

        @Test func `two of twenty idle pings that are lost beyond a healthy gateway are the provider's fault`() throws {
            try Lab.expectTruth(of: "loss-convicts", by: "health")
        }
    }
}
