import Foundation
import LinecheckCapture
import LinecheckJSON
import Testing

/// The kernel lets nobody but root ping unless told otherwise (ping_group_range is `1 0` in a new network namespace).
@Suite(.serialized, .enabled(if: Linecheck.mayIsolate))  // skipped, because another user and network want root
struct PermissionTests {
    private let workplace = Workplace()

    private func asNobody(_ words: String, up: Bool = true) throws -> Ended {
        let program = try workplace.program()
        let command = Linecheck.asNobody(["env", "HOME=\(workplace.folder)", program], newNetwork: false)
        let script = (up ? "ip link set lo up; " : "") + "exec \(command.joined(separator: " ")) \(words)"
        return try Running(["unshare", "--net", "sh", "-c", script]).wait()
    }

    @Test func `the first command works for everybody, by TCP, and says so`() throws {
        let ended = try asNobody(
            "run health --loopback --set load=2s --set streams=1 --json -o \(workplace.path("a.capture.jsonl"))")
        #expect(ended.status == 0 || ended.status == 6, "\(ended.stderr)")
        #expect(ended.stderr.contains("this user may not ping; the same addresses are asked by TCP connect"))
        var reader = try CaptureReader(path: workplace.path("a.capture.jsonl"))
        var protocols: [String] = []
        var replies = 0
        while let line = try reader.next() {
            switch line.record {
            case .target(let target): protocols.append(target.protocolName)
            case .sample(let sample): if case .reply = sample.outcome { replies += 1 }
            default: break
            }
        }
        #expect(protocols == ["tcp", "tcp", "tcp", "tcp"])
        #expect(replies > 50)
        #expect(try Linecheck.call("replay", workplace.path("a.capture.jsonl")).status == 0)
    }

    @Test func `a ping plan ends at once and tells what root can do`() throws {
        let plan = try workplace.put(Plans.long, "plan.json")
        let ended = try asNobody("run \(plan) -o \(workplace.path("a.capture.jsonl"))")
        #expect(ended.status == 3)
        #expect(ended.stderr.contains("sysctl -w net.ipv4.ping_group_range=\"0 2147483647\""))
        #expect(ended.stderr.contains("setcap cap_net_raw+ep \(workplace.path("linecheck"))"))
        #expect(ended.stdout.isEmpty)
        #expect(!workplace.exists("a.capture.jsonl") && !workplace.exists("a.capture.jsonl.partial"))
    }

    @Test func `an optional ping that may not send does not keep the others from being asked`() throws {
        let plan = try workplace.put(
            """
            { "plan": 1, "name": "both",
              "probes": { "near": { "type": "ping", "target": "127.0.0.2", "optional": true },
                          "door": { "type": "tcp", "target": "127.0.0.1:9", "interval": "50ms" } },
              "throughout": ["near", "door"], "phases": [{ "name": "idle", "duration": "300ms" }] }
            """, "plan.json")
        let ended = try asNobody("run \(plan) --json -o \(workplace.path("a.capture.jsonl"))")
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stderr.contains("near cannot be asked: this user may not ping"))
    }

    @Test func `where the sysctl allows it nobody pings without any right`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let program = try workplace.program()
        let words = Linecheck.asNobody(
            [program, "run", plan, "--json", "-o", workplace.path("a.capture.jsonl")], newNetwork: false)
        let script = """
            ip link set lo up; sysctl -qw net.ipv4.ping_group_range="0 2147483647"; exec \(words.joined(separator: " "))
            """
        let ended = try Running(["unshare", "--net", "sh", "-c", script]).wait()
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(try ended.json()["metrics"]?["near.idle.loss"]?["value"]?.integer == 0)
    }

    @Test func `a data folder that cannot be made is named, with another way`() throws {
        let program = try workplace.program()
        let plan = try workplace.put(Plans.idle, "plan.json")
        let words = Linecheck.asNobody(
            ["env", "XDG_DATA_HOME=/proc/none", program, "run", plan, "--loopback", "--concurrent"], newNetwork: false)
        let ended = try Running(words).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("cannot make the folder for captures"))
        #expect(ended.stderr.contains("-o"))
    }
}
