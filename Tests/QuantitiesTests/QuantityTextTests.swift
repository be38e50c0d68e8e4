import LinecheckQuantities
import Testing

@Suite struct QuantityTextTests {
    @Test(arguments: [
        ("200ms", 200_000_000), ("5s", 5_000_000_000), ("1m30s", 90_000_000_000), ("1.5s", 1_500_000_000),
        ("0s", 0), ("1h", 3_600_000_000_000), ("10µs", 10_000), ("1.50000000000000000000000000s", 1_500_000_000),
        ("9223372036.854775807s", .max),
    ])
    func `a duration is read exactly`(text: String, nanoseconds: Int) throws {
        #expect(try Duration(text: text).nanoseconds == Int64(nanoseconds))
    }

    @Test(arguments: [
        ("200", QuantityProblem.missingUnit), ("200 ms", .malformed), ("ms", .malformed), ("5 parsecs", .malformed),
        ("5lightyears", .unknownUnit("lightyears")), ("30s1m", .malformed), ("99999999999999999999s", .overflow),
        ("300000h300000h", .malformed), ("0.5ns", .tooFine), ("", .malformed), ("-1s", .malformed), ("1.s", .malformed),
        ("0.33333333333333333333333s", .tooFine), ("9223372036.9s", .overflow), ("13333333333.3s", .overflow),
    ])
    func `a text that is no duration says why`(text: String, problem: QuantityProblem) {
        #expect(throws: problem) { try Duration(text: text) }
    }

    @Test(arguments: ["200ms", "1.5s", "90s", "14.009111ms", "0s", "1ns"])
    func `a duration's text reads back as itself`(text: String) throws {
        #expect(try Duration(text: text).text == text)
    }

    @Test func `MB is a million and MiB is two to the twenty`() throws {
        #expect(try ByteCount(text: "8MB").bytes == 8_000_000)
        #expect(try ByteCount(text: "512KiB").bytes == 524_288)
        #expect(try ByteCount(text: "52.4288MB").text == "52.4288MB")
    }

    @Test func `rates and ratios are whole bits a second and parts per million`() throws {
        #expect(try BitRate(text: "447.5Mbps").bitsPerSecond == 447_500_000)
        #expect(BitRate(bitsPerSecond: 65_000_000).text == "65Mbps")
        #expect(try Ratio(text: "0.5%").partsPerMillion == 5_000)
        #expect(Ratio(partsPerMillion: 100_000).text == "10%")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z"),
        (1_796_008_695_042_000_000, "2026-11-30T03:18:15.042Z"), (-1_000_000, "1969-12-31T23:59:59.999Z"),
    ])
    func `wall time is RFC 3339 in UTC`(nanoseconds: Int, text: String) {
        #expect(WallTime(nanosecondsSinceEpoch: Int64(nanoseconds)).text == text)
    }
}
