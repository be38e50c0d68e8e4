import Foundation
import LinecheckCapture
import LinecheckJSON
import Testing

@Suite(.serialized) struct RunOptionTests {
    private let workplace = Workplace()

    private func header(_ name: String) throws -> Header {
        var reader = try CaptureReader(path: workplace.path(name))
        _ = try reader.next()
        let header = reader.header
        return try #require(header)
    }

    @Test func `a setting reaches the plan, and the capture tells what was typed`() throws {
        let plan = try workplace.put(
            Plans.idle.replacing("\"500ms\" }] }", with: "\"${window}\" }] }").replacing(
                "\"probes\"", with: "\"vars\": { \"window\": \"60s\" }, \"probes\""), "plan.json")
        let path = workplace.path("a.capture.jsonl")
        #expect(try Linecheck.run(plan, "--set", "window=300ms", "-o", path).status == 0)
        let header = try header("a.capture.jsonl")
        #expect(header.plan["phases"]?.array?.first?["duration"]?.string == "300ms")
        #expect(header.options.contains("window=300ms"))
        #expect(header.planSource == String(decoding: try #require(workplace.bytes("plan.json")), as: UTF8.self))
        #expect(header.loopback)
    }

    @Test(arguments: [
        (["--set", "lod=1s"], "there is no variable \"lod\"", "did you mean \"load\"?"),
        (["--set", "load"], "--set takes NAME=VALUE", "--set streams=2"),
        (["--set", "load=fast"], "load", "fast"), (["--expect", "internet.idle.loss <"], "--expect:1:20", "^"),
        (["--expect", "internet.idle.los < 2%"], "--expect:1:", "did you mean \"loss\"?"),
        (["--expect", "internet.idle.loss < 2ms"], "--expect:1:", "^"),
        (["--rules", "helth-1"], "there is no bundled rules document \"helth-1\"", "did you mean \"health-1\"?"),
        (["--rules", "/nowhere/rules.json"], "/nowhere/rules.json", "No such file"),
        (["--otput", "x"], "--otput is not a flag of linecheck run", "did you mean --output?"),
        (["-o"], "--output needs a value", "FILE"), (["--json=yes"], "--json takes no value", ""),
        (["-o", "a", "-o", "b"], "--output is given twice", ""),
        (["second"], "takes PLAN, not 2 operands", "linecheck run"),
    ])
    func `what cannot be understood is refused with its place before a packet leaves`(
        _ words: [String], _ reason: String, _ hint: String
    ) throws {
        let ended = try Running([Linecheck.path, "run", "health", "--loopback"] + words).wait()
        #expect(ended.status == 2, "\(ended.stderr)")
        #expect(ended.stderr.contains(reason), "\(ended.stderr)")
        #expect(hint.isEmpty || ended.stderr.contains(hint), "\(ended.stderr)")
        #expect(ended.stdout.isEmpty)
        #expect(!ended.stderr.contains("contacts"))
    }

