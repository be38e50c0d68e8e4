import Foundation
import LinecheckCapture
import LinecheckQuantities

/// Files that something happened to after they were written, or while.
extension SimulatedStory {
    static var ofFiles: [SimulatedStory] { cut + changed + foreign }

    /// A short run of `bufferbloat`, harmed.
    private static func harmed(
        _ name: String, _ happened: String, _ shows: String, _ says: String,
        _ damage: @escaping @Sendable (Lines) throws -> [UInt8]
    ) -> SimulatedStory {
        SimulatedStory(name, [happened, shows, says]) {
            $0.plan = "bufferbloat"
            $0.settings = [("streams", "2"), ("load", "5s")]
            $0.line.depths(down: .milliseconds(20), up: .milliseconds(110))
            $0.damage = { try damage(Lines($0)) }
        }
    }

    private static var cut: [SimulatedStory] {
        [
            harmed(
                "killed-in-the-upload", "SIGKILL came between two records of the upload.",
                "Every line is whole, and there is no end record.",
                "Recovered, it is a partial run: what was measured until then is judged."
            ) { $0.first(0.9) },
            harmed(
                "power-failed-in-a-line", "The power failed while a record was written.",
                "The last line stops in its middle.", "Recovered, it is judged up to its last whole line."
            ) { Array($0.first(0.6).dropLast(17)) },
            harmed(
                "power-failed-zeros", "A file system that had grown the file and not written the data.",
                "The file ends in zero bytes.", "They are told as what a power failure leaves, and passed over."
            ) { $0.first(0.7) + [UInt8](repeating: 0, count: 777) },
            harmed(
                "gzip-cut-short", "A compressed capture was copied until the medium was full.",
                "The gzip stream ends before its checksum.",
                "What could be unpacked is judged, and the place is told."
            ) { lines in Array(try gzip(lines.bytes).dropLast(3_000)) },
            harmed(
                "empty-file", "A copy that never began.", "The file has no bytes.",
                "It is no capture, which is not the same as a good one."
            ) { _ in [] },
        ]
    }

