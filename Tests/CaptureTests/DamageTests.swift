import LinecheckCapture
import LinecheckQuantities
import Testing

@Suite struct DamageTests {
    @Test func `a capture cut at any byte is read up to its last whole line or refused with its place`() {
        let bytes = Examples.bytesOfAll
        let headerLength = Examples.lines[0].count
        let endOfRun = bytes.count - Examples.lines[23].count - 1
        for length in 0..<bytes.count {
            let reading = Reading(Array(bytes[..<length]))
            let wholeLines = bytes[..<length].split(separator: 0x0A, omittingEmptySubsequences: false)
            // A last line without its line end counts when it is a whole object.
            let isWhole = bytes[length] == 0x0A
            let expected = wholeLines.count - 1 + (isWhole ? 1 : 0)
            if length < headerLength {
                #expect(reading.thrown?.kind == (length == 0 ? .notACapture : .torn), "cut at \(length)")
                continue
            }
            #expect(reading.thrown == nil, "cut at \(length)")
            #expect(reading.records == Array(Examples.records.prefix(expected)), "cut at \(length)")
            let isTorn = !isWhole && bytes[length - 1] != 0x0A
            if length >= endOfRun - 1, !isTorn {
                #expect(reading.isComplete, "cut at \(length)")
            } else {
                #expect(reading.damages.map(\.kind) == [isTorn ? .torn : .truncated], "cut at \(length)")
                #expect(reading.damages.first?.line == expected + (isTorn ? 1 : 0), "cut at \(length)")
                #expect(!reading.isComplete)
            }
        }
    }

    @Test(arguments: 0..<8)
    func `every single flipped bit is noticed`(bit: Int) {
        let bytes = Examples.bytesOfAll
        for position in bytes.indices {
            var flipped = bytes
            flipped[position] ^= 1 << UInt8(bit)
            if Reading(flipped).isComplete { Issue.record("bit \(bit) of byte \(position) went unnoticed") }
        }
    }

    @Test func `every single flipped bit is noticed when recovering, and nothing crashes`() {
        let bytes = Examples.bytesOfAll
        for position in stride(from: 0, to: bytes.count, by: 3) {
            var flipped = bytes
            flipped[position] ^= 1 << UInt8(position % 8)
            let reading = Reading(flipped, recover: true)
            if reading.isComplete { Issue.record("byte \(position) went unnoticed") }
        }
    }

    @Test func `any two exchanged lines are noticed`() {
        let lines = Examples.lines
        for first in lines.indices {
            for second in lines.indices where second > first {
                var exchanged = lines
                exchanged.swapAt(first, second)
                #expect(!Reading(Examples.joined(exchanged)).isComplete, "lines \(first + 1) and \(second + 1)")
            }
        }
    }

    @Test func `a removed or doubled line is noticed`() {
        let lines = Examples.lines
        for index in lines.indices.dropLast() {
            var removed = lines
            removed.remove(at: index)
            #expect(!Reading(Examples.joined(removed)).isComplete, "line \(index + 1) removed")
            var doubled = lines
            doubled.insert(lines[index], at: index)
            #expect(!Reading(Examples.joined(doubled)).isComplete, "line \(index + 1) doubled")
        }
        #expect(!Reading(Examples.joined(lines + [lines[23]])).isComplete, "the verdict doubled")
    }

