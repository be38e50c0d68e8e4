import Foundation
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
        #expect(try Linecheck.call("export", path, "--to", "prometheus", "-o", link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("real.prom"))
        #expect(workplace.bytes("real.prom")?.isEmpty == false)
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
