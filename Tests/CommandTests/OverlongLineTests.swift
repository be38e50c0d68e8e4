import Foundation
import LinecheckJSON
import Testing

/// A line that never ends is refused at the limit, whatever would have followed.
@Suite struct OverlongLineTests {
    private static let python = "/usr/bin/env"
    private static let hasPython = (try? Running([python, "python3", "-c", ""]).wait().status) == 0

    /// Feeds up to ten gigabytes, and tells what was taken, how the command ended and its peak memory.
    private static let feeder = """
        import json, resource, subprocess, sys
        command = subprocess.Popen([sys.argv[1], "replay", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        taken = 0
        try:
            command.stdin.write(sys.argv[2].encode())
            for _ in range(160_000):
                taken += command.stdin.write(b"x" * 65_536)
        except BrokenPipeError:
            pass
        reason = command.stderr.read().decode()
        status = command.wait()
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        print(json.dumps({"taken": taken, "status": status, "peak": peak, "reason": reason}))
        """

    /// *skipped, because* the feeder is a Python program and there is no Python.
    @Test(.enabled(if: hasPython), arguments: [false, true])
    func `ten gigabytes without a line end are refused at the limit, in less than 64 MB`(inHeader: Bool) throws {
        let capture = try SharedCapture.graded.get()
        let start =
            inHeader ? "{\"type\":\"capture\",\"x\":\"" : String(decoding: capture.prefix(20_000), as: UTF8.self)
        let ended = try Running([Self.python, "python3", "-c", Self.feeder, Linecheck.path, start]).wait()
        let told = try ended.json()
        #expect(told["status"]?.integer == 8)
        #expect(told["reason"]?.string?.contains("longer than \(inHeader ? 16 : 1) MiB, which no record is") == true)
        #expect(try #require(told["taken"]?.integer) < 20 << 20)
        // Of a debug build; the program itself is 15 MB of it.
        #expect(try #require(told["peak"]?.integer) < 64 << 20)
    }
}
