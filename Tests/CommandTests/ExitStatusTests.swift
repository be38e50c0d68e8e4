import Foundation
import LinecheckJSON
import Testing

/// Each documented status by a case that really gives it.
@Suite(.serialized) struct ExitStatusTests {
    private let workplace = Workplace()

    @Test func `0: measured, and nothing was expected`() throws {
        let plan = try workplace.put(Plans.loaded, "plan.json")
        let ended = try Linecheck.run(plan, "--json", "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(try ended.json()["outcome"]?.string == "complete")
    }

    @Test func `1: an expectation fails`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.run(
            plan, "--json", "--expect", "near.idle.loss > 50%", "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 1)
        let expectation = try ended.json()["expectations"]?.array?.first
        #expect(expectation?["result"]?.string == "fail")
        #expect(expectation?["observed"]?.string == "0 %")
    }

    @Test func `2: bad usage`() throws {
        let ended = try Linecheck.call("run")
        #expect(ended.status == 2)
        #expect(ended.stdout.isEmpty)
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a network namespace wants root
    func `3: there is no network`() throws {
        let ended = try Running([
            "unshare", "--net", Linecheck.path, "run", "bufferbloat", "-o", workplace.path("a.capture.jsonl"),
        ]).wait()
        #expect(ended.status == 3)
        #expect(ended.stderr.contains("no route to 1.1.1.1"))
        #expect(workplace.names.isEmpty)
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a network namespace wants root
    func `3: not even loopback is up`() throws {
        let ended = try Running([
            "unshare", "--net", Linecheck.path, "run", "health", "--loopback", "-o", workplace.path("a.capture.jsonl"),
        ]).wait()
        #expect(ended.status == 3, "\(ended.stderr)")
        #expect(workplace.names.isEmpty)
    }

    @Test func `4: a guard aborts the run`() throws {
        let plan = try workplace.put(Plans.loaded, "plan.json")
        let ended = try Linecheck.run(
            plan, "--json", "--set", "cap=1MB", "--set", "load=30s", "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 4)
        #expect(ended.stderr.contains("guard data-cap fired on download: abort"))
        #expect(try ended.json()["outcome"]?.string == "aborted")
    }

    @Test func `5: a signal interrupts the run`() throws {
        let plan = try workplace.put(Plans.long, "plan.json")
        let running = try Linecheck.start(plan, ["--json", "-o", workplace.path("a.capture.jsonl")])
        #expect(running.says("idle running"))
        running.send(SIGINT)
        let ended = running.wait()
        #expect(ended.status == 5)
        #expect(try ended.json()["outcome"]?.string == "interrupted")
    }

    @Test func `6: an expectation could not be told`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.run(
            plan, "--json", "--expect", "near.idle.rtt.p99 < 1s", "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 6)
        let expectation = try ended.json()["expectations"]?.array?.first
        #expect(expectation?["result"]?.string == "unknown")
        #expect(expectation?["reason"]?.string?.contains("p99 needs 100") == true)
    }

    @Test func `1 before 6: what fails outweighs what is not known`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.run(
            plan, "--expect", "near.idle.rtt.p99 < 1s", "--expect", "near.idle.loss > 50%", "-o",
            workplace.path("a.capture.jsonl"))
        #expect(ended.status == 1)
    }

    @Test func `5 before 1: an interrupted run says so first`() throws {
        let plan = try workplace.put(Plans.long, "plan.json")
        let running = try Linecheck.start(
            plan, ["--expect", "near.idle.loss > 50%", "-o", workplace.path("a.capture.jsonl")])
        #expect(running.says("idle running"))
        running.send(SIGTERM)
        #expect(running.wait().status == 5)
    }

    @Test func `7: a replay differs, and 8: a capture is damaged`() throws {
        let whole = try SharedCapture.graded.get()
        let edited = Reseal.capture(whole) { _, line in
            line.replacing("\"outcome\":\"complete\"", with: "\"outcome\":\"aborted\"")
        }
        #expect(try Linecheck.call("replay", workplace.put(edited, "a.capture.jsonl")).status == 7)
        var flipped = whole
        flipped[flipped.count / 2] ^= 1
        #expect(try Linecheck.call("replay", workplace.put(flipped, "b.capture.jsonl")).status == 8)
    }

    @Test func `every documented status is told by help`() throws {
        let ended = try Linecheck.call("help", "exit")
        #expect(ended.status == 0)
        for status in [0, 1, 2, 3, 4, 5, 6, 7, 8, 70] {
            #expect(ended.stdout.contains("\n  \(status) "))
        }
    }
}
