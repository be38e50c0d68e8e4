import LinecheckQuantities
import LinecheckReport
import Testing

struct LocalTimeTests {
    @Test(arguments: [
        ("2026-11-30T03:18:15.042Z", 3_600, "2026-11-30 04:18:15 +01:00"),
        ("2026-12-31T23:59:59.999Z", 19_800, "2027-01-01 05:29:59 +05:30"),
        ("2024-03-01T00:30:00Z", -3_600, "2024-02-29 23:30:00 -01:00"),
        ("1970-01-01T00:00:00.000Z", 0, "1970-01-01 00:00:00 +00:00"),
    ]) func `a moment is told as the clock on the wall showed it`(utc: String, offset: Int, local: String) {
        #expect(LocalTime(utc: utc, offset: UTCOffset(seconds: offset))?.text == local)
    }

    @Test(arguments: [
        "", "yesterday", "2026-11-30T03:18:15+01:00", "2026-13-30T03:18:15.000Z", "2026-11-30T03:18:15.0x2Z",
        "9999-12-31T23:59:59.000Z", "9999-99-99T99:99:99Z", "0000-00-00T00:00:00Z", "2026-11-30T25:00:00.000Z",
    ])
    func `what is no such time is none`(text: String) {
        #expect(LocalTime(utc: text, offset: .utc) == nil)
    }

    @Test func `it reads what the capture writes, to the millisecond`() {
        for moment in stride(
            from: Int64(-2_000_000_000_000_000_000), to: 4_000_000_000_000_000_000, by: 86_399_876_543_000_000)
        {
            let text = WallTime(nanosecondsSinceEpoch: moment).text
            #expect(LocalTime(utc: text, offset: .utc)?.moment.text == text)
        }
    }
}
