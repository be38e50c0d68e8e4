import Foundation
import Glibc
import LinecheckJSON
import Testing

@Suite(.serialized) struct MonitorCommandTests {
    private let workplace = Workplace()

    /// A plan whose expectation holds, or does not.
    @discardableResult private func plan(isGood: Bool) throws -> String {
        let condition = isGood ? "near.idle.loss < 50%" : "near.idle.rtt.max < 1ns"
        let text = Plans.idle.replacing(
            "\"phases\"", with: "\"expect\": [\"\(condition)\"], \"phases\"")
        // By rename, as an editor does it: a check may read the plan at any time.
        try workplace.put(text, "plan.new")
        rename(workplace.path("plan.new"), workplace.path("plan.json"))
        return workplace.path("plan.json")
    }

    private var environment: [String: String] { ["XDG_DATA_HOME": workplace.path("data"), "TZ": "UTC"] }

    private func words(_ more: String...) -> [String] {
        [Linecheck.path, "monitor", workplace.path("plan.json"), "--loopback", "--concurrent"] + more
    }

    /// One check after another, as a timer makes them.
    private func check(_ more: [String] = []) throws -> String {
        let ended = try Running(
            words("--once", "--quiet", "--down", "2", "--up", "2") + more, environment: environment
        ).wait()
        #expect(ended.status == 0, "\(ended.stderr)")
        return ended.stdout
    }

    @Test func `only changes are told, also over restarts`() throws {
        try plan(isGood: true)
        #expect(try check() == "")
        try plan(isGood: false)
        #expect(try check() == "")
        let told = try check()
        #expect(told.contains("+00:00  idle-only is bad: not as expected: near.idle.rtt.max < 1ns (good since "))
        #expect(try check() == "")
        try plan(isGood: true)
        #expect(try check() == "")
        #expect(try check().contains("+00:00  idle-only is good: all as expected (bad since "))
        let files = try FileManager.default.contentsOfDirectory(atPath: workplace.path("data/linecheck"))
        #expect(files.count { $0.hasSuffix(".capture.jsonl") } == 6)
        #expect(files.contains("monitor-idle-only.json"))
        #expect(files.count == 7)
    }