    @Test func `a missing line is told as a count with its stretch and time`() {
        var lines = Examples.lines
        lines.remove(at: 8)
        let damage = Reading(Examples.joined(lines)).thrown
        #expect(damage?.kind == .lineCount)
        #expect(damage?.line == 13)
        #expect(damage?.lines == 7...13)
        #expect(damage?.span == RunInstant(nanoseconds: 1_000_000_000)...RunInstant(nanoseconds: 2_402_000_000))
        #expect(
            damage?.description
                == "test:13: byte \(lines[..<12].reduce(0) { $0 + $1.count + 1 }), 1s to 2.402s of the run: this says that "
                + "it is line 14, and it is line 13: something in lines 7 to 13 was removed or changed")
    }

    @Test func `a changed value is told with the lines and the time since the last good checkpoint`() {
        var text = String(decoding: Examples.bytesOfAll, as: UTF8.self)
        text.replace("\"rtt\":2097000000", with: "\"rtt\":1097000000")
        let damage = Reading(Array(text.utf8)).thrown
        #expect(damage?.kind == .corrupt)
        #expect(damage?.lines == 7...14)
        #expect(damage?.reason == "the checksum does not fit: something in lines 7 to 14 was changed or exchanged")
    }

    @Test func `recovering goes on behind a changed value and doubts only its stretch`() {
        var text = String(decoding: Examples.bytesOfAll, as: UTF8.self)
        text.replace("\"rtt\":2097000000", with: "\"rtt\":1097000000")
        let reading = Reading(Array(text.utf8), recover: true)
        #expect(reading.thrown == nil)
        #expect(reading.damages.map(\.kind) == [.corrupt])
        #expect(reading.damages.first?.lines == 7...14)
        #expect(reading.records.count == Examples.records.count)
    }

    @Test func `recovering passes over a line that is no JSON, and says so`() {
        var lines = Examples.lines
        lines[8] = Array("{\"type\":\"late\",".utf8)
        let strict = Reading(Examples.joined(lines))
        #expect(strict.thrown?.kind == .malformed)
        #expect(strict.thrown?.line == 9)
        #expect(strict.records == Array(Examples.records.prefix(8)))
        let recovered = Reading(Examples.joined(lines), recover: true)
        #expect(recovered.damages.map(\.kind) == [.malformed, .corrupt])
        var expected = Examples.records
        expected.remove(at: 8)
        #expect(recovered.records == expected)
    }

    @Test func `recovering goes on behind missing lines`() {
        var lines = Examples.lines
        lines.removeSubrange(8...9)
        let recovered = Reading(Examples.joined(lines), recover: true)
        #expect(recovered.damages.map(\.kind) == [.lineCount])
        #expect(recovered.records.count == 22)
    }

    @Test func `zeros at the end are told as what a power failure leaves`() {
        let bytes = Array(Examples.bytesOfAll.prefix(2_000)) + [UInt8](repeating: 0, count: 512)
        let damage = Reading(bytes).damages.first
        #expect(damage?.kind == .torn)
        #expect(damage?.reason.contains("512 zero bytes") == true)
    }

    @Test(arguments: [
        ([], "empty"), ([0xEF, 0xBB, 0xBF] + Examples.bytesOfAll, "byte order mark"),
        ([0x7F, 0x45, 0x4C, 0x46], "binary"),
        (Array("hello\n".utf8), "is not a capture"), (Array("{\"plan\":1}\n".utf8), "no header"),
        (Array("[1]\n".utf8), "is not a capture"), ([0x0A], "is not a capture"),
        (Array("{\"type\":\"sample\",\"probe\":\"a\",\"seq\":1,\"t\":1,\"rtt\":2}\n".utf8), "no header"),
    ])
    func `what is no capture is refused with what it is`(bytes: [UInt8], reason: String) {
        let damage = Reading(bytes, recover: true).thrown
        #expect(damage?.kind == .notACapture)
        #expect(damage?.reason.contains(reason) == true, "\(damage?.reason ?? "nothing thrown")")
        #expect(damage?.description.hasPrefix("test:1: byte 0: ") == true, "\(damage?.description ?? "")")
    }

    @Test func `converted line ends are called by their name`() {
        let bytes = Array(Examples.lines.map { $0 + [0x0D, 0x0A] }.joined())
        let damage = Reading(bytes).thrown
        #expect(damage?.kind == .notACapture)
        #expect(damage?.reason.contains("CR LF") == true)
    }

    @Test func `a newer format and an unknown requirement are refused with a sentence`() {
        var newer = Examples.header
        newer.version = 2
        let version = Reading(RecordEncoder.capture([.header(newer)])).thrown
        #expect(version?.kind == .newerVersion)
        #expect(version?.reason.contains("version 2") == true)
        var needy = Examples.header
        needy.requires = ["time-travel"]
        let requirement = Reading(RecordEncoder.capture([.header(needy)])).thrown
        #expect(requirement?.kind == .unknownRequirement)
        #expect(requirement?.reason.contains("time-travel") == true)
    }

    @Test func `a second capture behind the first is noticed`() {
        let reading = Reading(Examples.bytesOfAll + Examples.bytesOfAll)
        #expect(reading.thrown?.kind == .malformed)
        #expect(reading.thrown?.line == 25)
    }

    @Test func `a record of a later version that carries a checksum is checked as well`() {
        var text = String(decoding: Examples.bytesOfAll, as: UTF8.self)
        text.replace("{\"type\":\"sync\",\"t\":1000000000", with: "{\"type\":\"synk\",\"t\":1000000000")
        #expect(Reading(Array(text.utf8)).thrown?.kind == .corrupt)
    }

    @Test(arguments: [false, true])
    func `millions of lines that are no records are refused after ten thousand`(recover: Bool) {
        let junk = Examples.joined(Array(Examples.lines.prefix(3))) + Array("junk\n".utf8) * 2_000_000
        let reading = Reading(junk, recover: recover)
        #expect(reading.thrown?.kind == .malformed)
        #expect(reading.damages.count <= 10_001)
        #expect(reading.thrown?.reason.contains("more than 10000 places are damaged") == recover)
    }
}

private func * (bytes: [UInt8], count: Int) -> [UInt8] { Array(repeatElement(bytes, count: count).joined()) }
