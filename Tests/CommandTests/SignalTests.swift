import Foundation
import Glibc
import LinecheckCapture
import LinecheckJSON
import Testing

/// Signals in the middle of things.
@Suite(.serialized) struct SignalTests {
    private let workplace = Workplace()

    private func start(_ text: String, _ words: String...) throws -> Running {
        try Linecheck.start(
            workplace.put(text, "plan.json"), words + ["--json", "-o", workplace.path("a.capture.jsonl")])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted run leaves a whole capture that replays`(_ signal: Int32) throws {
        let running = try start(Plans.loaded, "--set", "load=30s")
        #expect(running.says("download loaded"))
        running.send(signal)
        let ended = running.wait()
        #expect(ended.status == 5)
        #expect(try ended.json()["outcome_reason"]?.string == (signal == SIGINT ? "SIGINT" : "SIGTERM"))
        #expect(workplace.names == ["a.capture.jsonl", "plan.json"])
        #expect(try Linecheck.call("check", workplace.path("a.capture.jsonl")).status == 0)
        let replayed = try Linecheck.call("replay", workplace.path("a.capture.jsonl"))
        #expect(replayed.status == 0, "\(replayed.stdout)\(replayed.stderr)")
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a silent address wants a namespace, and that root
    func `the second signal does not wait for replies that are still due`() throws {
        let plan = try workplace.put(
            Plans.long.replacing("127.0.0.2", with: "192.0.2.9").replacing("20ms", with: "200ms"), "plan.json")
        let script = """
            ip link set lo up
            ip link add hole type veth peer name far && ip link set far up && ip addr add 192.0.2.1/24 dev hole && ip link set hole up
            ip neigh add 192.0.2.9 lladdr 02:00:00:00:00:09 dev hole
            exec '\(Linecheck.path)' run '\(plan)' --json -o '\(workplace.path("a.capture.jsonl"))'
            """
        let running = try Running(["unshare", "--net", "sh", "-c", script])
        #expect(running.says("idle running"))
        usleep(300_000)
        running.send(SIGINT)
        #expect(running.says("once more ends it at once"))
        usleep(500_000)
        // The timeout of the last ping is 30 s away.
        #expect(!running.hasEnded)
        let began = ContinuousClock.now
        running.send(SIGINT)
        let ended = running.wait()
        #expect(ended.status == 5)
        #expect(ContinuousClock.now - began < .seconds(10))
        #expect(try Linecheck.call("replay", workplace.path("a.capture.jsonl")).status == 0)
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a mute resolver wants root
    func `a signal while a name is looked up ends the command and leaves no file`() throws {
        let plan = try workplace.put(Plans.long.replacing("127.0.0.2", with: "slow.example"), "plan.json")
        let resolver = try workplace.put("nameserver 192.0.2.9\noptions timeout:30 attempts:1\n", "resolv.conf")
        let script = """
            ip link set lo up
            ip link add hole type veth peer name far && ip link set far up && ip addr add 192.0.2.1/24 dev hole && ip link set hole up
            ip neigh add 192.0.2.9 lladdr 02:00:00:00:00:09 dev hole
            mount --bind '\(resolver)' /etc/resolv.conf
            exec '\(Linecheck.path)' run '\(plan)' -o '\(workplace.path("a.capture.jsonl"))'
            """
        let running = try Running(["unshare", "--net", "--mount", "sh", "-c", script])
        #expect(running.says("contacts slow.example"))
        usleep(300_000)
        running.send(SIGINT)
        let ended = running.wait()
        #expect(ended.status == 5, "\(ended.stderr)")
        #expect(ended.stderr.contains("SIGINT before anything was sent"))
        #expect(workplace.names == ["plan.json", "resolv.conf"])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a command that only reads ends by the signal itself`(_ signal: Int32) throws {
        for words in [["check", "-"], ["replay", "-"], ["run", "-"]] {
            // A pipe with nothing in it: the command waits in read(2).
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            defer { for end in ends { close(end) } }
            let running = try Running([Linecheck.path] + words, source: ends[0])
            usleep(300_000)
            running.send(signal)
            let ended = running.wait()
            #expect(ended.signal == signal, "\(words)")
        }
    }
}
