import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckRunner
import Testing

@Suite struct LoopbackTests {
    @Test func `every address and URL of the bundled plans is of this host`() throws {
        let loopback = try Loopback()
        defer { loopback.stop() }
        for name in ["bufferbloat", "health"] {
            let names = try BundledPlan.read(name).plan.vars.map(\.name)
            let plan = try BundledPlan.read(name, settings: loopback.settings(for: names)).plan
            for host in RunFootprint(plan).hosts { #expect(host.hasPrefix("127.0.0."), "\(name): \(host)") }
            #expect(RunFootprint(plan).bytes?.bytes == 2_000_000_000_000)
        }
    }

    @Test func `only variables that the plan has are set`() throws {
        let loopback = try Loopback()
        defer { loopback.stop() }
        #expect(loopback.settings(for: []).isEmpty)
        #expect(loopback.settings(for: ["internet", "weather"]).map(\.name) == ["internet"])
    }

    @Test func `an embedded URL means the server's own path for its direction`() throws {
        let loopback = try Loopback()
        defer { loopback.stop() }
        let plan = Plan(
            name: "test",
            loads: [
                Load(name: "down", direction: .download, url: "@embedded"),
                Load(name: "up", direction: .upload, url: "@embedded"),
                Load(name: "else", direction: .upload, url: "http://192.0.2.1/up"),
            ])
        let port = loopback.server.port
        #expect(
            loopback.pointed(plan).loads.map(\.url) == [
                "http://127.0.0.1:\(port)/__down?bytes=1000000000", "http://127.0.0.1:\(port)/__up",
                "http://192.0.2.1/up",
            ])
    }

    @Test func `who may not ping asks the same addresses by TCP, in every phase`() throws {
        let loopback = try Loopback()
        defer { loopback.stop() }
        let near = Probe(name: "near", kind: .ping, target: "127.0.0.2", count: 3)
        let far = Probe(name: "far", kind: .ping, target: "192.0.2.1")
        let plan = Plan(
            name: "test", probes: [near, far],
            phases: [Phase(name: "idle", ending: .after(.seconds(1)), probes: [near, far])])
        let asked = loopback.withoutPing(plan)
        for probes in [asked.probes, asked.phases[0].probes] {
            #expect(probes[0].kind == .tcp)
            #expect(probes[0].port == Int(loopback.server.port))
            #expect(probes[0].target == "127.0.0.2")
            #expect(probes[0].count == 3)
            #expect(probes[1] == far)
        }
    }
}
