import Foundation
import LinecheckJSON
import TestSupport
import Testing

@Suite struct CheckCommandTests {
    private let workplace = Workplace()

    @Test(arguments: ["health", "bufferbloat", "health-1", "bufferbloat-1"])
    func `what is bundled has no problem`(_ name: String) throws {
        let ended = try Linecheck.call("check", "--strict", name)
        #expect(ended.status == 0, "\(ended.stdout)")
        #expect(ended.stdout.isEmpty)
    }

    @Test func `problems of several files come with their places, as text and as data`() throws {
        let first = try workplace.put(Plans.idle.replacing("\"interval\"", with: "\"intervall\""), "first.json")
        let second = try workplace.put(Plans.idle.replacing("[\"near\"]", with: "[\"neer\"]"), "second.json")
        let ended = try Linecheck.call("check", first, second)
        #expect(ended.status == 2)
        #expect(ended.stdout.contains("first.json:2:") && ended.stdout.contains("second.json:3:"))
        #expect(ended.stdout.contains("did you mean \"interval\"?") && ended.stdout.contains("did you mean \"near\"?"))
        let json = try Linecheck.call("check", "--json", first, second)
        #expect(json.status == 2)
        let problems = try json.json().array ?? []
        #expect(problems.count { $0["severity"]?.string == "error" } == 2)
        #expect(problems.first?["code"]?.string == "unknown-key")
        #expect(problems.first?["file"]?.string == first)
    }

    @Test func `a warning is an error only when asked for`() throws {
        let plan = try workplace.put(
            Plans.idle.replacing("\"probes\":", with: "\"vars\": { \"unused\": 1 }, \"probes\":"), "plan.json")
        let plain = try Linecheck.call("check", plan)
        #expect(plain.status == 0)
        #expect(plain.stdout.contains("warning["))
        #expect(plain.stderr == "1 warning, no errors\n")
        #expect(try Linecheck.call("check", "--strict", plan).status == 2)
    }

    @Test func `rules are told from plans by what is in them`() throws {
        let shown = try Linecheck.call("plans", "--show", "health-1").stdout
        #expect(try Linecheck.call("check", workplace.put(shown, "mine.json")).status == 0)
        let broken = shown.replacing("\"idle_loss\": \"(", with: "\"idle_loss\": \"((")
        let ended = try Linecheck.call("check", workplace.put(broken, "broken.json"))
        #expect(ended.status == 2)
        #expect(ended.stdout.contains("broken.json:"))
    }

    @Test func `a capture is known by its first bytes, whatever its name`() throws {
        let whole = try SharedCapture.idle.get()
        #expect(try Linecheck.call("check", workplace.put(whole, "renamed.txt")).status == 0)
        var flipped = whole
        flipped[flipped.count / 2] ^= 4
        let ended = try Linecheck.call("check", workplace.put(flipped, "flipped.txt"))
        #expect(ended.status == 8)
        #expect(ended.stderr.contains("flipped.txt:"))
    }

    @Test func `a plan is checked from standard input`() throws {
        #expect(try Linecheck.call("check", "-", input: Array(Plans.idle.utf8)).status == 0)
        let ended = try Linecheck.call("check", "-", input: Array("{ \"plan\": 1, ".utf8))
        #expect(ended.status == 2)
        #expect(ended.stdout.contains("<stdin>:1:"))
    }

    @Test func `a file that is not there is bad usage`() throws {
        let ended = try Linecheck.call("check", workplace.path("none.json"))
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("No such file or directory"))
    }

    @Test func `the folder of plans has catalogues and schemas too, and check tells them apart`() throws {
        let plans = Repository.root.appending(path: "plans").path
        let names = ["servers.json", "plan.schema.json", "rules.schema.json"].map { "\(plans)/\($0)" }
        let line = Repository.root.appending(path: "fixtures/lines/uplink-queue.json").path
        let ended = try Linecheck.call("check", "--strict", names[0], names[1], names[2], line)
        #expect(ended.status == 0, "\(ended.stdout)\(ended.stderr)")
        #expect(ended.stderr.contains("plan.schema.json is a JSON Schema: nothing to check"))
    }

    @Test func `every mistake of a catalogue of servers is told with its place`() throws {
        let catalogue = try workplace.put(
            """
            { "mine": { "download": "https://speed.example/big" },
              "bad": { "title": 1, "upload": "speed.example", "refusal": {}, "refusals": { "200": "fine", "403": 3 } } }
            """, "servers.json")
        let ended = try Linecheck.call("check", catalogue)
        #expect(ended.status == 2)
        for part in [
            ":2:3: error[missing-key]: the server \"bad\" has no \"download\"", ":2:21: error[wrong-type]",
            ":2:34: error[bad-value]: this is no URL", "did you mean \"refusals\"?",
            "\"200\" is no HTTP status that refuses",
            "error[wrong-type]: what a status means is a string",
        ] { #expect(ended.stdout.contains(part), "\(part)\n\(ended.stdout)") }
    }

    @Test(arguments: ["report", "replay"])
    func `a plan in place of a capture is no damage`(_ command: String) throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.call(command, plan)
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("plan.json is a plan, not a capture"), "\(ended.stderr)")
    }

    @Test func `a plan named without its .json is asked for with it`() throws {
        let plan = try workplace.put(Plans.idle, "game-and-vpn.json")
        let ended = try Linecheck.call("check", String(plan.dropLast(5)))
        #expect(ended.status == 2)
        let named = try Running(["sh", "-c", "cd \(workplace.folder) && exec \(Linecheck.path) check game-and-vpn"])
            .wait()
        #expect(named.stderr.contains("did you mean \"game-and-vpn.json\"?"), "\(named.stderr)")
    }
}
