import LinecheckJSON
import LinecheckQuantities
import Testing

@testable import LinecheckPlan

@Suite struct LoadKeyTests {
    private func read(_ load: String, guards: String = "[]") throws(Problems) -> Plan {
        let none: SourceFinder = { name, _ in .failure(SourceNotFound("no \(name)")) }
        let text = """
            { "plan": 1, "name": "p", "loads": { "l": { "type": "http", \(load) } },
              "phases": [{ "name": "a", "duration": "5s", "loads": ["l"] }], "guards": \(guards) }
            """
        return try PlanReader(findPlan: none, findRules: none).read(SourceText(name: "p.json", text: text)).plan
    }

    private func problems(_ load: String) -> [String] {
        do throws(Problems) {
            _ = try read(load)
            return []
        } catch { return error.list.map { "\($0.code): \($0.message)" } }
    }

    private static let download = #""direction": "download", "url": "http://a.example/d""#

    @Test func `every key of a load survives the capture's form`() throws {
        let plan = try read(
            Self.download
                + #", "streams": "auto", "pace": "20Mbps", "budget": "500MB", "headers": { "X-Key": "a b" }, "proxy": "http://p:3128", "congestion_control": "bbr", "dscp": 46, "insecure": true, "family": "ipv6", "body": "1MB""#
        )
        let load = try #require(plan.loads.first)
        #expect(load.growsStreams)
        #expect(load.streams == 16)
        #expect(load.pace == BitRate(bitsPerSecond: 20_000_000))
        #expect(load.budget == ByteCount(bytes: 500_000_000))
        #expect(load.headers == [Load.Header(name: "X-Key", value: "a b")])
        #expect(load.proxy == .url("http://p:3128"))
        #expect(load.congestionControl == "bbr")
        #expect(load.dscp == 46)
        #expect(try PlanReader.resolved(plan.json) == plan)
        #expect(PlanExplanation(plan).bytesAtMost == ByteCount(bytes: 500_000_000))
    }

    @Test func `both directions are two loads that run together`() throws {
        let plan = try read(
            #""direction": "both", "url": "http://a.example/d", "upload_url": "http://a.example/u", "streams": 2"#,
            guards: #"[{ "name": "cap", "load": "l", "stat": "bytes", "above": "1GB", "then": "end-phase" }]"#)
        #expect(plan.loads.map(\.name) == ["l-download", "l-upload"])
        #expect(plan.loads.map(\.url) == ["http://a.example/d", "http://a.example/u"])
        #expect(plan.loads.map(\.direction) == [.download, .upload])
        #expect(plan.phases[0].loads == ["l-download", "l-upload"])
        #expect(plan.phases[0].settle == .seconds(1))
        #expect(plan.guards.map(\.name) == ["cap-download", "cap-upload"])
        #expect(plan.guards.map(\.subject) == [.load("l-download"), .load("l-upload")])
        #expect(try PlanReader.resolved(plan.json) == plan)
    }

    @Test(arguments: [
        (#""direction": "both", "url": "http://a/""#, #"missing-key: a load in both directions needs "upload_url""#),
        (download + #", "upload_url": "http://a/""#, #"unknown-key: "upload_url" goes with "direction": "both""#),
        (download + #", "pace": "20MB""#, #"unknown-unit: "MB" is not a unit here"#),
        (download + #", "pace": 20"#, #"missing-unit: "pace" is a number without a unit"#),
        (download + #", "dscp": 64"#, #"out-of-range: "dscp" is 64"#),
        (download + #", "headers": { "Host": "x" }"#, #"bad-value: "Host" is set by the load itself"#),
        (download + #", "headers": { "X Y": "x" }"#, #"bad-value: "X Y" is no header field"#),
        (download + #", "headers": { "X": "a\r\nB: c" }"#, #"bad-value: "X" is no header field"#),
        (download + #", "proxy": "socks5://a""#, #"bad-value: "socks5://a" is no proxy: its URL starts with http://"#),
        (
            download + #", "proxy": "https://a:1""#,
            #"bad-value: "https://a:1" is no proxy: its URL starts with http://"#
        ),
        (download + #", "proxy": "http://?x""#, #"bad-value: "http://?x" is no proxy"#),
        (download + #", "streams": "some""#, #"bad-value: "streams" wants one of "auto", not "some""#),
        (download + #", "streams": 65"#, #"out-of-range: "streams" is 65"#),
    ])
    func `what a load cannot be is told`(_ load: String, _ problem: String) {
        #expect(problems(load).first == problem)
    }

    @Test(arguments: [
        (download + #", "proxy": "http://joe:secret@p:3128""#, "a proxy's URL"),
        (download + #", "proxy": "http://joe:se/cret@p:3128""#, "a proxy's URL"),
        (download + #", "proxy": "joe:secret@p:3128""#, "a proxy's URL"),
        (download + #", "proxy": "socks5://joe:secret@p""#, "a proxy's URL"),
        (#""direction": "download", "url": "http://joe:secret@a.example/d""#, "a load's URL"),
        (#""direction": "download", "url": "ftp://joe:secret@a.example/d""#, "a load's URL"),
    ])
    func `credentials are refused and not repeated`(_ load: String, _ place: String) {
        #expect(problems(load) == ["bad-value: credentials in \(place) are not supported"])
    }
}
