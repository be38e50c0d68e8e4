import LinecheckExpressions
import Testing

@Suite struct EvaluationTests {
    @Test func `a maximum with an unknown part is at least the known one`() throws {
        var table = Table()
        table.metrics["internet.download.rtt.p50"] = .value(450e6)
        let reading = try Expression(
            "max(internet.download.rtt.p50, internet.upload.rtt.p50)", in: names, expecting: .quantity
        ).reading(in: table)
        #expect(reading.interval == Interval(450e6, .infinity))
        #expect(reading.missing.map(\.metric) == ["internet.upload.rtt.p50"])
        #expect(reading.value == nil)
    }

    @Test func `a value is as good as the fewest samples behind it`() throws {
        var table = Table()
        table.metrics["a.x.rtt.p50"] = .value(10, n: 45)
        table.metrics["a.y.rtt.p50"] = .value(3, n: 24)
        let reading = try Expression("a.x.rtt.p50 - a.y.rtt.p50", in: names, expecting: .quantity).reading(in: table)
        #expect(reading.value == 7)
        #expect(reading.samples == 24)
    }

    @Test func `division by zero is unmeasured and says so`() throws {
        var table = Table()
        table.metrics["a.x.jitter"] = .value(5)
        table.metrics["a.y.jitter"] = .value(0)
        let reading = try Expression("a.x.jitter / a.y.jitter", in: names, expecting: .quantity).reading(in: table)
        #expect(reading.value == nil)
        #expect(reading.missing.map(\.reason) == ["division by zero"])
        #expect(try truth("a.x.jitter / a.y.jitter > 2", table) == .unknown)
    }

    @Test func `what is multiplied by zero does not matter`() throws {
        let reading = try Expression("0 * a.x.jitter", in: names, expecting: .quantity).reading(in: Table())
        #expect(reading.value == 0)
    }

    @Test func `absence becomes a value only where the author says so`() throws {
        var table = Table()
        #expect(try truth("a.x.jitter ?? 5ms > 3ms", table) == .yes)
        #expect(try truth("measured(a.x.jitter)", table) == .no)
        table.metrics["raw a.x.jitter"] = .value(4e6)
        #expect(try truth("raw(a.x.jitter) > 3ms", table) == .yes)
        #expect(try truth("a.x.jitter > 3ms", table) == .unknown)
        let expression = try Expression("raw(a.x.jitter) ?? 5ms > 3ms", in: names, expecting: .condition)
        #expect(expression.absenceUses.map(\.word).sorted() == ["??", "raw"])
    }

    @Test(arguments: [
        (2, 2, ">= 'B'", Truth.yes), (1, 1, ">= 'B'", .yes), (3, 3, ">= 'B'", .no), (3, 5, ">= 'B'", .no),
        (0, 5, ">= 'B'", .unknown), (0, 2, ">= 'B'", .yes), (0, 5, "== 'C'", .unknown), (3, 5, "== 'A'", .no),
        (3, 5, "< 'B'", .yes), (2, 2, "> 'B'", .no),
    ])
    func `a grade compares as better or worse, over all the steps it may be`(
        best: Int, worst: Int, comparison: String, expected: Truth
    ) throws {
        let table = Table(grades: ["lag": GradeReading(best: best, worst: worst, scale: scale)])
        #expect(try truth("grade.lag \(comparison)", table) == expected)
    }

    @Test func `a verdict that cannot be told is unknown only for what it may still be`() throws {
        let table = Table(verdicts: ["queue": TextReading(possible: ["clean", "undetermined"])])
        #expect(try truth("verdict.queue == 'local-wifi'", table) == .no)
        #expect(try truth("verdict.queue == 'clean'", table) == .unknown)
        #expect(try truth("verdict.queue != 'local-wifi'", table) == .yes)
    }

    @Test func `a variable takes the type of what it stands beside`() throws {
        let table = Table(variables: ["limit": "30ms", "link": "wifi"], link: "wifi")
        #expect(try truth("20ms < vars.limit", table) == .yes)
        #expect(try truth("vars.link == 'wifi'", table) == .yes)
        #expect(try truth("vars.link == network.link", table) == .yes)
        #expect(try truth("20Mbps < vars.limit", table) == .unknown)
        #expect(try truth("vars.other == 'wifi'", table) == .unknown)
        #expect(try interval("max(vars.limit, 5ms)", table).point == 30e6)
    }

    @Test func `every comparison is kept with both sides, also those that did not decide`() throws {
        var table = Table()
        table.metrics["a.x.jitter"] = .value(12_000_000, n: 9)
        let finding = try Expression(
            "a.x.jitter > 15ms and a.y.jitter > 15ms", in: names, expecting: .condition
        ).finding(in: table)
        #expect(finding.truth == .no)
        #expect(finding.missing.isEmpty)
        #expect(finding.comparisons.map(\.text) == ["a.x.jitter > 15ms", "a.y.jitter > 15ms"])
        #expect(finding.comparisons.map(\.truth) == [.no, .unknown])
        #expect(finding.comparisons.map(\.distance) == [3_000_000, nil])
        #expect(finding.comparisons[1].left.missing.map(\.reason) == ["it was not measured"])
    }
}