    @Test func `whoever asks by hand is told where the line stands`() throws {
        func ask() throws -> String {
            let ended = try Running(words("--once", "--down", "2"), environment: environment).wait()
            #expect(ended.status == 0)
            return ended.stdout
        }
        try plan(isGood: true)
        #expect(try ask().contains("+00:00  idle-only is good: all as expected (since "))
        try plan(isGood: false)
        #expect(
            try ask().contains(
                "; this check: not as expected: near.idle.rtt.max < 1ns (1 of 2 in a row that make it bad)"))
        #expect(try ask().contains("idle-only is bad: not as expected"))
        #expect(try ask().contains("idle-only is bad: not as expected"))
        #expect(try Running(words("--quiet"), environment: environment).wait().status == 2)
    }

    @Test func `a command that a signal ended without a word is told so`() throws {
        try plan(isGood: false)
        let ended = try Running(
            words("--once", "--quiet", "--down", "1", "--on-change", "kill -9 $$"), environment: environment
        ).wait()
        #expect(ended.stderr.hasSuffix("the command of --on-change was ended by a signal\n"), "\(ended.stderr)")
    }

    /// A time namespace (time_namespaces(7)) whose CLOCK_BOOTTIME is an hour ahead of its CLOCK_MONOTONIC: what a suspended hour
    /// leaves behind, on the same boot.
    private static let sleep = ["unshare", "--time", "--fork", "--boottime", "3600"]
    private static let maySleep = (try? Running(sleep + ["true"]).wait().status) == 0

    @Test(.enabled(if: maySleep))  // skipped, because a time namespace wants root
    func `a machine that was suspended between two checks is unknown, and no outage`() throws {
        try plan(isGood: true)
        #expect(try check() == "")
        try plan(isGood: false)
        let once = ["--once", "--down", "1"]
        let woken = try Running(Self.sleep + words() + once, environment: environment).wait()
        #expect(woken.status == 0, "\(woken.stderr)")
        #expect(woken.stdout.contains("idle-only is good since "))
        #expect(woken.stdout.contains("; this check could not judge it: this machine was suspended"))
        // Awake since the check before, the same finding counts.
        let next = try Running(Self.sleep + words() + once, environment: environment).wait()
        #expect(next.stdout.contains("idle-only is bad: not as expected"), "\(next.stdout)")
    }

    @Test func `a load server that is gone is told once, with since when and why, and once that it is back`() throws {
        // Port 9 of this host: nobody listens there.
        let dead = Plans.loaded.replacing("@embedded", with: "http://127.0.0.1:9/").replacing(
            "\"guards\"", with: "\"expect\": [\"download.download.rate.mean > 1kbps\"], \"guards\"")
        try workplace.put(dead, "plan.json")
        #expect(try check() == "")
        let told = try check([
            "--on-change", "echo \"$LINECHECK_STATE $LINECHECK_BEFORE\" > '\(workplace.path("told"))'",
        ])
        #expect(told.contains("loaded cannot be judged since 2"))
        #expect(told.contains("in 2 checks: download: load not achieved: "))
        #expect(told.contains("(last known: undecided)"))
        #expect(workplace.bytes("told") == Array("unknown undecided\n".utf8))
        #expect(try check() == "")
        let alive = Plans.loaded
        try workplace.put(alive, "plan.json")
        #expect(try check().contains("loaded can be judged again, it could not since 2"))
        #expect(try check() == "")
    }

    @Test func `a command gets the facts as variables and as JSON`() throws {
        try plan(isGood: false)
        let out = workplace.path("told")
        let ended = try Running(
            words(
                "--once", "--down", "1", "--on-change",
                "cat > '\(out).json'; echo \"$LINECHECK_PLAN $LINECHECK_STATE $LINECHECK_CAUSE\" > '\(out).txt'; exit 7"
            ),
            environment: environment
        ).wait()
        #expect(ended.status == 0)
        #expect(ended.stderr.contains("the command of --on-change ended with status 7"))
        let text = String(decoding: try #require(workplace.bytes("told.txt")), as: UTF8.self)
        #expect(text == "idle-only bad expectation: near.idle.rtt.max < 1ns\n")
        let bytes = try #require(workplace.bytes("told.json"))
        let json = try JSONReader.read(SourceText(name: "told", bytes: bytes)).plain
        #expect(json["state"]?.string == "bad" && json["before"]?.string == "undecided")
        #expect(json["verdict"]?["capture"]?.string?.hasSuffix(".capture.jsonl") == true)
    }

    @Test func `it goes on until a signal, which ends a check in order`() throws {
        try plan(isGood: true)
        let running = try Running(words("--every", "1s", "--down", "1", "--up", "1"), environment: environment)
        usleep(1_500_000)
        try plan(isGood: false)
        usleep(3_000_000)
        running.send(SIGTERM)
        let ended = running.wait()
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stdout.split(separator: "\n").count == 1, "\(ended.stdout)")
        let files = try FileManager.default.contentsOfDirectory(atPath: workplace.path("data/linecheck"))
        #expect(!files.contains { $0.hasSuffix(".partial") })
        #expect(files.count { $0.hasSuffix(".capture.jsonl") } >= 3)
    }

    @Test func `a memory that cannot be read is said, and begun anew`() throws {
        try plan(isGood: true)
        let state = try workplace.put("{\"monitor\":1,\"plan\"", "state.json")
        let ended = try Running(words("--once", "--state", state), environment: environment).wait()
        #expect(ended.status == 0)
        #expect(ended.stderr.contains("so it begins anew"))
        #expect(try #require(workplace.bytes("state.json")).starts(with: Array("{\"monitor\":1,".utf8)))
    }

    @Test(arguments: [
        (["--every", "often"], "--every takes a duration"), (["--down", "0"], "--down takes a number from 1 on"),
        (["--every", "0s"], "--every takes a duration"),
    ])
    func `what cannot be understood is refused before the first check`(_ more: [String], _ reason: String) throws {
        try plan(isGood: true)
        let ended = try Running(words() + more, environment: environment).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains(reason))
    }
}
