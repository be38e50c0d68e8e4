import Foundation
import LinecheckJSON
import TestSupport
import Testing

@Suite struct ExportCommandTests {
    private let workplace = Workplace()
    private let capture = Repository.scenarios.appending(path: "lab-lossy-wifi/capture.jsonl").path
    private static let hasPromtool = (try? Running(["promtool", "--version"]).wait().status) == 0

    @Test(.enabled(if: hasPromtool))  // skipped, because there is no promtool
    func `Prometheus takes every line without a complaint`() throws {
        for scenario in ["lab-lossy-wifi", "silent-403", "cellular", "expectations-not-met"] {
            let capture = Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path
            let text = try Linecheck.call("export", capture, "--to", "prometheus")
            let checked = try Running(["promtool", "check", "metrics"], input: text.bytes).wait()
            #expect(checked.status == 0, "\(checked.stdout)\(checked.stderr)")
            #expect(checked.stderr.isEmpty, "\(checked.stderr)")
        }
    }

    @Test func `numbers are in base units, and what was not measured has none`() throws {
        let text = try Linecheck.call("export", capture, "--to", "prometheus").stdout
        let name = "linecheck_rules_metric_seconds{plan=\"health\",name=\"download_rise\"}"
        #expect(text.contains("\n\(name) 0.017516331\n"))
        #expect(text.contains("\nlinecheck_score{plan=\"health\"} 69.0\n"))
        #expect(text.contains("\nlinecheck_grade_info{plan=\"health\",name=\"bufferbloat\",grade=\"A\"} 1.0\n"))
        #expect(text.contains("\nlinecheck_answer_certain{plan=\"health\",list=\"queue\"} "))
        #expect(text.contains("# TYPE linecheck_round_trip_seconds gauge\n"))
        let refused = Repository.scenarios.appending(path: "silent-403/capture.jsonl").path
        let other = try Linecheck.call("export", refused, "--to", "prometheus").stdout
        #expect(other.contains("linecheck_load_valid{") && !other.contains("nan"))
        #expect(!other.contains("linecheck_load_rate_bytes_per_second{plan=\"health\",source=\"download\""))
    }

    @Test func `every family says what its numbers are`() throws {
        for scenario in try FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path) {
            let capture = Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path
            let text = try Linecheck.call("export", capture, "--to", "prometheus").stdout
            for line in text.split(separator: "\n") where line.hasPrefix("# HELP") {
                #expect(line.split(separator: " ").count > 5 && !line.contains("The metric"), "\(line)")
            }
        }
    }

    @Test func `OpenTelemetry's line is one JSON object with gauges`() throws {
        let ended = try Linecheck.call("export", capture, "--to", "otlp")
        #expect(ended.stdout.split(separator: "\n").count == 1)
        let metrics = try ended.json()["resourceMetrics"]?.array?.first?["scopeMetrics"]?.array?.first?["metrics"]?
            .array
        let trip = try #require(metrics?.first { $0["name"]?.string == "linecheck.round_trip" })
        #expect(trip["unit"]?.string == "s")
        let point = try #require(trip["gauge"]?["dataPoints"]?.array?.first)
        #expect(point["timeUnixNano"]?.string?.count == 19)
    }

    @Test func `line protocol escapes what parts a line`() throws {
        let text = try Linecheck.call(
            "export", Repository.scenarios.appending(path: "expectations-not-met/capture.jsonl").path, "--to", "influx"
        ).stdout
        for line in text.split(separator: "\n") {
            #expect(line.wholeMatch(of: /linecheck_\w+(,\w+=(\\.|[^ ,=])+)+ value=[-0-9.e]+ \d{19}/) != nil, "\(line)")
        }
        #expect(text.contains("condition="))
    }

    @Test func `a file is replaced at once and leaves nothing beside it`() throws {
        let path = try workplace.put("old", "linecheck.prom")
        #expect(try Linecheck.call("export", capture, "--to", "prometheus", "--force", "-o", path).status == 0)
        #expect(workplace.names == ["linecheck.prom"])
        #expect(String(decoding: workplace.bytes("linecheck.prom") ?? [], as: UTF8.self).hasPrefix("# HELP linecheck_"))
        let ended = try Linecheck.call("export", capture, "--to", "prometheus", "-o", workplace.path("no/x.prom"))
        #expect(ended.status == 2)
    }

    @Test func `a format that is not known is refused with those that are`() throws {
        let ended = try Linecheck.call("export", capture, "--to", "graphite")
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("--to prometheus, --to otlp, --to influx"))
    }
}
