import Foundation
import LinecheckJSON
import TestSupport
import Testing

@Suite struct ReportCommandTests {
    private let workplace = Workplace()
    private let uplink = Repository.scenarios.appending(path: "lab-uplink-queue/capture.jsonl").path
    private let clean = Repository.scenarios.appending(path: "lab-clean/capture.jsonl").path
    private let health = Repository.scenarios.appending(path: "clean-fibre/capture.jsonl").path

    @Test(arguments: [
        ("report.html", "<!DOCTYPE html>"), ("report.md", "## Uploads wait"), ("report.txt", "bufferbloat: "),
        ("report.json", "{\n  \"judge\": 1"), ("plot.svg", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg"),
        ("samples.CSV", "probe,target,phase,scored,seq"),
    ]) func `the extension says which format is written`(name: String, beginning: String) throws {
        let path = workplace.path(name)
        let ended = try Linecheck.call("report", uplink, "-o", path)
        #expect(ended.status == 0)
        #expect(ended.stdout.isEmpty)
        #expect(ended.stderr == path + "\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(beginning))
    }

    @Test func `--format goes to standard output and wins over the name`() throws {
        let shown = try Linecheck.call("report", uplink, "--format", "md")
        #expect(shown.stdout.hasPrefix("## Uploads wait"))
        let path = workplace.path("report.html")
        #expect(try Linecheck.call("report", uplink, "--format", "md", "-o", path).status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == shown.stdout)
        #expect(try Linecheck.call("report", uplink, "--format", "csv").stdout.hasSuffix("\r\n"))
    }

    @Test func `a file that exists is kept, unless --force`() throws {
        let path = try workplace.put("mine", "report.html")
        let refused = try Linecheck.call("report", uplink, "-o", path)
        #expect(refused.status == 2)
        #expect(refused.stderr.contains("exists already"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try Linecheck.call("report", uplink, "-o", path, "--force").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `a format that nobody knows is refused before the capture is read`() throws {
        let named = try Linecheck.call("report", "missing", "--format", "htm")
        #expect(named.status == 2)
        #expect(named.stderr.contains("did you mean --format html?"))
        let guessed = try Linecheck.call("report", "missing", "-o", workplace.path("report.pdf"))
        #expect(guessed.status == 2)
        #expect(guessed.stderr.contains("text, html, json, md, svg, csv"))
        #expect(try Linecheck.call("report", uplink, "--json", "--format", "md").status == 2)
    }

    @Test func `times are in the time zone of the host that makes the report`() throws {
        let ended = try Linecheck.call("report", uplink, "--format", "md", environment: ["TZ": "XYZ-3"])
        #expect(ended.stdout.contains("2026-11-30 08:53:48 +03:00"))
    }

    @Test func `a shorter queue is the conclusion of a comparison`() throws {
        let ended = try Linecheck.call("compare", uplink, clean)
        #expect(ended.status == 0)
        let words = ended.stdout.prefix(400).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.hasPrefix("Lag under load went from D to A"), "\(words)")
        #expect(words.contains("; upload rise fell from 217.8 ms to 21.1 ms, which is better"), "\(words)")
        let json = try Linecheck.call("compare", uplink, clean, "--json").json()
        #expect(json["metrics"]?["upload_rise"]?["result"]?.string == "better")
        #expect(json["metrics"]?["internet.upload.rtt.max"]?["result"]?.string == "not-tested")
        let path = workplace.path("compare.html")
        #expect(try Linecheck.call("compare", uplink, clean, "-o", path).status == 0)
        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(page.contains("internet in upload"))
        #expect(page.utf8.count < 500_000)
        #expect(try Linecheck.call("compare", uplink, clean, "-o", path).status == 2)
    }

    @Test func `a capture compared with its copy differs in nothing`() throws {
        let copy = try workplace.put(Array(try Data(contentsOf: URL(filePath: clean))), "copy.capture.jsonl")
        let ended = try Linecheck.call("compare", clean, copy)
        #expect(ended.stdout.hasPrefix("No difference beyond the noise in any of"))
    }

    @Test func `runs of different plans are compared where they measure the same, and it is said`() throws {
        let ended = try Linecheck.call("compare", clean, health)
        #expect(ended.status == 0)
        #expect(ended.stdout.contains("The plans differ (bufferbloat, health)"))
    }

    @Test func `runs that have nothing in common are refused with a sentence`() throws {
        let path = try workplace.put(SharedCapture.idle.get(), "other.capture.jsonl")
        let ended = try Linecheck.call("compare", clean, path)
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("measure nothing in common"))
    }

    @Test func `one-way delays and the evidence of a plan's own rules are in every form of the report`() throws {
        let plan = try workplace.put(
            """
            { "plan": 1, "name": "ways", "probes": { "echo": { "type": "udp", "target": "@embedded", "interval": "20ms" } },
              "phases": [{ "name": "idle", "duration": "1s", "probes": ["echo"] }],
              "rules": { "rules": 1, "name": "mine", "version": 1,
                "metrics": { "skew": "echo.idle.owd_up.p50 - echo.idle.owd_down.p50" },
                "verdicts": { "way": { "title": "The way", "first_of": [
                  { "is": "even", "evidence": ["skew", "echo.idle.rtt.min"], "say": "As it is." } ] } } } }
            """, "ways.json")
        let capture = workplace.path("ways.capture.jsonl")
        let run = try Linecheck.run(plan, "-q", "-o", capture)
        #expect(run.status == 0, "\(run.stderr)")
        #expect(
            run.stdout.contains(#/evidence of the rules\n  skew +\-?[0-9.]+ [mun]s \(n = \d+\)\n  echo.idle.rtt.min/#))
        #expect(run.stdout.contains(#/measured as well\n  echo in idle  owd up p50 +\-?[0-9.]+ [mun]s \(n = \d+\)\n/#))
        let markdown = try Linecheck.call("report", capture, "--format", "md").stdout
        #expect(
            markdown.contains(#/\*\*Evidence of the rules\*\*\n\n- skew: /#)
                && markdown.contains("| echo in idle | owd down p50 |"))
        let table = try Linecheck.call("report", capture, "--format", "csv").stdout
        let answered = table.split(separator: "\r\n").filter { $0.contains(",reply,") }
        #expect(answered.count > 30)
        // By one clock the two delays of an answer add up to its round trip, but for what the server took.
        for line in answered {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let (rtt, up, down) = (Int(fields[7]), Int(fields[10]), Int(fields[11]))
            #expect(try #require(up) + #require(down) <= #require(rtt), "\(line)")
        }
        #expect(try Linecheck.call("report", capture, "--format", "html").stdout.contains("owd up p50"))
    }

    @Test func `a flag of another command is told as such`() throws {
        let ended = try Linecheck.call("report", clean, "--rulers")
        #expect(ended.status == 2)
        #expect(
            ended.stderr == "linecheck: --rulers is not a flag of linecheck report\nit is one of linecheck replay\n")
        #expect(try Linecheck.call("report", clean, "--formt", "md").stderr.contains("did you mean --format?"))
    }

    @Test func `what was recovered from the middle is not called endless`() throws {
        let damaged = Repository.scenarios.appending(path: "line-removed/capture.jsonl").path
        let path = workplace.path("recovered.capture.jsonl")
        _ = try Linecheck.call("recover", damaged, "-o", path)
        let told = try Linecheck.call("report", path).stdout
        #expect(told.contains(", recovered in part: "))
        #expect(told.contains("recovered without ") && !told.contains("without an end"))
    }
}
