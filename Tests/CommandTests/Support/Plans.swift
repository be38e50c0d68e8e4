/// Plans that are over soon and load the machine little.
enum Plans {
    /// Half a second of pings to this host.
    static let idle = """
        { "plan": 1, "name": "idle-only",
          "probes": { "near": { "type": "ping", "target": "127.0.0.2", "interval": "20ms", "timeout": "500ms" } },
          "throughout": ["near"],
          "phases": [{ "name": "idle", "duration": "500ms" }] }
        """

    /// A second and a half of pings, the last second under a download.
    static let loaded = """
        { "plan": 1, "name": "loaded", "vars": { "load": "1s", "cap": "1TB", "then": "end-phase" },
          "probes": { "near": { "type": "ping", "target": "127.0.0.2", "interval": "20ms", "timeout": "500ms" } },
          "loads": { "download": { "type": "http", "direction": "download", "url": "@embedded", "streams": 1 } },
          "throughout": ["near"],
          "phases": [
            { "name": "idle", "duration": "500ms" },
            { "name": "download", "duration": "${load}", "loads": ["download"], "settle": "100ms" },
            { "name": "after", "duration": "200ms" }
          ],
          "guards": [{ "name": "data-cap", "load": "*", "stat": "bytes", "above": "${cap}", "then": "abort" }] }
        """

    /// What bufferbloat-1 judges, in five seconds.
    static let graded = """
        { "plan": 1, "name": "short-bufferbloat",
          "vars": { "gateway": "@gateway", "internet": "192.0.2.1", "download": "http://192.0.2.1/", "upload": "http://192.0.2.1/" },
          "probes": {
            "gateway":  { "type": "ping", "target": "${gateway}", "interval": "50ms", "timeout": "1s" },
            "internet": { "type": "ping", "target": "${internet}", "interval": "50ms", "timeout": "1s" }
          },
          "loads": {
            "download": { "type": "http", "direction": "download", "url": "${download}", "streams": 1 },
            "upload": { "type": "http", "direction": "upload", "url": "${upload}", "streams": 1 }
          },
          "throughout": ["gateway", "internet"],
          "phases": [
            { "name": "baseline", "duration": "1s" },
            { "name": "download", "duration": "1500ms", "loads": ["download"], "settle": "200ms" },
            { "name": "upload", "duration": "1500ms", "loads": ["upload"], "settle": "200ms" }
          ],
          "rules": "bufferbloat-1" }
        """

    /// Would go on for a minute.
    static let long = """
        { "plan": 1, "name": "long",
          "probes": { "near": { "type": "ping", "target": "127.0.0.2", "interval": "20ms", "timeout": "30s" } },
          "throughout": ["near"],
          "phases": [{ "name": "idle", "duration": "60s" }] }
        """
}
