import Foundation
import LinecheckJSON
import LinecheckMonitor
import TestSupport
import Testing

@Suite struct FindingTests {
    private func finding(_ scenario: String, status: Int32 = 0, slept: Bool = false) throws -> Finding {
        let path = Repository.scenarios.appending(path: "\(scenario)/verdict.json")
        let source = SourceText(name: scenario, bytes: Array(try Data(contentsOf: path)))
        return Finding(status: status, verdict: try JSONReader.read(source).plain, slept: slept, said: "")
    }

    @Test func `a clean line is good`() throws { #expect(try finding("clean-fibre").condition == .good) }

    @Test func `whose fault it is is the cause`() throws {
        #expect(try finding("loss-beyond-a-healthy-gateway").condition == .bad(cause: "isp"))
    }

    @Test func `a failed expectation is the cause`() throws {
        let finding = try finding("expectations-not-met", status: 1)
        guard case .bad(let cause) = finding.condition else {
            Issue.record("\(finding)")
            return
        }
        #expect(cause.hasPrefix("expectation: "))
    }

    @Test func `behind a gateway that is dead there is one trouble, the nearest`() {
        func finding(gateway: Int64, internet: Int64) -> Finding {
            let losses = ["gateway.idle.loss": gateway, "internet.idle.loss": internet, "tcp.idle.loss": internet]
            let metrics = losses.map { JSONMember($0.key, .object([JSONMember("value", .integer($0.value))])) }
            let rows = JSONValue.array([
                .object([JSONMember("name", .string("isp")), JSONMember("is", .string("at-fault"))])
            ])
            let verdict = JSONValue.object([JSONMember("metrics", .object(metrics)), JSONMember("rows", rows)])
            return Finding(status: 6, verdict: verdict, slept: false, said: "")
        }
        #expect(finding(gateway: 1, internet: 1).condition == .bad(cause: "gateway"))
        #expect(finding(gateway: 0, internet: 1).condition == .bad(cause: "isp"))
        #expect(finding(gateway: 1, internet: 0).condition == .bad(cause: "isp"))
    }

    @Test func `when the gateway answers and nothing behind it does it is the provider`() throws {
        #expect(try finding("nothing-answers-at-all", status: 6).condition == .bad(cause: "isp"))
    }

    @Test func `a gateway that never answers pings is no outage while others answer`() throws {
        #expect(try finding("silent-gateway").condition != .bad(cause: "gateway"))
    }

    @Test func `a load server that refuses says nothing about the line, and is named`() throws {
        let finding = try finding("silent-403", status: 6)
        #expect(finding.condition == .unknown(reason: "undetermined"))
        #expect(finding.text == "download: load not achieved: HTTP 403 from speed.cloudflare.com (1 byte)")
    }

    @Test func `a machine that slept says nothing`() throws {
        #expect(try finding("laptop-sleeps").condition == .unknown(reason: "suspended"))
        #expect(
            try finding("nothing-answers-at-all", status: 6, slept: true).condition == .unknown(reason: "suspended"))
    }

    @Test(arguments: [
        (Int32(3), Condition.bad(cause: "nothing-measured")), (2, .unknown(reason: "no-check")),
        (70, .unknown(reason: "no-check")), (4, .bad(cause: "aborted")), (6, .unknown(reason: "undetermined")),
    ])
    func `without a verdict the exit status says what it can`(_ status: Int32, _ condition: Condition) {
        #expect(Finding(status: status, verdict: nil, slept: false, said: "").condition == condition)
    }

    @Test func `a run that was killed says nothing about the line`() {
        let finding = Finding(status: nil, verdict: nil, slept: false, said: "")
        #expect(finding.condition == .unknown(reason: "no-check"))
    }
}
