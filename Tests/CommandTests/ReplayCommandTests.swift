import Foundation
import Glibc
import LinecheckJSON
import Testing

@Suite struct ReplayCommandTests {
    private let workplace = Workplace()

    @Test func `a capture is reproduced, byte for byte`() throws {
        let ended = try Linecheck.call("replay", workplace.put(SharedCapture.graded.get(), "a.capture.jsonl"))
        #expect(ended.status == 0)
        #expect(ended.stdout.contains("reproduced, byte for byte: bufferbloat "))
        #expect(ended.stderr.isEmpty)
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because another user and network want root
    func `a replay needs no network and no rights`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        let ended = try Running(
            Linecheck.asNobody([try workplace.program(), "replay", path]), environment: ["HOME": "/nowhere"]
        ).wait()
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stdout.contains("reproduced"))
    }

    @Test func `one changed round trip is found: field, both values, metric and lines`() throws {
        var edited = 0
        let bytes = Reseal.capture(try SharedCapture.graded.get()) { number, line in
            guard edited == 0, line.hasPrefix("{\"type\":\"sample\",\"probe\":\"internet\",\"seq\":5,"),
                let rtt = line.firstMatch(of: /"rtt":\d+/)
            else { return line }
            edited = number
            return line.replacingCharacters(in: rtt.range, with: "\"rtt\":700000000")
        }
        #expect(edited > 0)
        let ended = try Linecheck.call("replay", "--json", workplace.put(bytes, "a.capture.jsonl"))
        #expect(ended.status == 7)
        let result = try ended.json()
        #expect(result["result"]?.string == "differs")
        let difference = try #require(result["difference"])
        #expect(difference["replayed"]?.string?.isEmpty == false)
        #expect(difference["recorded"]?.string != difference["replayed"]?.string)
        let lines = difference["lines"]?.array?.compactMap(\.integer) ?? []
        try #require(lines.count == 2)
        #expect(lines[0] <= Int64(edited) && Int64(edited) <= lines[1])
        let text = try Linecheck.call("replay", workplace.path("a.capture.jsonl"))
        #expect(text.status == 7)
        #expect(
            text.stdout.contains(/a\.capture\.jsonl: differs: \/\S+ was .+, is now .+ \(lines \d+–\d+\)/),
            "\(text.stdout)")
    }

    @Test func `a changed grade names the metric that it rests on`() throws {
        let bytes = Reseal.capture(try SharedCapture.graded.get()) { _, line in
            guard line.hasPrefix("{\"type\":\"sample\",\"probe\":\"internet\""),
                let rtt = line.firstMatch(of: /"rtt":(\d+)/),
                let sent = line.firstMatch(of: /"t":(\d+)/), let moment = Int64(sent.1), moment > 1_200_000_000
            else { return line }
            return line.replacingCharacters(in: rtt.range, with: "\"rtt\":\((Int64(rtt.1) ?? 0) + 100_000_000)")
        }
        let ended = try Linecheck.call("replay", workplace.put(bytes, "a.capture.jsonl"))
        #expect(ended.status == 7)
        #expect(
            ended.stdout.contains(
                /differs: \/grades\/bufferbloat\/grade was "[AB]\+?", is now "[CDF]", since internet\.download\.rtt\.p50 was \d+, is now \d+ \(lines/
            ), "\(ended.stdout)")
    }

    @Test func `a changed transition is found at its line`() throws {
        let bytes = Reseal.capture(try SharedCapture.graded.get()) { _, line in
            line.hasPrefix("{\"type\":\"phase\"") && line.contains("\"upload\",\"state\":\"completed\"")
                ? line.replacing("completed", with: "cancelled") : line
        }
        let ended = try Linecheck.call("replay", workplace.put(bytes, "a.capture.jsonl"))
        #expect(ended.status == 7)
        #expect(ended.stdout.contains("differs: phase was upload cancelled at "))
        #expect(ended.stdout.contains("is now upload completed at "))
    }

    @Test func `flipped bits are noticed wherever they are, and told with line and byte`() throws {
        let whole = try SharedCapture.graded.get()
        var generator = SeededGenerator(seed: 8)
        for number in 0..<12 {
            var bytes = whole
            // The header's version alone says "newer" instead of "damaged" when it is changed.
            let place = Int.random(in: 200..<bytes.count, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let ended = try Linecheck.call("replay", workplace.put(bytes, "\(number).capture.jsonl"))
            #expect(ended.status == 8, "byte \(place): \(ended.stdout)\(ended.stderr)")
            #expect(ended.stderr.contains(#/\d+\.capture\.jsonl:\d+:/#), "byte \(place): \(ended.stderr)")
            #expect(ended.stdout.isEmpty)
        }
    }

    @Test func `a changed header is told by its checksum, not by what its rules have become`() throws {
        let whole = try SharedCapture.graded.get()
        let text = String(decoding: whole, as: UTF8.self)
        let first = try #require(text.firstRange(of: "\"grade\":\"A+\""))
        let edited = text.replacingCharacters(in: first, with: "\"grape\":\"A+\"")
        let ended = try Linecheck.call("replay", workplace.put(edited, "a.capture.jsonl"))
        #expect(ended.status == 8)
        #expect(ended.stderr.contains("the checksum does not fit: something in lines 1 to "))
        // Where somebody made the checksums fit again, the header itself is to blame.
        let sealed = Reseal.capture(Array(edited.utf8)) { _, line in line }
        let resealed = try Linecheck.call("replay", workplace.put(sealed, "b.capture.jsonl"))
        #expect(resealed.status == 8)
        #expect(
            resealed.stderr.contains("b.capture.jsonl:1: byte 0: the plan or the rules in its header cannot be used"))
    }

    @Test func `a capture that was cut off is damaged, and judged as partial when asked`() throws {
        let whole = try SharedCapture.graded.get()
        let path = try workplace.put(Array(whole.prefix(whole.count / 2)), "a.capture.jsonl")
        let plain = try Linecheck.call("replay", path)
        #expect(plain.status == 8)
        let recovered = try Linecheck.call("replay", "--recover", path)
        #expect(recovered.status == 6)
        #expect(recovered.stdout.hasPrefix("short-bufferbloat, recovered in part: "))
        let report = try Linecheck.call("report", path)
        #expect(report.status == 8)
        #expect(try Linecheck.call("report", "--recover", path).stdout == recovered.stdout)
        #expect(try Linecheck.call("check", path).status == 8)
    }

    @Test func `a verdict by a newer version of judging is refused with a sentence`() throws {
        let bytes = Reseal.capture(try SharedCapture.idle.get()) { _, line in
            line.replacing("{\"type\":\"verdict\",\"judge\":1,", with: "{\"type\":\"verdict\",\"judge\":99,")
        }
        let ended = try Linecheck.call("replay", workplace.put(bytes, "a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("judged by version 99 of judging"))
        #expect(ended.stderr.contains("update linecheck"))
    }

    @Test func `a newer format is refused with a sentence`() throws {
        let bytes = Reseal.capture(try SharedCapture.idle.get()) { _, line in
            line.replacing("{\"type\":\"capture\",\"version\":1,", with: "{\"type\":\"capture\",\"version\":2,")
        }
        let ended = try Linecheck.call("replay", workplace.put(bytes, "a.capture.jsonl"))
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("in version 2 of the format"))
    }

    @Test func `without a recorded verdict the new one decides`() throws {
        let lines = try SharedCapture.idle.get().split(separator: 0x0A).dropLast()
        let path = try workplace.put(lines.flatMap { $0 + [0x0A] }, "a.capture.jsonl")
        let ended = try Linecheck.call("replay", path)
        #expect(ended.status == 0, "\(ended.stderr)")
        #expect(ended.stderr.contains("holds no verdict to compare with"))
        #expect(ended.stdout.hasPrefix("idle-only: "))
    }

    @Test func `other rules show old and new, and their status is the new verdict's`() throws {
        let path = try workplace.put(SharedCapture.graded.get(), "a.capture.jsonl")
        let shown = try Linecheck.call("plans", "--show", "bufferbloat-1").stdout
        let rules = try workplace.put(
            shown.replacing("\"max(download_rise, upload_rise)\"", with: "\"max(download_rise, upload_rise) + 1s\""),
            "rules.json")
        let ended = try Linecheck.call("replay", "--rules", rules, path)
        #expect(ended.status == 0)
        #expect(
            ended.stdout.contains(
                #/grade bufferbloat +[AB]\+? → F\s+max\(download_rise, upload_rise\) \+ 1s\s+is/#))
        #expect(workplace.bytes("a.capture.jsonl") == (try SharedCapture.graded.get()))
        let json = try Linecheck.call("replay", "--rules", rules, path, "--json").json()
        #expect(json["changes"]?.array?.first?["new"]?.string == "F")
    }

    @Test func `a folder is replayed whole, in the order of its names, and counted`() throws {
        let whole = try SharedCapture.idle.get()
        try FileManager.default.createDirectory(
            atPath: workplace.path("all/below"), withIntermediateDirectories: true)
        try workplace.put(whole, "all/b.capture.jsonl")
        try workplace.put(whole, "all/below/c.capture.jsonl")
        try workplace.put(Array(whole.dropLast(200)), "all/a.capture.jsonl.partial")
        try workplace.put("no capture", "all/notes.txt")
        let ended = try Linecheck.call("replay", workplace.path("all"))
        #expect(ended.status == 8)
        let lines = ended.stdout.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.contains("all/b.capture.jsonl: reproduced") == true)
        #expect(lines.dropFirst().first?.contains("all/below/c.capture.jsonl: reproduced") == true)
        #expect(lines.last == "3 captures: 2 reproduced, 1 damaged")
        let json = try Linecheck.call("replay", "--json", workplace.path("all")).json()
        #expect(json["captures"]?.array?.count == 3)
        #expect(json["counts"]?["damaged"]?.integer == 1)
    }

    @Test func `a folder that leads back into itself is walked once`() throws {
        try FileManager.default.createDirectory(atPath: workplace.path("all"), withIntermediateDirectories: true)
        try workplace.put(SharedCapture.idle.get(), "all/a.capture.jsonl")
        try FileManager.default.createSymbolicLink(
            atPath: workplace.path("all/again"), withDestinationPath: workplace.path("all"))
        #expect(try Linecheck.call("replay", workplace.path("all")).stdout.hasSuffix("1 capture: 1 reproduced\n"))
    }

    @Test(.enabled(if: Linecheck.mayIsolate))  // skipped, because root must become somebody who may not read
    func `a folder that may not be read is not an empty one`() throws {
        try FileManager.default.createDirectory(
            atPath: workplace.path("all/secret"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        chmod(workplace.path("all"), 0o755)
        try workplace.put(SharedCapture.idle.get(), "all/a.capture.jsonl")
        let ended = try Running(
            Linecheck.asNobody([workplace.program(), "replay", workplace.path("all")], newNetwork: false)
        ).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("all/secret cannot be read: Permission denied"))
    }

    @Test func `a folder without captures is an error`() throws {
        let ended = try Linecheck.call("replay", workplace.folder)
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("there is no capture in"))
    }

    @Test func `what is no capture is told from what is damaged and from what is not there`() throws {
        let text = try workplace.put("{ \"this\": \"is some other file\" }", "other.json")
        let wrong = try Linecheck.call("replay", text)
        #expect(wrong.status == 8)
        #expect(wrong.stderr.contains("its first line is no header"))
        let missing = try Linecheck.call("replay", workplace.path("none.capture.jsonl"))
        #expect(missing.status == 2)
        #expect(missing.stderr.contains("No such file or directory"))
        let folder = try Linecheck.call("report", workplace.folder)
        #expect(folder.status == 8)
        #expect(folder.stderr.contains("\(workplace.folder):1: byte 0: this is a directory, not a capture"))
    }

    /// Whoever cannot reach a socket cannot touch the network.
    @Test func `what replays and reports cannot reach sockets, probes, loads or runs`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        // A scratch folder of its own, since this test may run inside `swift test`, which holds the package's.
        let ended = try Running(
            ["swift", "package", "--package-path", root, "--scratch-path", workplace.path("scratch"), "dump-package"],
            environment: ["TMPDIR": workplace.folder]
        ).wait()
        let targets = try #require(try ended.json()["targets"]?.array, "\(ended.stderr)")
        var dependencies: [String: [String]] = [:]
        for target in targets {
            dependencies[target["name"]?.string ?? ""] = (target["dependencies"]?.array ?? []).compactMap {
                ($0["byName"] ?? $0["target"])?.array?.first?.string
            }
        }
        for start in ["LinecheckJudge", "LinecheckReplay", "LinecheckReport", "LinecheckPage"] {
            var reached: Set<String> = []
            var next = [start]
            while let name = next.popLast() {
                guard reached.insert(name).inserted else { continue }
                next += dependencies[name] ?? []
            }
            #expect(reached.contains("LinecheckCapture"), "\(start)")
            for far in [
                "LinecheckSockets", "LinecheckProbes", "LinecheckLoads", "LinecheckRunner", "CSockets", "COpenSSL",
            ] {
                #expect(dependencies[far] != nil || far.hasPrefix("C"), "\(far) has another name now")
                #expect(!reached.contains(far), "\(start) reaches \(far)")
            }
        }
    }
}
