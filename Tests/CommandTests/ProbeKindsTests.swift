import Foundation
import LinecheckJSON
import Testing

/// Probes of every type against the program's own server, from plan to replay.
@Suite struct ProbeKindsTests {
    private let workplace = Workplace()

    private static let plan = """
        { "plan": 1, "name": "kinds",
          "vars": { "gateway": "@gateway", "internet": "192.0.2.1", "tcp": "192.0.2.1:9",
                    "download": "http://192.0.2.1/", "upload": "http://192.0.2.1/", "load": "1500ms", "cap": "1GB" },
          "probes": { "echo": { "type": "udp", "target": "@embedded", "interval": "50ms" },
                      "door": { "type": "tcp", "target": "@embedded", "interval": "100ms" } },
          "throughout": ["echo", "door"],
          "phases": [{ "name": "line", "include": "bufferbloat" }],
          "rules": "bufferbloat-1" }
        """

    @Test func `a plan with an echo shows the delay of each direction, and how long the line needs to recover`() throws
    {
        let path = try workplace.put(Array(Self.plan.utf8), "kinds.json")
        let capture = workplace.path("kinds.capture.jsonl")
        let ended = try Linecheck.run(path, "--json", "-o", capture)
        #expect(ended.status == 0 || ended.status == 6, "\(ended.stderr)")
        let metrics = try #require(try ended.json()["metrics"])
        for name in ["owd_up_rise", "owd_down_rise", "echo.drain.recovery", "door.baseline.rtt.p50"] {
            #expect(metrics[name] != nil, "\(name)")
        }
        // By one clock the two delays make up the round trip, and a loopback has hardly any.
        for name in ["owd_up_rise", "owd_down_rise"] {
            guard let value = metrics[name]?["value"]?.integer else { continue }
            #expect(abs(value) < 500_000_000)
        }
        #expect(metrics["echo.baseline.rtt.p50"]?["value"]?.integer ?? 0 > 0)
        #expect(try Linecheck.call("replay", capture).status == 0)
    }
}
