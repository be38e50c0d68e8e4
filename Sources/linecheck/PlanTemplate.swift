/// The plan that `linecheck new` writes: small, complete and commented.
enum PlanTemplate {
    static func text(name: String) -> String {
        """
        {
          "$schema": "plan.schema.json",
          "plan": 1,
          "name": "\(name)",
          "title": "Latency to one server, at rest and under load",
          "# vars": "Change them here, or for one run with --set server=192.0.2.7.",
          "vars": {
            "server": "1.1.1.1",
            "download": "https://speed.cloudflare.com/__down?bytes=52428800",
            "load": "10s"
          },
          "# probes": "Each asks its target again and again; throughout lists those that never pause.",
          "probes": {
            "gateway": { "type": "ping", "target": "@gateway", "optional": true },
            "server": { "type": "ping", "target": "${server}" }
          },
          "loads": {
            "download": { "type": "http", "direction": "download", "url": "${download}" }
          },
          "throughout": ["gateway", "server"],
          "# phases": "One after another. The start of a phase under load is recorded and not scored: settle.",
          "phases": [
            { "name": "quiet", "duration": "5s" },
            { "name": "busy", "duration": "${load}", "loads": ["download"], "settle": "1s" }
          ],
          "# guards": "So that a fast line does not move more than you like.",
          "guards": [
            { "name": "data-cap", "load": "*", "stat": "bytes", "above": "2GB", "then": "end-phase" }
          ],
          "# rules": "Opinions as data. under_load: without a valid download, busy means nothing.",
          "rules": {
            "rules": 1,
            "name": "\(name)",
            "version": 1,
            "under_load": { "busy": "download" },
            "metrics": { "rise": "server.busy.rtt.p50 - server.quiet.rtt.p50" },
            "grades": {
              "lag": {
                "of": "rise",
                "scale": [
                  { "grade": "good", "below": "30ms" },
                  { "grade": "fair", "below": "100ms" },
                  { "grade": "poor" }
                ]
              }
            },
            "verdicts": {
              "where": {
                "title": "Where the queue is",
                "first_of": [
                  { "is": "local", "when": "gateway.busy.rtt.p50 - gateway.quiet.rtt.p50 > 30ms", "say": "The gateway itself slows down: the queue is in this building." },
                  { "is": "none", "when": "grade.lag >= 'good'", "say": "No queue worth a repair." },
                  { "is": "beyond", "say": "The queue is beyond the gateway." }
                ]
              }
            }
          },
          "# expect": "What must hold; a condition that fails is exit status 1.",
          "expect": ["grade.lag >= 'fair'", "server.quiet.loss < 2%"]
        }

        """
    }
}
