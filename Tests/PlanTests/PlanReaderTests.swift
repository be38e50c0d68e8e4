import LinecheckBundled
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import Testing

private func reader(_ files: [String: String] = [:]) -> PlanReader {
    func find(_ bundled: [BundledFile]) -> SourceFinder {
        { reference, _ in
            if let text = files[reference] { return .success(SourceText(name: reference, text: text)) }
            guard let file = bundled.first(where: { $0.name == reference }) else {
                return .failure(SourceNotFound("there is no \"\(reference)\""))
            }
            return .success(SourceText(name: "<bundled>/\(file.name).json", bytes: file.bytes))
        }
    }
    return PlanReader(findPlan: find(BundledFile.plans), findRules: find(BundledFile.rules))
}

private func bundled(_ name: String) -> SourceText {
    SourceText(name: "\(name).json", bytes: BundledFile.plans.first { $0.name == name }!.bytes)
}

private func problems(_ text: String, files: [String: String] = [:], settings: [(name: String, value: String)] = [])
    -> [Problem]
{
    do {
        return try reader(files).read(SourceText(name: "p.json", text: text), settings: settings).warnings
    } catch {
        return error.list
    }
}

/// A small plan with something put in at marked places.
private func plan(
    probe: String = "", load: String = "", phase: String = "", top: String = ""
) -> String {
    """
    {
      "plan": 1, "name": "small",
      "probes": { "a": { "type": "ping", "target": "192.0.2.1"\(probe) } },
      "loads": { "down": { "type": "http", "direction": "download", "url": "http://192.0.2.1/"\(load) } },
      "throughout": ["a"],
      "phases": [ { "name": "one", "duration": "5s", "loads": ["down"]\(phase) }, { "name": "two", "duration": "1s" } ]\(top)
    }
    """
}

@Suite struct PlanReaderTests {
    @Test func `the bundled bufferbloat is the plan of the guide`() throws {
        let plan = try reader().read(bundled("bufferbloat")).plan
        #expect(plan.phases.map(\.name) == ["baseline", "download", "drain", "upload"])
        #expect(plan.phases.map(\.settle) == [.zero, .seconds(1), .zero, .seconds(1)])
        #expect(plan.probes.map(\.target) == ["@gateway", "1.1.1.1"])
        #expect(plan.loads.map(\.streams) == [4, 4])
        #expect(plan.loads[0].url == "https://speed.cloudflare.com/__down?bytes=52428800")
        #expect(plan.spans == ["gateway", "internet"].map { ProbeSpan(probe: $0, from: "baseline", to: "upload") })
        #expect(plan.guards.map(\.limit) == [500_000, 4_000_000_000])
    }

    @Test func `health includes bufferbloat and its own values win`() throws {
        let plan = try reader().read(
            bundled("health"), settings: [("internet", "192.0.2.9"), ("streams", "2"), ("load", "3s")]
        ).plan
        #expect(plan.phases.map(\.name) == ["idle", "baseline", "download", "drain", "upload", "recovery"])
        #expect(plan.phases.map(\.group) == [nil, "load", "load", "load", "load", nil])
        #expect(plan.spans == ["gateway", "internet"].map { ProbeSpan(probe: $0, from: "baseline", to: "upload") })
        #expect(plan.probe("internet")?.target == "192.0.2.9")
        #expect(plan.load("upload")?.streams == 2)
        #expect(plan.phase("download")?.ending == .after(.seconds(3)))
        #expect(plan.phase("idle")?.probes.map(\.name) == ["gateway", "internet", "internet2", "tcp"])
        #expect(plan.phase("idle")?.probes.map(\.count) == [11, 11, 11, 11])
        #expect(plan.phase("idle")?.inOrder == true)
        #expect(plan.phase("recovery")?.probes.map(\.interval) == [.milliseconds(300)])
        #expect(plan.phase("recovery")?.probes.map(\.warmup) == [0])
        #expect(plan.probe("tcp")?.port == 443)
    }

    @Test func `bundled plans have neither errors nor warnings`() throws {
        for file in BundledFile.plans {
            #expect(try reader().read(bundled(file.name)).warnings.map(\.text) == [])
        }
    }

    @Test(arguments: ["bufferbloat", "health"])
    func `the resolved form reads back as the same plan`(name: String) throws {
        let plan = try reader().read(bundled(name)).plan
        #expect(try PlanReader.resolved(plan.json) == plan)
    }

    @Test func `a resolved plan keeps every kind of key`() throws {
        let text = plan(
            probe: ", \"family\": \"ipv6\", \"optional\": true, \"source\": \"2001:db8::1\"",
            phase:
                ", \"on_load_failure\": { \"goto\": \"two\" }, \"when\": \"vars.x == 'y'\", \"keep_awake\": \"@gateway\"",
            top:
                ", \"vars\": { \"x\": \"y\", \"n\": 1.5, \"b\": false }, \"expect\": [\"a.two.loss < 2%\"], \"guards\": [ { \"name\": \"slow\", \"load\": \"down\", \"stat\": \"rate\", \"over\": \"2s\", \"below\": \"1Mbps\", \"then\": \"abort\" } ]"
        )
        let plan = try reader().read(SourceText(name: "p.json", text: text)).plan
        #expect(plan.phases[0].onLoadFailure == .goto("two"))
        #expect(plan.guards.map(\.limit) == [1_000_000])
        #expect(try PlanReader.resolved(plan.json) == plan)
    }

