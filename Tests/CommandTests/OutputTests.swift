import Foundation
import LinecheckCapture
import LinecheckJSON
import Testing

/// Standard output carries the result and nothing else; nothing is ever written over.
@Suite(.serialized) struct OutputTests {
    private let workplace = Workplace()

    private func plan(_ text: String = Plans.idle) throws -> String { try workplace.put(text, "plan.json") }

    @Test func `the JSON result is the capture's verdict and the capture's name`() throws {
        let path = workplace.path("a.capture.jsonl")
        let ended = try Linecheck.run(plan(Plans.loaded), "--json", "-o", path)
        let printed = try #require(try ended.json().members)
        #expect(printed.last == JSONMember("capture", .string(path)))
        var reader = try CaptureReader(path: path)
        var verdict: JSONValue?
        while let line = try reader.next() { if case .verdict(let value) = line.record { verdict = value } }
        #expect(verdict == .object(Array(printed.dropLast())))
        for key in ["plan", "outcome", "grades", "verdicts", "score", "metrics", "loads", "expectations", "notes"] {
            #expect(printed.contains { $0.key == key }, "\(key)")
        }
    }

    @Test func `progress and the name of the capture go to standard error`() throws {
        let path = workplace.path("a.capture.jsonl")
        let ended = try Linecheck.run(plan(), "-o", path)
        #expect(ended.stderr.hasPrefix("contacts 127.0.0.2; no load; at most "))
        #expect(ended.stderr.contains("idle running"))
        #expect(ended.stderr.hasSuffix("capture: \(path)\n"))
        #expect(!ended.stdout.contains(path))
        #expect(ended.stdout.hasPrefix("idle-only: not judged"))
    }

    @Test func `quiet leaves the name of the capture alone on standard error`() throws {
        let path = workplace.path("a.capture.jsonl")
        let ended = try Linecheck.run(plan(), "--quiet", "-o", path)
        #expect(ended.stderr == "capture: \(path)\n")
        #expect(!ended.stdout.isEmpty)
    }

    @Test func `a capture on standard output is whole and leaves no file behind`() throws {
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory()))
        let running = try Linecheck.start(plan(), ["-o", "-"])
        let ended = running.wait()
        #expect(ended.status == 0)
        var reader = CaptureReader(bytes: ended.bytes, name: "stdout")
        while try reader.next() != nil {}
        let isComplete = reader.isComplete
        #expect(isComplete)
        #expect(ended.stderr.contains("idle-only: not judged"))
        let after = try Set(FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory()))
        #expect(!after.subtracting(before).contains { $0.hasPrefix("linecheck-\(running.pid)-") })
    }

    @Test func `what run writes replay reads from a pipe`() throws {
        let ended = try Linecheck.run(plan(), "-q", "-o", "-")
        let replayed = try Linecheck.call("replay", "-", input: ended.bytes)
        #expect(replayed.status == 0)
        #expect(replayed.stdout.contains("reproduced, byte for byte"))
    }

    @Test(arguments: ["a.capture.jsonl", "a.capture.jsonl.partial"])
    func `a file that exists is not touched, and no packet leaves`(_ name: String) throws {
        try workplace.put("mine", name)
        let ended = try Linecheck.run(plan(Plans.long), "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("\(name): exists already, and a capture is never written over"))
        #expect(!ended.stderr.contains("contacts"))
        #expect(workplace.bytes(name) == Array("mine".utf8))
        #expect(workplace.names == [name, "plan.json"].sorted())
    }

    @Test func `a link that leads nowhere is a name that is taken`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: workplace.path("a.capture.jsonl"), withDestinationPath: workplace.path("elsewhere"))
        let ended = try Linecheck.run(plan(Plans.long), "-o", workplace.path("a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(!workplace.exists("elsewhere"))
    }

    @Test func `a folder that is not there is named, with what to do`() throws {
        let ended = try Linecheck.run(plan(Plans.long), "-o", workplace.path("no/a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(
            ended.stderr.contains("No such file or directory; make the folder first, or choose another one with -o"))
    }

    @Test func `captures go to the data folder under names that sort by time, and last is the newest`() throws {
        let environment = ["XDG_DATA_HOME": workplace.path("data")]
        for _ in 0..<2 { #expect(try Linecheck.run(plan(), "-q", environment: environment).status == 0) }
        let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path("data/linecheck")).sorted()
        #expect(names.count == 2)
        for name in names {
            #expect(name.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-idle-only\.capture\.jsonl/) != nil)
        }
        let newest = try #require(names.last)
        let replayed = try Linecheck.call("replay", "last", environment: environment)
        #expect(replayed.stdout.contains("\(newest): reproduced"))
        #expect(try Linecheck.call("check", "last", environment: environment).status == 0)
        let report = try Linecheck.call("report", "last", "--json", environment: environment)
        #expect(try report.json()["capture"]?.string?.hasSuffix(newest) == true)
    }

    @Test func `without a capture last says how to make one`() throws {
        let ended = try Linecheck.call("replay", "last", environment: ["XDG_DATA_HOME": workplace.path("data")])
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("linecheck run health"))
    }

    @Test func `a result that cannot be written is no success`() throws {
        let ended = try Running([Linecheck.path, "plans"], output: "/dev/full").wait()
        #expect(ended.status == 6)
        #expect(ended.stderr.contains("No space left on device"))
    }

    @Test func `a capture that cannot be written to standard output stays where it is`() throws {
        let ended = try Running(
            [Linecheck.path, "run", plan(), "--loopback", "--concurrent", "-q", "-o", "-"], output: "/dev/full"
        ).wait()
        #expect(ended.status == 6)
        let kept = try #require(ended.stderr.split(separator: "\n").last?.dropFirst("capture: ".count)).description
        #expect(try Linecheck.call("replay", kept).status == 0)
        try FileManager.default.removeItem(atPath: kept)
    }

    @Test(arguments: [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func `where the caller has closed a stream nothing of it gets into the capture`(_ closed: String) throws {
        let path = workplace.path("a.capture.jsonl")
        let script = "'\(Linecheck.path)' run '\(try plan())' --loopback --concurrent -o '\(path)' \(closed)"
        let ended = try Running(["sh", "-c", script]).wait()
        // A result that nobody can have got is told by the status, as for a full disk.
        #expect(ended.status == (closed == "2>&-" ? 0 : 6))
        #expect(try Linecheck.call("replay", path).status == 0)
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because a small file system wants root to mount it
    func `on a full disk the run goes on, says so, and what was stored is judged`() throws {
        let plan = try plan(Plans.graded)
        try FileManager.default.createDirectory(atPath: workplace.path("small"), withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o size=48k none '\(workplace.path("small"))'
            '\(Linecheck.path)' run '\(plan)' --loopback --concurrent --json -o '\(workplace.path("small/a.capture.jsonl"))'
            echo "run $?" >&2
            '\(Linecheck.path)' replay --recover '\(workplace.path("small"))'/* >&2
            echo "replay $?" >&2
            """
        let ended = try Running(["unshare", "--mount", "sh", "-c", script]).wait()
        #expect(ended.stderr.contains("No space left on device"), "\(ended.stderr)")
        #expect(ended.stderr.contains("run 6"), "\(ended.stderr)")
        #expect(ended.stderr.contains("replay 6"), "\(ended.stderr)")
    }
}