    private static var changed: [SimulatedStory] {
        [
            harmed(
                "one-bit-flipped", "One bit of a round trip was flipped on a bad disk.",
                "The line is still JSON, and a checksum behind it does not fit.",
                "The stretch is told by lines and time; only it is in doubt."
            ) { $0.with(line: 0.5) { $0[$0.count - 6] ^= 1 } },
            harmed(
                "lines-exchanged", "Two lines were exchanged by an editor that sorts.",
                "Each line is whole, and the checksum sees the order.", "Told as changed or exchanged, with its place."
            ) { lines in
                var all = lines.all
                all.swapAt(lines.index(0.5), lines.index(0.5) + 1)
                return Lines.joined(all)
            },
            harmed(
                "line-removed", "Somebody removed the one line that he did not like.",
                "The checkpoint behind it says one line more than there is.",
                "Told as removed, with the stretch in which it stood."
            ) { lines in
                var all = lines.all
                all.remove(at: lines.index(0.5))
                return Lines.joined(all)
            },
            harmed(
                "line-doubled", "A line was pasted twice.",
                "The checkpoint behind it says one line less than there is.",
                "Told as doubled, with the stretch in which it stands."
            ) { lines in
                var all = lines.all
                all.insert(all[lines.index(0.5)], at: lines.index(0.5))
                return Lines.joined(all)
            },
            harmed(
                "record-without-its-time", "A tool rewrote a record and left its time out.",
                "The line is JSON and not the record that it says it is.",
                "Told with the line and the missing field."
            ) { lines in
                lines.with(line: 0.5) { line in
                    var text = String(decoding: line, as: UTF8.self)
                    text.replace(#/"t":[0-9]+,?/#, with: "", maxReplacements: 1)
                    line = Array(text.utf8)
                }
            },
            harmed(
                "appended-after-the-end", "Something was appended behind the end record.",
                "No checksum covers the last line.", "Told as standing after the end; what stands before is whole."
            ) { $0.bytes + Array("{\"type\":\"note\",\"text\":\"looked fine to me\"}\n".utf8) },
        ]
    }

    private static var foreign: [SimulatedStory] {
        [
            harmed(
                "spliced-from-another-run", "The middle of another run was pasted into this one.",
                "Its lines are whole records of the same plan, and its checkpoints are those of another file.",
                "Told as changed: a capture cannot be made of two."
            ) { lines in
                let other = Lines(try otherRun())
                return Lines.joined(
                    Array(lines.all[..<lines.index(0.4)]) + Array(other.all[lines.index(0.4)...]))
            },
            harmed(
                "saved-with-crlf", "An editor on another system changed every line end.", "Each line ends in CR LF.",
                "It is refused, with what to do about it."
            ) { lines in
                lines.all.flatMap { $0 + [0x0D, 0x0A] }
            },
            harmed(
                "byte-order-mark", "An editor put a byte order mark in front.",
                "The file begins with EF BB BF.", "It is refused, and the mark is named."
            ) { [0xEF, 0xBB, 0xBF] + $0.bytes },
            harmed(
                "from-the-future", "A capture of a later version of the format.", "Its header says version 99.",
                "It is refused with a sentence, not with a wrong verdict."
            ) { lines in
                lines.with(line: 0) { line in
                    var text = String(decoding: line, as: UTF8.self)
                    text.replace("\"version\":1,", with: "\"version\":99,", maxReplacements: 1)
                    line = Array(text.utf8)
                }
            },
            harmed(
                "requires-the-unknown", "A capture that requires a feature which this program does not have.",
                "Its header names it in requires.", "It is refused and the feature is named."
            ) { lines in
                lines.with(line: 0) { line in
                    var text = String(decoding: line, as: UTF8.self)
                    text.replace("\"requires\":[]", with: "\"requires\":[\"telepathy\"]", maxReplacements: 1)
                    line = Array(text.utf8)
                }
            },
            harmed(
                "line-of-two-mebibytes", "A record of two mebibytes, compressed to almost nothing.",
                "The line is longer than any record may be.", "It is refused at the limit, before memory is."
            ) { lines in
                var all = lines.all
                let long = "{\"type\":\"result\",\"t\":1,\"probe\":\"" + String(repeating: "x", count: 2 << 20) + "\"}"
                all.insert(Array(long.utf8), at: lines.index(0.5))
                return try gzip(Lines.joined(all))
            },
            harmed(
                "not-a-capture", "Somebody named another file like a capture.", "It is a page of HTML.",
                "It is refused as what it is not."
            ) { _ in Array("<!doctype html>\n<title>403 Forbidden</title>\n".utf8) },
        ]
    }

    private static func otherRun() throws -> [UInt8] {
        try SimulatedStory("other", []) {
            $0.plan = "bufferbloat"
            $0.settings = [("streams", "2"), ("load", "5s")]
            $0.seed = 99
        }.capture()
    }

    /// gzip(1) without a name and time, so that the same bytes come out.
    private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "linecheck-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-9", "-n", "-c", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let packed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(packed)
    }
}

/// A capture as lines, to harm some of them.
struct Lines {
    let bytes: [UInt8]
    /// Without their line ends.
    let all: [[UInt8]]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        all = bytes.split(separator: 0x0A).map(Array.init)
    }

    static func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

    /// The first sample at or behind that share of the lines; the header for 0.
    func index(_ share: Double) -> Int {
        let start = Int(Double(all.count) * share)
        guard start > 0 else { return 0 }
        let isSample: ([UInt8]) -> Bool = { $0.starts(with: Array("{\"type\":\"sample\"".utf8)) }
        return all[start...].firstIndex(where: isSample) ?? start
    }

    /// Everything up to and without the line at that share.
    func first(_ share: Double) -> [UInt8] { Self.joined(Array(all[..<index(share)])) }

    func with(line share: Double, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var lines = all
        change(&lines[index(share)])
        return Self.joined(lines)
    }
}