    @Test func `a whole-string variable takes its own type and a part is written out`() throws {
        let text = plan(
            probe: ", \"warmup\": \"${n}\"", load: ", \"body\": \"${n}MB\"", top: ", \"vars\": { \"n\": 3 }")
        let plan = try reader().read(SourceText(name: "p.json", text: text)).plan
        #expect(plan.probes[0].warmup == 3)
        #expect(plan.loads[0].body == ByteCount(bytes: 3_000_000))
    }

    @Test func `conditions of an including phase guard each included one`() throws {
        let outer = #"{"plan":1,"name":"outer","phases":[{"name":"all","include":"inner","when":"1 > 0"}]}"#
        let inner =
            #"{"plan":1,"name":"inner","phases":[{"name":"one","duration":"1s","when":"2 > 0"},{"name":"two","duration":"1s"}]}"#
        let plan = try reader(["inner": inner]).read(SourceText(name: "p.json", text: outer)).plan
        #expect(plan.phases.map(\.when) == ["(1 > 0) and (2 > 0)", "1 > 0"])
    }

    @Test(arguments: [
        (
            plan(probe: ", \"intervall\": \"1s\""), "unknown-key", "\"intervall\" is not a key of a ping probe",
            "did you mean \"interval\"?"
        ),
        (
            plan(probe: ", \"streams\": 4"), "unknown-key", "\"streams\" is not a key of a ping probe",
            "it is a key of a load"
        ),
        (
            plan(probe: ", \"interval\": 200"), "missing-unit", "\"interval\" is a number without a unit",
            "write \"200ms\""
        ),
        (plan(probe: ", \"interval\": \"200\""), "missing-unit", "\"200\" has no unit", "write \"200ms\""),
        (plan(probe: ", \"interval\": \"2parsec\""), "unknown-unit", "\"parsec\" is not a unit here", nil),
        (
            plan(probe: ", \"interval\": true"), "wrong-type",
            "\"interval\" wants a duration like \"200ms\", this is true or false", nil
        ),
        (plan(probe: ", \"warmup\": -1"), "out-of-range", "\"warmup\" is -1", "it may be from 0 to 1000"),
        (
            plan(probe: ", \"family\": \"ipv5\""), "bad-value",
            "\"family\" wants one of \"any\", \"ipv4\", \"ipv6\", not \"ipv5\"", "did you mean \"ipv4\"?"
        ),
        (
            plan(probe: ", \"each\": []"), "not-yet", "\"each\" and catalogues are not in this version of the program",
            nil
        ),
        (plan(probe: ", \"source\": \"${nope}\""), "unknown-var", "there is no variable \"nope\"", nil),
        (plan(phase: ", \"probes\": [\"b\"]"), "unknown-probe", "there is no probe \"b\"", nil),
        (
            plan(phase: ", \"until\": \"done\", \"at_most\": \"2s\""), "two-ends",
            "this phase has a duration and an until", nil
        ),
        (plan(phase: ", \"settle\": \"5s\""), "settle-too-long", "nothing is left to score: settle is 5s of 5s", nil),
        (
            plan(phase: ", \"on_load_failure\": { \"goto\": \"one\" }"), "backward-goto",
            "goto leads forward only, so that every run ends", "later phases are \"two\""
        ),
        (
            plan(phase: ", \"probes\": [\"a\"]"), "probe-twice",
            "\"a\" runs in this phase already, throughout or listed before", nil
        ),
        (plan(top: ", \"vars\": { \"x\": 1 }"), "unused-var", "nothing uses the variable \"x\"", nil),
        (plan(top: ", \"rules\": \"nope\""), "unknown-rules", "there is no \"nope\"", nil),
        (
            plan(
                top:
                    ", \"guards\": [ { \"name\": \"g\", \"probe\": \"a\", \"stat\": \"bytes\", \"above\": \"1MB\", \"then\": \"abort\" } ]"
            ), "unknown-statistic", "a probe has no \"bytes\"", nil
        ),
        (
            plan(
                top:
                    ", \"guards\": [ { \"name\": \"g\", \"probe\": \"a\", \"stat\": \"loss\", \"over\": \"3s\", \"above\": \"1MB\", \"then\": \"abort\" } ]"
            ), "unknown-unit", "\"MB\" is not a unit here", "the units are %"
        ),
        (
            #"{"plan":2,"name":"x","phases":[]}"#, "newer-version",
            "this plan is written in version 2 of the language, this program reads up to 1", "update linecheck"
        ),
        (#"{"plan":1,"name":"x","phases":[{"name":"one"}]}"#, "no-end", "phase \"one\" has no end", nil),
        (#"{"plan":1,"name":"x","phases":[]}"#, "no-phase", "a plan has at least one phase", nil),
        (#"{"plan":1,"name":"x"}"#, "missing-key", "a plan needs \"phases\"", nil),
        (
            #"{"plan":1,"name":"x","phases":[{"name":"a","duration":"1s"},{"name":"a","duration":"1s"}]}"#,
            "duplicate-phase", "there are two phases \"a\"", nil
        ),
        (
            #"{"plan":1,"name":"x","phases":[{"name":"a","include":"nope"}]}"#, "unknown-plan", "there is no \"nope\"",
            nil
        ),
        (
            #"{"plan":1,"name":"x","probes":{"t":{"type":"tcp","target":"192.0.2.1"}},"throughout":["t"],"phases":[{"name":"a","duration":"1s"}]}"#,
            "missing-key", "a tcp probe needs a port", "write \"192.0.2.1:443\""
        ),
    ])
    func `a mistake is told in the author's words`(text: String, code: String, message: String, fix: String?) throws {
        let problem = try #require(problems(text).first { $0.code == code })
        #expect(problem.message == message)
        if let fix { #expect(problem.fix == fix) }
    }

    @Test func `all problems come in one go, sorted by place`() {
        let found = problems(plan(probe: ", \"intervall\": \"1s\", \"warmup\": \"x\"", phase: ", \"probes\": [\"b\"]"))
        #expect(found.map(\.code) == ["unknown-key", "wrong-type", "unknown-probe"])
        #expect(found.map(\.line) == [3, 3, 6])
    }

    @Test(.timeLimit(.minutes(1)))
    func `includes that never end are cut off, however they branch`() {
        // Each file is another one that includes two more.
        let endless: SourceFinder = { reference, _ in
            let names = [reference + "l", reference + "r"]
            let phases = names.map { #"{"name":"\#($0)","include":"\#($0)"}"# }.joined(separator: ",")
            return .success(
                SourceText(name: reference, text: #"{"plan":1,"name":"x","phases":[\#(phases)]}"#))
        }
        let reader = PlanReader(findPlan: endless, findRules: endless)
        let root = #"{"plan":1,"name":"x","phases":[{"name":"a","include":"a"}]}"#
        do {
            _ = try reader.read(SourceText(name: "root.json", text: root))
            Issue.record("it was read")
        } catch {
            #expect(error.list.count { $0.code == "too-many-includes" } == 1)
        }
    }

    @Test func `a circle of includes is refused with the way round`() {
        let files = [
            "b": #"{"plan":1,"name":"b","phases":[{"name":"y","include":"p.json"}]}"#,
            "p.json": #"{"plan":1,"name":"a","phases":[{"name":"x","include":"b"}]}"#,
        ]
        let found = problems(files["p.json"]!, files: files)
        #expect(found.first { $0.code == "include-cycle" }?.message == "this includes itself: p.json → b → p.json")
    }

    @Test func `one phase name from two files is a conflict with both places`() {
        let inner = #"{"plan":1,"name":"b","phases":[{"name":"one","duration":"1s"}]}"#
        let outer = #"{"plan":1,"name":"a","phases":[{"name":"one","duration":"1s"},{"name":"rest","include":"b"}]}"#
        let found = problems(outer, files: ["b": inner]).first { $0.code == "include-conflict" }
        #expect(found?.file == "b")
        #expect(found?.fix?.contains("p.json:1:") == true)
    }

    @Test func `a setting of no variable names those there are`() {
        let found = problems(plan(), settings: [("streems", "4")])
        #expect(found.first?.text.hasPrefix("--set:1:1: error[bad-setting]: there is no variable \"streems\"") == true)
    }

    @Test func `two phases of one name, one of them without an end, are told and not stumbled over`() {
        let text =
            #"{"plan":1,"name":"x","probes":{"a":{"type":"ping","target":"h"}},"loads":{"d":{"type":"http","direction":"download","url":"http://h/"}},"throughout":["a"],"phases":[{"name":"p","until":"done"},{"name":"p","duration":"1s","loads":["d"]},{"name":"q","include":"inner"}]}"#
        let inner =
            #"{"plan":1,"name":"i","throughout":["a"],"phases":[{"name":"r","duration":"1s"},{"name":"p","duration":"1s"}]}"#
        let codes = problems(text, files: ["inner": inner]).map(\.code)
        #expect(codes == ["include-conflict", "probe-twice", "no-end", "duplicate-phase", "settle-too-long"])
    }

    @Test func `comments may stand anywhere`() throws {
        let text = plan(probe: ", \"# why\": [1, {}]", phase: ", \"#\": null", top: ", \"#x\": \"${nope}\"")
        #expect(problems(text).isEmpty)
    }
}
