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
        (#""url": "http://a.example:0/""#, #""0" is no port, which is a number from 1 to 65535"#),
        (#""url": "http://a.example:70000/""#, #""70000" is no port, which is a number from 1 to 65535"#),
        (#""url": "http://:80/""#, "a URL without a host"),
        (#""url": "http://[::1/""#, "the bracket of an IPv6 address is not closed"),
        (#""url": "http://[::g]/""#, #""::g" in brackets is no IPv6 address"#),
        (#""url": "http://192.0.2.1/", "family": "ipv6""#, "192.0.2.1 is an IPv4 address"),
        (#""url": "https://[2001:db8::1]:8443/", "family": "ipv4""#, "2001:db8::1 is an IPv6 address"),
        (#""url": "http://192.0.2.1/", "source": "::1""#, "from an IPv6 address nothing goes to 192.0.2.1"),
        (#""url": "http://a/", "source": "300.1.1.1""#, #""300.1.1.1" is no address"#),
        (
            #""url": "http://a/", "source": "192.0.2.7", "family": "ipv6""#,
            #"192.0.2.7 is an IPv4 address, and "family" is ipv6"#
        ),
        (#""url": "http://a/", "interface": """#, "no interface has this name"),
        (#""url": "http://a/", "interface": "sixteencharacter""#, "no interface has this name"),
        (#""url": "http://a/", "congestion_control": """#, "no congestion control has this name"),
        (#""url": "http://a/", "congestion_control": "bbr\n""#, "no congestion control has this name"),
        (
            #""url": "http://a/", "congestion_control": "sixteencharacter""#,
            "no congestion control has this name"
        ),
        (#""url": "http://a/", "proxy": "http://p:99999""#, #""99999" is no port, which is a number from 1 to 65535"#),
        (
            #""url": "http://192.0.2.1/", "proxy": "http://[2001:db8::1]:3128", "family": "ipv4""#,
            "2001:db8::1 is an IPv6 address"
        ),
        (
            #""url": "http://a/", "headers": { "X": "1", "x": "2" }"#,
            #""x" is there twice: names of header fields have no case"#
        ),
        (#""url": "http://a/", "headers": { "X": "\u00e4" }"#, "a header field's value is ASCII"),
        (
            #""url": "http://a/", "headers": { "Accept-Encoding": "gzip" }"#,
            #""Accept-Encoding" is set by the load itself, so that bodies come as they are"#
        ),
        (
            #""url": "http://a/", "headers": { "Range": "bytes=0-9" }"#,
            #""Range" asks for a part, and a load takes whole bodies"#
        ),
        (
            #""url": "http://a/", "budget": "90kB""#,
            #"a budget of 90kB is spent before "at_least", 100kB, is moved: no load would be valid"#
        ),
    ])
    func `what no host could load is told before a run`(_ keys: String, _ message: String) {
        #expect(problems(#""direction": "download", "# + keys) == ["bad-value: " + message])
    }

    @Test func `a header field is as long as servers take it`() {
        let keys = { (count: Int) in
            Self.download + #", "headers": { "X": ""# + String(repeating: "y", count: count) + #"" }"#
        }
        #expect(problems(keys(7_999)).isEmpty)
        #expect(problems(keys(70_000)) == ["bad-value: 70000 bytes are more than servers take"])
    }

    @Test func `a scheme has no case`() throws {
        let plan = try read(#""direction": "download", "url": "HTTP://192.0.2.1/", "proxy": "Http://p:1""#)
        #expect(plan.loads.first?.url == "HTTP://192.0.2.1/")
    }

    @Test func `through a proxy the family is the proxy's`() {
        let keys = #""direction": "download", "url": "http://192.0.2.1/", "family": "ipv6", "proxy": "#
        #expect(problems(keys + #""http://[2001:db8::1]:3128""#).isEmpty)
        #expect(problems(keys + #""http://p:3128""#).isEmpty)
        #expect(problems(keys + #""none""#) == ["bad-value: 192.0.2.1 is an IPv4 address"])
    }

    @Test func `what both directions share is told once`() {
        let keys = #""direction": "both", "url": "http://a:0/", "upload_url": "http://[::1/", "source": "x""#
        #expect(problems(keys).count == 3)
    }

    @Test func `a capture's plan is read as it ran`() throws {
        var plan = try read(Self.download)
        plan.loads[0].budget = ByteCount(bytes: 1_000)
        plan.loads[0].source = "300.1.1.1"
        plan.loads[0].url = "http://a.example:70000/"
        #expect(try PlanReader.resolved(plan.json) == plan)
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
