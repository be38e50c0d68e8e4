import LinecheckExpressions
import Testing

@Suite struct ParsingTests {
    @Test(arguments: [
        ("1 + 2 * 3", 7.0), ("(1 + 2) * 3", 9), ("10 - 2 - 3", 5), ("24 / 4 / 2", 3), ("-2 * 3", -6), ("--2", 2),
        ("abs(-3)", 3), ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("1.5 * 2", 3), ("30ms + 5us", 30_005_000),
        ("1m30s", 90e9), ("8MB", 8e6), ("2%", 20_000), ("10Mbps", 1e7), ("2 * 30ms", 6e7), ("50% * 30ms", 15e6),
        ("30ms * 50%", 15e6), ("30ms / 10ms", 3), ("30ms / 2", 15e6), ("30ms / 50%", 6e7), ("50% * 50%", 250_000),
        ("3 * 10%", 300_000), ("1 ?? 2", 1),
    ])
    func `a formula gives what it says`(text: String, value: Double) throws {
        #expect(try interval(text).point == value)
    }

    @Test(arguments: [
        ("1 < 2 and 2 < 3 or 5 < 4", Truth.yes), ("1 < 2 or 2 < 3 and 5 < 4", .yes), ("not 1 < 2 or 2 < 3", .yes),
        ("not (1 < 2 or 2 < 3)", .no), ("not not 1 < 2", .yes), ("1 + 1 == 2", .yes), ("1 ?? 2 == 1", .yes),
        ("3 != 3", .no),
        ("2 >= 2 and 2 <= 2", .yes),
    ])
    func `or is looser than and, not is looser than a comparison`(text: String, expected: Truth) throws {
        #expect(try truth(text) == expected)
    }

    @Test func `a hyphen inside a name belongs to it, with spaces it subtracts`() throws {
        let expression = try Expression(
            "my-probe.idle.rtt.p50 - dns[1.1.1.1].idle.rtt.p95", in: names, expecting: .quantity)
        #expect(expression.metrics.map(\.path.source) == ["my-probe", "dns[1.1.1.1]"])
        #expect(expression.metrics.map(\.range) == [0..<21, 24..<49])
        #expect(expressionProblem("download_rise-download_rise")?.fix == "write spaces around - to subtract")
    }

    @Test(arguments: [
        ("", "expression-syntax", 0..<0), ("1 +", "expression-syntax", 2..<3), ("(1 < 2", "expression-syntax", 0..<1),
        ("1 < 2 < 3", "expression-syntax", 6..<7), ("1 = 2", "expression-syntax", 2..<3),
        ("1 < 2 && 3 < 4", "expression-syntax", 6..<8), ("network.link == 'wifi", "expression-syntax", 16..<21),
        ("1 < 2 $", "expression-syntax", 6..<7), ("download_rise > 30 ms", "expression-syntax", 19..<21),
        ("min(1)", "expression-syntax", 0..<6), ("abs(1, 2)", "expression-syntax", 0..<9),
        ("download_rise > 30mss", "unknown-unit", 16..<21), ("download_rise > 30", "missing-unit", 16..<18),
        ("download_rise > 2%", "unit-mismatch", 16..<18), ("download_rise * download_rise", "unit-mismatch", 0..<29),
        ("10Mbps / 30ms", "unit-mismatch", 0..<13), ("internet.idle.loss + 30ms", "unit-mismatch", 21..<25),
        ("donwload_rise > 30ms", "unknown-name", 0..<13), ("internet.idle.rtt > 30ms", "missing-statistic", 0..<17),
        ("internet.idle.rtt.p100 > 30ms", "unknown-name", 0..<22),
        ("internet.idle.loss.p50 > 2%", "unknown-name", 0..<22),
        ("internet.idle.jiter > 2ms", "unknown-name", 0..<19), ("a.b", "unknown-name", 0..<3),
        ("grade.lag >= 'E'", "unknown-name", 13..<16), ("grade.lags >= 'B'", "unknown-name", 0..<10),
        ("grade.lag > 30ms", "unit-mismatch", 12..<16), ("verdict.queue == 'locl-wifi'", "unknown-name", 17..<28),
        ("verdict.queue < 'clean'", "unit-mismatch", 0..<23), ("network.link == 3", "unit-mismatch", 16..<17),
        ("network.name == 'x'", "unknown-name", 0..<12), ("maximum(1, 2) > 3", "unknown-name", 0..<7),
        ("not 5", "unit-mismatch", 4..<5), ("(1 < 2) + 3 > 1", "unit-mismatch", 0..<7),
        ("'a' + 1", "unit-mismatch", 0..<3),
        ("99999999999999999999", "overflow", 0..<20), ("wired == wired", "unit-mismatch", 0..<14),
    ])
    func `a problem has a code and the place of its token`(text: String, code: String, range: Range<Int>) throws {
        let problem = try #require(expressionProblem(text))
        #expect(problem.code == code, "\(problem.message)")
        #expect(problem.range == range, "\(problem.message)")
    }

