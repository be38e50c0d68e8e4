import Foundation
import Testing

/// What is named and is no file: nobody waits for a pipe's other end.
@Suite struct NoFileTests {
    private let workplace = Workplace()

    /// timeout(1) says 124 for a command that hangs.
    private func call(_ words: [String]) throws -> Ended {
        try Running(["timeout", "20", Linecheck.path] + words).wait()
    }

    @Test(arguments: [
        ["replay", "@"], ["replay", "--recover", "@"], ["check", "@"], ["report", "@"], ["compare", "@", "+"],
        ["export", "@", "--to", "influx"], ["redact", "@"], ["recover", "@"], ["history", "@"], ["explain", "@"],
        ["run", "@"], ["replay", "--rules", "@", "last"],
    ])
    func `a named pipe, a socket and a device are refused with what they are`(_ words: [String]) throws {
        let pipe = workplace.path("pipe.capture.jsonl")
        #expect(mkfifo(pipe, 0o600) == 0)
        let socket = workplace.path("s.capture.jsonl")
        let made = try Running([
            "python3", "-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", socket,
        ])
        let hasSocket = made.wait().status == 0
        let whole = try workplace.put(SharedCapture.idle.get(), "whole.capture.jsonl")
        let kinds = [(pipe, "named pipe"), ("/dev/zero", "device")] + (hasSocket ? [(socket, "socket")] : [])
        for (path, kind) in kinds {
            let ended = try call(words.map { $0 == "@" ? path : $0 == "+" ? whole : $0 })
            // A history goes on with the next capture, and says of this one what it is.
            #expect(
                [2, 8].contains(ended.status) || words[0] == "history",
                "\(words) \(path): \(ended.status) \(ended.stderr)")
            let isTold = ended.stderr.contains(kind) || words.first == "history"
            #expect(isTold || words.contains("last"), "\(words) \(path): \(ended.stderr)")
        }
        if ["replay", "report"].contains(words[0]), !words.contains("last") {
            #expect(try call(words.map { $0 == "@" ? pipe : $0 }).status == 8)
        }
    }

    @Test(arguments: [
        ["replay", "@"], ["replay", "--recover", "@"], ["check", "@"], ["report", "@"],
        ["export", "@", "--to", "influx"],
        ["redact", "@"], ["recover", "@"],
    ])
    func `what is named as a capture and is none is told with line and byte, and the status is 8`(_ words: [String])
        throws
    {
        let pipe = workplace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let folder = workplace.path("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let mark = try workplace.put([0xEF, 0xBB, 0xBF] + SharedCapture.idle.get(), "mark.capture.jsonl")
        let empty = try workplace.put("", "empty.capture.jsonl")
        let binary = try workplace.put([0x7F, 0x45, 0x4C, 0x46, 0x00], "binary.capture.jsonl")
        // A folder is all captures in it for replay.
        let paths = [pipe, "/dev/null", mark, empty, binary] + (words[0] == "replay" ? [] : [folder])
        for path in paths {
            let ended = try call(words.map { $0 == "@" ? path : $0 })
            #expect(ended.status == 8, "\(words) \(path): \(ended.stderr)")
            #expect(ended.stderr.contains("\(path):1: byte 0: "), "\(words) \(path): \(ended.stderr)")
        }
    }

    @Test func `what a shell hands over as a file is read`() throws {
        let path = try workplace.put(SharedCapture.idle.get(), "a.capture.jsonl")
        for script in [
            "'\(Linecheck.path)' replay <(cat '\(path)')", "'\(Linecheck.path)' replay /dev/stdin < '\(path)'",
        ] {
            let ended = try Running(["timeout", "20", "bash", "-c", script]).wait()
            #expect(ended.status == 0, "\(script): \(ended.stderr)")
        }
    }

    @Test(arguments: [
        ["replay", "@", "--junit", "|"], ["report", "@", "--format", "html", "-o", "|", "--force"],
        ["export", "@", "--to", "influx", "-o", "|"], ["redact", "@", "-o", "|"], ["recover", "@", "-o", "|"],
        ["redact", "@", "-o", "b", "--map", "|"],
    ])
    func `an output through a pipe that nobody reads is refused`(_ words: [String]) throws {
        let path = try workplace.put(SharedCapture.idle.get(), "a.capture.jsonl")
        let pipe = workplace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let swaps = ["@": path, "|": pipe, "b": workplace.path("b")]
        let ended = try call(words.map { swaps[$0] ?? $0 })
        #expect([2, 6].contains(ended.status), "\(words): \(ended.status) \(ended.stderr)")
        #expect(ended.stderr.contains(pipe), "\(ended.stderr)")
    }

    @Test func `an output through a pipe that somebody reads is theirs`() throws {
        let path = try workplace.put(SharedCapture.idle.get(), "a.capture.jsonl")
        let pipe = workplace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let script =
            "timeout 20 cat '\(pipe)' & sleep 0.5; '\(Linecheck.path)' replay '\(path)' --junit '\(pipe)' >&2; wait"
        let ended = try Running(["timeout", "30", "bash", "-c", script]).wait()
        #expect(ended.stdout.contains("<testsuite"), "\(ended.stderr)")
    }
}
