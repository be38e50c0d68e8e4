import Foundation
import FoundationXML
import LinecheckCapture
import LinecheckJSON
import LinecheckJudge
import LinecheckPage
import LinecheckPlan
import LinecheckQuantities
import LinecheckReplay
import LinecheckReport
import LinecheckRules
import TestSupport
import Testing

struct ReportPageTests {
    private var scenarios: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path).sorted() }
    }

    @Test func `every kept run that can be read gets a page below 500 kB and a plot that is XML`() throws {
        var count = 0
        for scenario in try scenarios {
            guard let account = try? account(scenario) else { continue }
            count += 1
            let page = ReportPage(account).text
            #expect(page.utf8.count < 500_000, "\(scenario)")
            #expect(!page.contains("NaN") && !page.contains("inf "), "\(scenario)")
            let parser = XMLParser(data: Data(PlotFile(account).text.utf8))
            #expect(parser.parse(), "\(scenario): \(parser.parserError.map { "\($0)" } ?? "")")
        }
        #expect(count > 80)
    }

    @Test func `nothing in the page leads out of it`() throws {
        let page = ReportPage(try account("lab-loss-convicts")).text
        for word in ["src=", "@import", "url(http", "<link rel=\"stylesheet", "fetch(", "XMLHttpRequest"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src &#39;none&#39;"))
    }

    /// What the score and the table say, and not the slowest probe nor the gateway.
    @Test(arguments: [
        ("cellular-in-the-cellar", "163.4", "internet in idle"),
        ("evening-on-a-shared-cable", "106.4", "internet in idle"),
    ])
    func `at rest is what the rules judge as idle`(_ scenario: String, _ value: String, _ place: String) throws {
        let page = ReportPage(try account(scenario)).text
        #expect(page.contains("<dt>At rest</dt><dd class=\"big\">\(value)<span"), "\(scenario)")
        #expect(page.contains("median of \(place), n"))
    }

    @Test func `times are local, with their offset`() throws {
        let page = ReportPage(try account("lab-loss-convicts", offset: UTCOffset(seconds: 7_200))).text
        #expect(page.contains("2026-11-30 07:49:39 +02:00"))
    }

    @Test func `lost, late and refused attempts are told apart`() throws {
        #expect(ReportPage(try account("replies-after-the-timeout")).text.contains("answered after the timeout"))
        let samples = SampleTable(try account("replies-after-the-timeout")).text
        #expect(samples.contains(",late,,2"))
        #expect(SampleTable(try account("lab-loss-convicts")).text.contains(",lost,,,,,\r\n"))
    }

    /// Reading an hour's file and drawing it takes a release build 0.3 s; here only the drawing is done, by whatever build.
    @Test func `an hour at five a second is drawn below 3 MB, and says what a column stands for`() throws {
        let page = ReportPage(try hour()).text
        #expect(page.utf8.count < 3_000_000)
        #expect(page.contains("Each pixel column stands for up to 21 attempts"))
        #expect(page.contains("the slowest after 1.9 s"))
    }

    /// Two probes, five attempts a second each for an hour, one of 36,000 slow.
    private func hour() throws -> RunAccount {
        let read = try BundledPlans.read("bufferbloat")
        let short = SimulatedRun(read.plan, seed: 7).records().prefix { if case .sample = $0 { false } else { true } }
        var records = Array(short)
        for attempt in 0..<Int64(18_000) {
            let moment = RunInstant(nanoseconds: attempt * 200_000_000)
            for probe in ["gateway", "internet"] {
                let rtt = attempt == 7_777 ? 1_900_000_000 : 2_000_000 + (attempt * 7_919) % 1_000_000
                records.append(
                    .sample(
                        Sample(probe: probe, sequence: attempt, at: moment, outcome: .reply(rtt: .nanoseconds(rtt)))))
            }
        }
        var (trace, observations) = (Trace(), Observations(plan: read.plan))
        for (index, record) in records.enumerated() {
            trace.add(record)
            observations.add(record, line: index + 1)
        }
        return RunAccount(
            plan: read.plan, rules: read.rules, trace: trace, scored: Scored(observations, rules: read.rules),
            verdict: Judge.judge(observations, rules: read.rules), offset: .utc)
    }
}