    @Test(arguments: [
        (
            #""congestion_control": "nosuch""#,
            "congestion_control: this host does not offer the congestion control nosuch"
        ),
        (#""interface": "nosuch0""#, "interface: cannot use interface nosuch0: No such device"),
        (#""source": "192.0.2.77""#, "source: no such address on this host: 192.0.2.77"),
    ])
    func `what a load asks and this host has not ends a run before its first packet`(
        _ key: String, _ words: String
    ) throws {
        let plan = Plans.loaded.replacing("\"streams\": 1", with: "\"streams\": 1, \(key)")
        #expect(plan != Plans.loaded)
        let ended = try Linecheck.run(workplace.put(plan, "plan.json"), "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("linecheck: the load download cannot run here; \(words)"), "\(ended.stderr)")
        #expect(!ended.stderr.contains("contacts"))
        #expect(workplace.bytes("a.capture.jsonl") == nil)
    }

    @Test(arguments: [("helth", "did you mean \"health\"?"), ("no/such.json", "No such file or directory")])
    func `a plan that is not there is named, with the nearest that is`(_ name: String, _ hint: String) throws {
        let ended = try Linecheck.call("run", name)
        #expect(ended.status == 2)
        #expect(ended.stderr.contains(name) && ended.stderr.contains(hint))
    }

    @Test func `a plan may come from standard input`() throws {
        let ended = try Linecheck.call(
            "run", "-", "--loopback", "--concurrent", "-q", "-o", workplace.path("a.capture.jsonl"),
            input: Array(Plans.idle.utf8))
        #expect(ended.status == 0)
    }

    @Test func `a plan with problems shows all of them and the very tokens`() throws {
        let broken = Plans.idle.replacing("\"interval\"", with: "\"intervall\"").replacing(
            "\"500ms\" }]", with: "500 }]")
        let ended = try Linecheck.call("run", workplace.put(broken, "plan.json"), "--loopback")
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("\"intervall\" is not a key of a ping probe"))
        #expect(ended.stderr.contains("^^^^^^^^^^^ did you mean \"interval\"?"))
        #expect(ended.stderr.contains("plan.json:4:"))
    }

    @Test(arguments: ["run", "explain", "check", "monitor"])
    func `a setting that a plan cannot use is blamed, and not the file`(_ command: String) throws {
        let plan = try workplace.put(Plans.loaded, "plan.json")
        let unit = try Linecheck.call(command, plan, "--set", "load=5x")
        #expect(unit.status == 2)
        #expect(unit.stderr.hasPrefix("linecheck: --set load=5x: \"x\" is not a unit here\n"))
        #expect(unit.stderr.contains("; used at \(plan):7:"))
        let name = try Linecheck.call(command, plan, "--set", "laod=5s")
        #expect(name.status == 2)
        #expect((name.stderr + name.stdout).contains("--set:1:1: error[bad-setting]: there is no variable \"laod\""))
        let broken = try workplace.put(Plans.loaded.replacing("\"settle\"", with: "\"setle\""), "broken.json")
        let file = try Linecheck.call(command, broken, "--set", "load=5s")
        #expect((file.stderr + file.stdout).contains("broken.json:7:"))
    }

    @Test func `explain and check take a plan as run would`() throws {
        let told = try Linecheck.call("explain", "health", "--loopback", "--set", "load=3s")
        #expect(told.status == 0)
        #expect(told.stdout.contains("  every 200ms  ") && told.stdout.contains("127.0.0.3"))
        #expect(!told.stdout.contains("1.1.1.1") && !told.stdout.contains("cloudflare"))
        #expect(told.stdout.contains(#/data-cap +each load +bytes above 1000.0 GB, set by cap +end-phase/#))
        let plan = try workplace.put(Plans.loaded, "plan.json")
        #expect(try Linecheck.call("check", "--set", "load=5s", plan).status == 0)
        #expect(try Linecheck.call("check", "--loopback", "health", "bufferbloat").status == 0)
        #expect(try Linecheck.call("explain", "health", "--loopback", "--server", "cloudflare").status == 2)
    }

    @Test func `with --loopback it is said what stays in this host and what does not`() throws {
        let inside = try Linecheck.run(
            workplace.put(Plans.loaded, "plan.json"), "-o", workplace.path("a.capture.jsonl"))
        #expect(inside.stderr.contains("; loads stay in this host; at most "))
        #expect(!inside.stderr.contains("contacted all the same"))
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a network namespace wants root
    func `a target that stands in the plan itself is told to be contacted`() throws {
        let own = Plans.idle.replacing("\"127.0.0.2\"", with: "\"192.0.2.1\"")
        let script = """
            ip link set lo up
            '\(Linecheck.path)' run '\(try workplace.put(own, "own.json"))' --loopback -o '\(workplace.path("b.capture.jsonl"))'
            """
        let ended = try Running(["unshare", "--net", "sh", "-c", script]).wait()
        #expect(ended.stderr.contains("192.0.2.1 stands in the plan itself, where --loopback finds no variable to set"))
    }

    @Test func `other rules judge the run and stand in its capture`() throws {
        let plan = try workplace.put(Plans.loaded, "plan.json")
        let ended = try Linecheck.run(
            plan, "--json", "--rules", "bufferbloat-1", "-o", workplace.path("a.capture.jsonl"))
        // These rules ask for probes that this plan has not: nothing can be told, and that is said.
        #expect(ended.status == 6)
        #expect(try ended.json()["rules"]?["name"]?.string == "bufferbloat")
        #expect(try header("a.capture.jsonl").rules["name"]?.string == "bufferbloat")
    }

    @Test func `an expectation of the plan that other rules do not know is refused`() throws {
        let plan = try workplace.put(
            Plans.graded.replacing(
                "\"rules\":", with: "\"expect\": [\"grade.bufferbloat >= 'B'\"], \"rules\":"), "plan.json")
        let rules = try workplace.put(
            "{ \"rules\": 1, \"name\": \"other\", \"version\": 1, \"metrics\": { \"half\": \"gateway.baseline.loss / 2\" } }",
            "rules.json")
        let ended = try Linecheck.run(plan, "--rules", rules, "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 2, "\(ended.stderr)")
        #expect(ended.stderr.contains("bufferbloat"))
        #expect(!workplace.exists("a.capture.jsonl"))
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a network namespace wants root
    func `of two runs at once the second is refused, and runs when told to`() throws {
        // The lock is one for each network; a new one keeps other tests out of this.
        let plan = try workplace.put(Plans.long, "plan.json")
        let short = try workplace.put(Plans.idle, "short.json")
        let script = """
            ip link set lo up
            '\(Linecheck.path)' run '\(plan)' --loopback -o '\(workplace.path("first.capture.jsonl"))' 2>'\(workplace.path("first"))' >/dev/null &
            first=$!
            while ! grep -q running '\(workplace.path("first"))'; do sleep 0.02; done
            '\(Linecheck.path)' run '\(short)' --loopback -o '\(workplace.path("second.capture.jsonl"))'
            echo "second $?"
            '\(Linecheck.path)' run '\(short)' --loopback --concurrent -q -o '\(workplace.path("third.capture.jsonl"))' >/dev/null
            echo "third $?"
            kill -TERM $first
            wait $first
            echo "first $?"
            '\(Linecheck.path)' run '\(short)' --loopback -q -o '\(workplace.path("fourth.capture.jsonl"))' >/dev/null
            echo "fourth $?"
            """
        let ended = try Running(["unshare", "--net", "sh", "-c", script]).wait()
        #expect(ended.stdout == "second 2\nthird 0\nfirst 5\nfourth 0\n", "\(ended.stderr)")
        #expect(ended.stderr.contains("another run is going on"))
        #expect(ended.stderr.contains("--concurrent"))
        #expect(!workplace.exists("second.capture.jsonl.partial"))
    }
}
