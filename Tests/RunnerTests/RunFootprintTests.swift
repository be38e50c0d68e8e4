import LinecheckPlan
import LinecheckQuantities
import LinecheckRunner
import Testing

@Suite struct RunFootprintTests {
    @Test func `bufferbloat contacts its targets and its server, four gigabytes a direction, for 39 seconds at most`()
        throws
    {
        let footprint = RunFootprint(try BundledPlan.read("bufferbloat").plan)
        #expect(footprint.hosts == ["@gateway", "1.1.1.1", "speed.cloudflare.com"])
        #expect(footprint.bytes == ByteCount(bytes: 8_000_000_000))
        // Baseline 5, drain 2, twice 10 and 5 until the first byte, and the last ping's timeout of 2.
        #expect(footprint.duration == .seconds(39))
    }

    @Test func `health takes 69 seconds at most`() throws {
        let footprint = RunFootprint(try BundledPlan.read("health").plan)
        #expect(footprint.hosts == ["@gateway", "1.1.1.1", "8.8.8.8", "speed.cloudflare.com"])
        #expect(footprint.duration == .seconds(69))
    }

    @Test func `settings move the figures`() throws {
        let plan = try BundledPlan.read("bufferbloat", settings: [("load", "3s"), ("cap", "100MB")]).plan
        let footprint = RunFootprint(plan)
        #expect(footprint.duration == .seconds(25))
        #expect(footprint.bytes == ByteCount(bytes: 200_000_000))
    }

    @Test func `without a guard on its bytes a load has no limit`() {
        var plan = Plan(
            name: "test", loads: [Load(name: "download", direction: .download, url: "https://h.example:8443/x?y#z")],
            phases: [Phase(name: "load", ending: .after(.seconds(1)), loads: ["download"])])
        #expect(RunFootprint(plan).bytes == nil)
        #expect(RunFootprint(plan).hosts == ["h.example:8443"])
        let watch = Guard(
            name: "watch", subject: .anyLoad, statistic: .bytes, over: nil, direction: .above, limit: 5, action: .goOn)
        plan.guards = [watch]
        #expect(RunFootprint(plan).bytes == nil)
        plan.guards[0].action = .abort
        #expect(RunFootprint(plan).bytes == ByteCount(bytes: 5))
    }

    @Test func `a plan without loads moves no bytes of any`() {
        let plan = Plan(
            name: "test", probes: [Probe(name: "near", kind: .ping, target: "192.0.2.1", timeout: .seconds(3))],
            phases: [
                Phase(
                    name: "idle", ending: .whenDone(atMost: .seconds(20)),
                    probes: [Probe(name: "near", kind: .ping, target: "192.0.2.1", count: 2)])
            ])
        #expect(RunFootprint(plan).bytes == ByteCount(bytes: 0))
        #expect(RunFootprint(plan).duration == .seconds(23))
    }

    @Test func `a probe that no phase runs is not contacted`() {
        let plan = Plan(
            name: "test", probes: [Probe(name: "near", kind: .ping, target: "192.0.2.1")],
            phases: [Phase(name: "idle", ending: .after(.seconds(1)))])
        #expect(RunFootprint(plan).hosts.isEmpty)
    }
}
