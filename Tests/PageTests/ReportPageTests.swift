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

    @Test func `times are local, with their offset`() throws {
        let page = ReportPage(try account("lab-loss-convicts", offset: UTCOffset(seconds: 7_200))).text
        #expect(page.contains("2026-11-30 07:49:39 +02:00"))
    }

    @Test func `lost, late and refused attempts are told apart`() throws {
        #expect(ReportPage(try account("replies-after-the-timeout")).text.contains("answered after the timeout"))
        let samples = SampleTable(try account("replies-after-the-timeout")).text
        #expect(samples.contains(",late,,2"))
        #expect(SampleTable(try account("lab-loss-convicts")).text.contains(",lost,,,\r\n"))
    }

    /// The limit of 2 s is a release build's; a debug build is ten times slower.
    @Test func `an hour at five a second is drawn below 3 MB, and says what a column stands for`() throws {
        let bytes = try hour()
        let start = ContinuousClock.now
        let page = ReportPage(try account(bytes)).text
        let time = ContinuousClock.now - start
        #expect(page.utf8.count < 3_000_000)
        #expect(page.contains("Each pixel column stands for up to"))
        #if !DEBUG
            #expect(time < .seconds(2))
        #else
            #expect(time < .seconds(40))
        #endif
    }

    /// Two probes, five attempts a second each, for an hour.
    private func hour() throws -> [UInt8] {
        let read = try BundledPlans.read("bufferbloat")
        var plan = read.plan
        let index = try #require(plan.phases.firstIndex { $0.name == "baseline" })
        plan.phases[index].ending = .after(.seconds(3_600))
        var run = SimulatedRun(plan, seed: 7)
        run.rules = read.rules?.json ?? .null
        return run.capture()
    }
}