    @Test(arguments: [
        ("donwload_rise > 30ms", "did you mean \"download_rise\"?"),
        ("download_rise > 30", "write a unit, for example 30ms"),
        ("download_rise > 30 ms", "write 30ms"), ("internet.idle.rtt > 30ms", "write internet.idle.rtt.p50"),
        (
            "10Mbits > 1Mbps",
            "units are ns, us, µs, ms, s, m, h, d, bps, kbps, Mbps, Gbps, B, kB, KB, MB, GB, TB, KiB, MiB, GiB, TiB, %"
        ),
        ("10Mbp > 1Mbps", "did you mean \"Mbps\"?"), ("verdict.queue == 'cleen'", "did you mean \"clean\"?"),
        ("internet.idle.jiter > 2ms", "did you mean \"jitter\"?"), ("1 = 2", "write == to compare"),
    ])
    func `a problem tells the fix`(text: String, fix: String) throws {
        #expect(try #require(expressionProblem(text)).fix == fix)
    }

    @Test func `what is needed decides what fits`() {
        #expect(
            expressionProblem("30ms", expecting: .condition)?.message
                == "a condition is needed here, and this is a duration")
        #expect(
            expressionProblem("1 < 2", expecting: .quantity)?.message
                == "a quantity is needed here, and this is a condition")
        #expect(expressionProblem("grade.lag", expecting: .quantityOrGrade) == nil)
        #expect(expressionProblem("wired and 1 < 2", expecting: .condition) == nil)
    }

    @Test func `hostile texts are refused before they exhaust the stack`() {
        #expect(expressionProblem(String(repeating: "(", count: 100_000))?.code == "expression-syntax")
        #expect(
            expressionProblem(String(repeating: "(", count: 90) + "1" + String(repeating: ")", count: 90))?.code
                == "expression-syntax")
        #expect(
            expressionProblem(Array(repeating: "1", count: 5_000).joined(separator: "+"))?.code == "expression-syntax")
        #expect(expressionProblem(String(repeating: "not ", count: 5_000) + "1 < 2")?.code == "expression-syntax")
    }

    @Test func `against a plan, the probes and phases there are are told`() {
        let plan = MetricSources(probes: ["gateway", "internet"], loads: ["download"], phases: ["idle", "load"])
        let names = Namespace(variables: ["link"], sources: plan)
        let unknownProbe = expressionProblem("internt.idle.loss < 2%", in: names)
        #expect(unknownProbe?.range == 0..<7)
        #expect(unknownProbe?.fix == "did you mean \"internet\"?")
        let unknownPhase = expressionProblem("internet.upload.loss < 2%", in: names)
        #expect(unknownPhase?.range == 9..<15)
        #expect(unknownPhase?.fix == "did you mean \"load\"?" || unknownPhase?.fix == "the phases are idle, load")
        #expect(
            expressionProblem("download.load.loss < 2%", in: names)?.message == "download is a load and has no loss")
        #expect(expressionProblem("vars.lnik == 'wifi'", in: names)?.fix == "did you mean \"link\"?")
    }
}
