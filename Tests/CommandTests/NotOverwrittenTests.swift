import Foundation
import Glibc
import TestSupport
import Testing

/// What was measured cannot be measured again: no output goes over a capture, whoever asks.
@Suite struct NotOverwrittenTests {
    private let workplace = Workplace()

    private func capture() throws -> (path: String, bytes: [UInt8]) {
        let bytes = try SharedCapture.idle.get()
        return (try workplace.put(bytes, "a.capture.jsonl"), bytes)
    }

    @Test(arguments: [
        ["export", "@", "--to", "influx", "-o", "@"], ["replay", "@", "--junit", "@"],
        ["report", "@", "--format", "html", "-o", "@", "--force"],
    ])
    func `no output is written over a capture, not by force either`(_ words: [String]) throws {
        let (path, bytes) = try capture()
        let ended = try Running([Linecheck.path] + words.map { $0 == "@" ? path : $0 }).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("captures are never written over"), "\(ended.stderr)")
        #expect(workplace.bytes("a.capture.jsonl") == bytes)
    }

    @Test(arguments: [
        ["export", "@", "--to", "influx", "-o", "|"], ["replay", "@", "--junit", "|"],
        ["report", "@", "--format", "html", "-o", "|"], ["history", "/", "--html", "|"],
    ])
    func `an output is written over a file only by force`(_ words: [String]) throws {
        let (path, _) = try capture()
        let mine = try workplace.put("mine", "mine.txt")
        let swaps = ["@": path, "|": mine, "/": workplace.folder]
        let ended = try Running([Linecheck.path] + words.map { swaps[$0] ?? $0 }).wait()
        #expect(ended.status == 2, "\(words): \(ended.stderr)")
        #expect(ended.stderr.contains("exists already"), "\(ended.stderr)")
        #expect(workplace.bytes("mine.txt") == Array("mine".utf8))
        let forced = try Running([Linecheck.path] + words.map { swaps[$0] ?? $0 } + ["--force"]).wait()
        #expect(forced.status == 0, "\(words): \(forced.stderr)")
        #expect(workplace.bytes("mine.txt") != Array("mine".utf8))
    }

    /// Each is older than any limit, and smaller than none.
    @Test func `prune takes whatever is a capture, and leaves what is being written and what is none`() throws {
        let (_, bytes) = try capture()
        let text = String(decoding: bytes, as: UTF8.self).replacing("\"started\":\"20", with: "\"started\":\"19")
        let newer = text.replacing("{\"type\":\"capture\",\"version\":1,", with: "{\"type\":\"capture\",\"version\":2,")
        let lines = text.split(separator: "\n")
        try workplace.put(newer, "newer.capture.jsonl")
        try workplace.put(lines.filter { !$0.contains("\"seq\":2,") }.joined(separator: "\n"), "changed.capture.jsonl")
        try workplace.put(text.dropLast(20) + "x", "torn.capture.jsonl")
        for name in ["killed", "running"] {
            try workplace.put(lines.dropLast(2).joined(separator: "\n"), "\(name).capture.jsonl.partial")
        }
        let hoursAgo = Date(timeIntervalSinceNow: -7_200)
        try FileManager.default.setAttributes(
            [.modificationDate: hoursAgo], ofItemAtPath: workplace.path("killed.capture.jsonl.partial"))
        try workplace.put("notes", "mine.capture.jsonl")
        let ended = try Linecheck.call("history", workplace.folder, "--prune", "--keep", "1B", "--yes")
        #expect(ended.stdout.contains("removed 5 captures"), "\(ended.stdout) \(ended.stderr)")
        #expect(workplace.names == ["mine.capture.jsonl", "running.capture.jsonl.partial"])
        #expect(ended.stderr.contains("beyond the limit stay:"))
        #expect(ended.stderr.contains("B, may still be written") && ended.stderr.contains("5B, no capture"))
    }

    /// Time tells nothing: a machine that slept, or a clock that was set, makes a running run look killed.
    @Test func `prune leaves what a run holds, however old it looks`() throws {
        let plan = try workplace.put(
            Plans.idle.replacing("\"duration\": \"500ms\"", with: "\"duration\": \"60s\""), "plan.json")
        let running = try Linecheck.start(plan, ["-o", workplace.path("slow.capture.jsonl")])
        #expect(running.says("running"))
        let partial = workplace.path("slow.capture.jsonl.partial")
        var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        for _ in 0..<3 {
            utimes(partial, &times)
            let ended = try Linecheck.call("history", workplace.folder, "--prune", "--keep", "1B", "--yes")
            #expect(workplace.exists("slow.capture.jsonl.partial"), "\(ended.stdout) \(ended.stderr)")
        }
        running.send(SIGINT)
        #expect(running.wait().status == 5)
        #expect(workplace.exists("slow.capture.jsonl"))
    }

    @Test(arguments: ["", "{\"pl", "{}", "\0\0\0\0", "{\"monitor\":1,\"plan\":\"idle-on"])
    func `a monitor's torn memory is put aside, and ends no monitoring`(_ torn: String) throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let state = try workplace.put(torn, "state.json")
        try workplace.put("taken", "state.json.unreadable-1")
        let words = ["monitor", plan, "--once", "--loopback", "--concurrent", "--state", state]
        let environment = ["XDG_DATA_HOME": workplace.path("data")]
        let ended = try Running([Linecheck.path] + words, environment: environment).wait()
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stderr.contains("begins anew; the file is now \(state).unreadable-2"), "\(ended.stderr)")
        #expect(workplace.bytes("state.json.unreadable-2") == Array(torn.utf8))
        #expect(workplace.bytes("state.json.unreadable-1") == Array("taken".utf8))
        #expect(workplace.bytes("state.json")?.starts(with: "{\"monitor\":1,".utf8) == true)
    }

    @Test func `a folder of --state that is not there is not made`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.call("monitor", plan, "--once", "--state", workplace.path("nowhere/x.json"))
        #expect(ended.status == 2 && ended.stderr.contains("the folder of --state is not there"), "\(ended.stderr)")
        #expect(!workplace.exists("nowhere"))
    }

    @Test func `a file that is replaced keeps who may read it`() throws {
        let (path, _) = try capture()
        let mine = try workplace.put("mine", "mine.prom")
        chmod(mine, 0o600)
        #expect(try Linecheck.call("export", path, "--to", "influx", "--force", "-o", mine).status == 0)
        var status = stat()
        #expect(stat(mine, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a monitor keeps its memory in no file of another kind`() throws {
        let (path, bytes) = try capture()
        let plan = try workplace.put(Plans.idle, "plan.json")
        for (state, words) in [
            (path, "is something else than a monitor's memory"), (plan, "is something else than a monitor's memory"),
            (try workplace.put("{\"monitor\":99,\"plan\":\"idle\"}", "newer.json"), "by a newer linecheck"),
            ("/dev/null", "no file that a monitor has written"),
        ] {
            let ended = try Linecheck.call("monitor", plan, "--once", "--state", state)
            #expect(ended.status == 2 && ended.stderr.contains(words), "\(state): \(ended.stderr)")
        }
        #expect(workplace.bytes("a.capture.jsonl") == bytes)
        #expect(workplace.bytes("newer.json").map { String(decoding: $0, as: UTF8.self) }?.contains("99") == true)
    }

    @Test func `an export through a pipe or a link leaves the pipe and the link`() throws {
        let (path, _) = try capture()
        let link = workplace.path("link.prom")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: workplace.path("real.prom"))
        try workplace.put("old", "real.prom")
        #expect(try Linecheck.call("export", path, "--to", "prometheus", "--force", "-o", link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("real.prom"))
        #expect(workplace.bytes("real.prom")?.starts(with: "# HELP".utf8) == true)
        #expect(try Linecheck.call("export", path, "--to", "prometheus", "-o", "/dev/null").status == 0)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `a pipe among captures stops nothing`() throws {
        _ = try capture()
        mkfifo(workplace.path("q.capture.jsonl"), 0o600)
        let ended = try Linecheck.call("replay", workplace.folder)
        #expect(ended.status == 0)
        #expect(ended.stdout.contains("1 capture"), "\(ended.stdout)")
    }
}
