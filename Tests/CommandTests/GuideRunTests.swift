import Foundation
import LinecheckJSON
import Testing

/// The plan author's guide, followed to the letter by somebody who has only this host.
@Suite struct GuideRunTests {
    private let workplace = Workplace()

    /// The fenced blocks of one language, in order.
    private func blocks(_ language: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "plans/README.md"), encoding: .utf8)
        return guide.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// What a person types, in a home of their own.
    private func type(_ line: String) throws -> Ended {
        let program = (Linecheck.path as NSString).deletingLastPathComponent
        return try Running(
            ["sh", "-c", "cd \(workplace.folder) && \(line)"],
            environment: [
                "PATH": "\(program):/usr/bin:/bin", "HOME": workplace.folder,
                "XDG_DATA_HOME": workplace.path(".local/share"),
            ]
        ).wait()
    }

    /// The same command over in seconds, beside other tests' runs.
    private func hurried(_ line: String) -> String {
        line.prefix { $0 != "#" } + " --concurrent --quiet --set quiet=1s --set busy=7s"
    }

    /// A server that refuses what is larger than a megabyte, and its address.
    private func refusing() throws -> (server: Running, address: String) {
        let server = try Running([Linecheck.path, "serve", "--listen", "127.0.0.1:0", "--max-bytes", "1MB"])
        #expect(server.says("GET /__ping"))
        let match = try #require(server.stderr.firstMatch(of: /listening on http:\/\/(127\.0\.0\.1:\d+):/))
        return (server, String(match.1))
    }

    @Test func `the guide leads from nothing to a plan that passes, and fails when the download is refused`() throws {
        let (server, address) = try refusing()
        defer {
            server.send(SIGTERM)
            _ = server.wait()
        }
        let plan = try #require(try blocks("json").first)
        var statuses: [String: Int32] = [:]
        for line in try blocks("sh").flatMap({ $0.split(separator: "\n").map(String.init) }) {
            var typed = line
            if line.contains(" run ") {
                typed = hurried(line)
                if !line.contains("--loopback") {
                    typed += " --set game=127.0.0.1 --set vpn=\(address)"
                    typed += " --set download=http://\(address)/__down?bytes=100000000"
                }
            }
            let ended = try type(typed)
            statuses[line] = ended.status
            if line.contains(" new ") {
                #expect(workplace.exists("game-and-vpn.json") && workplace.exists("plan.schema.json"))
                try workplace.put(plan, "game-and-vpn.json")
                let rules = try JSONReader.read(SourceText(name: "plan", text: plan)).plain["rules"]
                try workplace.put(try #require(rules).prettyText(), "my-rules.json")
            }
            if line.contains(" check ") { #expect(ended.stderr == "no problems\n") }
            if line.contains(" explain ") { #expect(ended.stdout.contains("all loads together: at most 1GB")) }
            if line.contains(" replay ") { #expect(ended.stdout.contains("verdict call  the same 1")) }
            if line.contains("--loopback") {
                #expect(ended.stdout.contains("verdict.call == 'fine' holds"), "\(ended.stdout)\(ended.stderr)")
            } else if line.contains(" run ") {
                #expect(ended.stdout.contains("load not achieved: HTTP 403"), "\(ended.stdout)\(ended.stderr)")
            }
        }
        #expect(
            statuses == [
                "linecheck new game-and-vpn": 0,
                "linecheck check game-and-vpn.json      # is it a plan? every mistake with its place and its fix": 0,
                "linecheck explain game-and-vpn.json    # what would it do? timeline, packets, bytes at most; nothing is sent":
                    0,
                "linecheck run game-and-vpn.json        # do it": 6,
                "linecheck check my-rules.json": 0,
                // What was undetermined stays so, and a corpus with such runs is no success.
                "linecheck replay --rules my-rules.json ~/.local/share/linecheck": 6,
                "linecheck run game-and-vpn.json --loopback --set game=127.0.0.1 --set vpn=@embedded": 0,
            ])
    }

    @Test func `the plan that includes another runs both`() throws {
        try workplace.put(try #require(try blocks("json").dropFirst().first), "mine.json")
        let ended = try type("linecheck run mine.json --json --loopback --concurrent --quiet --set load=2s")
        // On a busy machine a load may stall.
        #expect([0, 6].contains(ended.status), "\(ended.stderr)")
        let metrics = try #require(try ended.json()["metrics"])
        #expect(metrics["internet.before.rtt.p50"]?["value"] != nil)
        #expect(metrics["internet.baseline.rtt.p50"]?["value"] != nil)
        #expect(metrics["download.download.rate.mean"] != nil)
    }

    @Test func `a bundled plan is shown, copied and run as the guide says`() throws {
        #expect(try type("linecheck plans --show soak").stdout.contains("\"name\": \"soak\""))
        #expect(try type("linecheck new mine --from soak").status == 0)
        let short = "--loopback --concurrent --quiet --json --set duration=2s --set interval=50ms"
        for name in ["soak", "mine.json"] {
            let ended = try type("linecheck run \(name) \(short)")
            #expect(ended.status == 0, "\(ended.stderr)")
            let result = try ended.json()
            #expect(result["metrics"]?["internet.soak.burst"]?["value"]?.integer == 0)
            let worst = result["metrics"]?["internet.soak.minute_jitter.max"]
            #expect(worst?["unmeasured"]?.string == "the scored window has no whole minute")
            #expect(
                result["verdicts"]?["line"]?["cannot_rule_out"]?.array?.compactMap(\.string) == ["uneven", "steady"])
        }
    }
}
