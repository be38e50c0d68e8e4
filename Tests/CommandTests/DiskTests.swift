import Foundation
import LinecheckJSON
import Testing

/// A disk that fails in the middle of a run: the run goes on, says so at once, and its status tells that the record is incomplete.
@Suite(.serialized) struct DiskTests {
    private let workplace = Workplace()

    private static let hasCompiler = (try? Running(["cc", "--version"]).wait().status) == 0

    /// fsync(2) that fails with EIO once a run has begun, which takes two calls: for the header, and for the folder.
    private static let failing = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        int fsync(int fd) {
            static int calls;
            if (calls++ > 2) { errno = EIO; return -1; }
            return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd);
        }
        """

    /// *skipped, because* there is no C compiler to make a failing fsync of.
    @Test(.enabled(if: hasCompiler))
    func `a failing fsync is said at once, and the status tells it`() throws {
        let source = try workplace.put(Self.failing, "fsync.c")
        let library = workplace.path("fsync.so")
        #expect(try Running(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"]).wait().status == 0)
        let path = workplace.path("a.capture.jsonl")
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.run(plan, "-o", path, environment: ["LD_PRELOAD": library])
        #expect(ended.stderr.contains("Input/output error"), "\(ended.stderr)")
        #expect(ended.status == 6, "\(ended.stderr)")
        // What the kernel took is all there, and can be read.
        #expect(try Linecheck.call("replay", path).status == 0)
        let notes = try Linecheck.call("replay", path, "--json").json()["verdict"]?["notes"]?.array ?? []
        let told = notes.filter { $0.string?.contains("may not be on the disk") == true }
        #expect(told.count == 1 && told.first?.string?.contains("Input/output error") == true, "\(notes)")
    }

    @Test func `a folder that vanishes in mid-run is said, and the status tells it`() throws {
        let folder = workplace.path("gone")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let plan = try workplace.put(Plans.loaded, "plan.json")
        let running = try Linecheck.start(plan, ["-o", folder + "/a.capture.jsonl"])
        while (try? FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) != false { usleep(20_000) }
        usleep(300_000)
        try FileManager.default.removeItem(atPath: folder)
        let ended = running.wait()
        #expect(ended.status == 6, "\(ended.stderr)")
        #expect(ended.stderr.contains("No such file or directory"), "\(ended.stderr)")
    }

    /// *skipped, because* a read-only file system wants root to mount it.
    @Test(.enabled(if: Linecheck.mayIsolate))
    func `a read-only folder refuses the run before its first packet`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let folder = workplace.path("ro")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o ro none '\(folder)'
            '\(Linecheck.path)' run '\(plan)' --loopback --concurrent -o '\(folder)/a.capture.jsonl'
            """
        let ended = try Running(["unshare", "--mount", "sh", "-c", script]).wait()
        #expect(ended.status == 2, "\(ended.status) \(ended.stderr)")
        #expect(ended.stderr.contains("Read-only file system"), "\(ended.stderr)")
        #expect(ended.stdout.isEmpty)
    }

    @Test func `two runs never write to one file`() throws {
        let plan = try workplace.put(Plans.idle, "plan.json")
        let path = workplace.path("a.capture.jsonl")
        let runs = try (0..<4).map { _ in try Linecheck.start(plan, ["-o", path]) }
        let ended = runs.map { $0.wait() }
        #expect(ended.count { $0.status == 0 } == 1, "\(ended.map(\.status))")
        #expect(try Linecheck.call("replay", path).status == 0)
        #expect(workplace.names == ["a.capture.jsonl", "plan.json"])
    }
}
