import LinecheckCapture
import Testing

/// The rule of versions, on the versions that there are.
@Suite struct FormatVersionTests {
    private func with(version: String) -> [UInt8] {
        Array(
            String(decoding: Examples.bytesOfAll, as: UTF8.self).replacing(
                "\"version\":1,\"id\"", with: "\"version\":\(version),\"id\""
            )
            .utf8)
    }

    @Test func `the next version is refused with what to do, also when recovering`() {
        for recover in [false, true] {
            let refused = Reading(with(version: "\(FormatVersion.current + 1)"), recover: recover)
            #expect(refused.thrown?.kind == .newerVersion)
            #expect(refused.thrown?.reason.contains("a newer linecheck can read it") == true)
            #expect(refused.records.isEmpty)
        }
    }

    @Test(arguments: ["0", "-1", "1.5", "\"1\"", "null", "true"])
    func `what is no version is refused as one`(text: String) {
        #expect(Reading(with(version: text)).thrown?.kind == .malformed)
    }

    @Test func `a line of each version that was ever written is read`() throws {
        for version in 1...FormatVersion.current {
            #expect(try RecordDecoder.decode(Examples.lines[4], version: version) == Examples.reply)
        }
    }

    /// A key in another order makes the general reader take the line, and with it the chain of upgrades.
    @Test func `upgrading a line of the current version changes nothing`() throws {
        let line = Array(
            #"{"type":"sample","t":3000000,"seq":1,"probe":"gateway","lost":"timeout","later":{"kept":1}}"#.utf8)
        let sample = try RecordDecoder.decode(line, version: FormatVersion.current)
        guard case .sample(let read) = sample else {
            Issue.record("no sample")
            return
        }
        #expect(read.sequence == 1 && read.outcome == .lost)
    }
}
