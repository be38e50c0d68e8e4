import Foundation
import LinecheckCapture
import LinecheckJSON
import TestSupport
import Testing

@Suite struct HistoryCommandTests {
    private let workplace = Workplace()

    private func header(_ path: String) throws -> Header {
        var reader = try CaptureReader(path: path)
        _ = try reader.next()
        let header = reader.header
        return try #require(header)
    }

    /// A folder with two judged runs, one that was killed, and one that is no capture.
    private func folder() throws -> String {
        let names = ["lab-provider-queue", "lab-uplink-queue", "killed-in-the-upload"]
        try FileManager.default.createDirectory(atPath: workplace.path("runs"), withIntermediateDirectories: true)
        for name in names {
            let bytes = try Data(contentsOf: Repository.scenarios.appending(path: "\(name)/capture.jsonl"))
            try workplace.put(Array(bytes), "runs/\(name).capture.jsonl")
        }
        try workplace.put("hello", "runs/greeting.capture.jsonl")
        try workplace.put("mine", "runs/notes.txt")
        return workplace.path("runs")
    }

    @Test func `runs are told oldest first, and what cannot be read is listed`() throws {
        let ended = try Linecheck.call("history", folder(), environment: ["LC_ALL": "C.UTF-8"])
        #expect(ended.status == 0)
        #expect(ended.stdout.contains("bufferbloat, 2 runs"))
        #expect(ended.stderr.contains("killed-in-the-upload.capture.jsonl: without an end: killed"))
        #expect(ended.stderr.contains("greeting.capture.jsonl: damaged: it is no capture"))
        #expect(!ended.stderr.contains("notes.txt"))
        for line in ended.stdout.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `a run has a short name that every command takes, and a copy has none of its own`() throws {
        try FileManager.default.createDirectory(atPath: workplace.path("runs"), withIntermediateDirectories: true)
        let older = try workplace.put(SharedCapture.idle.get(), "runs/z.capture.jsonl")
        let newer = try workplace.put(SharedCapture.graded.get(), "runs/a.capture.jsonl")
        #expect(try Linecheck.call("redact", older).status == 0)
        let folder = workplace.path("runs")
        let starts = try [header(older).started, header(newer).started]
        let (last, first) = starts[0] < starts[1] ? (newer, older) : (older, newer)
        for (back, path) in [(0, last), (1, first)] {
            let report = try Linecheck.call("report", "\(folder)~\(back)", "--json").json()
            #expect(report["capture"]?.string == path)
        }
        #expect(try Linecheck.call("replay", "\(folder)~1").status == 0)
        let beyond = try Linecheck.call("report", "\(folder)~2")
        #expect(beyond.status == 2)
        #expect(beyond.stderr.contains("~2 is further back than the 2 runs in"))
        let told = try Linecheck.call("history", folder)
        #expect(told.stdout.contains("~0 ") && told.stdout.contains("~1 ") && !told.stdout.contains("~2 "))
        #expect(told.stdout.contains("~N names a run: linecheck report DIR~"))
    }

    @Test func `a run is not compared with itself`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        for other in [path, workplace.folder + "/./a.capture.jsonl"] {
            let ended = try Linecheck.call("compare", path, other)
            #expect(ended.status == 2)
            #expect(ended.stderr.contains("a run does not differ from itself"))
        }
        #expect(try Linecheck.call("redact", path, "-o", workplace.path("b.capture.jsonl")).status == 0)
        let copy = try Linecheck.call("compare", path, workplace.path("b.capture.jsonl"))
        #expect(copy.status == 0)
        #expect(copy.stderr.contains("both are captures of one run"))
    }

    @Test func `as JSON it has the figures with their units`() throws {
        let ended = try Linecheck.call("history", folder(), "--json")
        let runs = try #require(ended.json()["plans"]?.array?.first?["runs"]?.array)
        let run = try #require(runs.first { $0["capture"]?.string?.contains("provider-queue") == true })
        #expect(run["culprit"]?.string == "isp-downstream")
        #expect(run["download_rise"]?["unit"]?.string == "ns")
        #expect(try ended.json()["damaged"]?.array?.count == 1)
        #expect(try ended.json()["unjudged"]?.array?.count == 1)
    }

    @Test func `as a page it has a plot a figure, and text that is not obeyed`() throws {
        let folder = try folder()
        try workplace.put("<b>&", "runs/<script>alert(1)<.capture.jsonl")
        let path = workplace.path("trend.html")
        #expect(try Linecheck.call("history", folder, "--html", path).status == 0)
        let page = String(decoding: try #require(workplace.bytes("trend.html")), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<h1>2 runs</h1>"))
        // Idle, two rises and two rates.
        #expect(page.split(separator: "<polyline").count == 6)
        #expect(page.contains("uplink-queue *"))
        #expect(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>"))
        #expect(try Linecheck.call("history", folder, "--html", path).status == 2)
        #expect(try Linecheck.call("history", folder, "--html", path, "--force").status == 0)
    }

    @Test func `plan and time narrow it down`() throws {
        let folder = try folder()
        #expect(try !Linecheck.call("history", folder, "--plan", "call").stdout.contains("bufferbloat"))
        #expect(try !Linecheck.call("history", folder, "--since", "2030-01-01").stdout.contains("bufferbloat"))
        #expect(try Linecheck.call("history", folder, "--since", "2020-01-01").stdout.contains("bufferbloat"))
        #expect(try Linecheck.call("history", folder, "--since", "soon").status == 2)
    }

    @Test func `prune removes nothing without being told twice, and never what is no capture`() throws {
        let folder = try folder()
        let before = workplace.names
        let unasked = try Linecheck.call("history", folder, "--prune", "--keep", "1B")
        #expect(unasked.status == 2)
        #expect(unasked.stderr.contains("--yes removes without asking"))
        #expect(workplace.names == before)
        #expect(try Linecheck.call("history", folder, "--prune").status == 2)
        #expect(try Linecheck.call("history", folder, "--keep", "1B").status == 2)
        let agreed = try Linecheck.call("history", folder, "--prune", "--keep", "1B", "--yes")
        #expect(agreed.status == 0, "\(agreed.stderr)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["greeting.capture.jsonl", "killed-in-the-upload.capture.jsonl", "notes.txt"])
    }

    @Test(.enabled(if: Tmux.isInstalled))  // skipped, because there is no tmux
    func `prune asks on a terminal, and takes only a yes`() throws {
        let folder = try folder()
        for (answer, isRemoved) in [("", false), ("y", true)] {
            let tmux = try Tmux("'\(Linecheck.path)' history '\(folder)' --prune --keep 1B")
            #expect(try tmux.shows("[y/N]"))
            try tmux.keys(answer, "Enter")
            #expect(try tmux.shows("status 0"))
            #expect(try tmux.history().contains { $0.hasPrefix("removed 2 captures") } == isRemoved)
        }
    }

    @Test func `without a folder it says how to make a capture`() throws {
        let ended = try Linecheck.call("history", environment: ["XDG_DATA_HOME": workplace.path("data")])
        #expect(ended.status == 0)
        #expect(ended.stderr.contains("linecheck run health"))
    }
}
