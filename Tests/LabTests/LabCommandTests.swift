import Glibc
import LinecheckLab
import LinecheckLines
import Testing

extension LabTests {
    @Suite struct `The command for plan authors` {
        @Test func `a plan runs on a line, the truth is told beside the verdict, and nothing is left`() throws {
            let capture = "/tmp/\(LabNetwork.namePrefix)-command-\(getpid()).capture.jsonl"
            defer { unlink(capture) }
            let lab = try Child([
                Program.find(), "lab", "uplink-queue", "--", "run", "bufferbloat", "--set", "load=4s", "-o", capture,
            ])
            let status = try lab.wait(within: .seconds(60))
            #expect(status == 0, "\(lab.errors)")
            #expect(lab.output.contains("Where the queue is"))
            #expect(lab.errors.contains("the truth of the line uplink-queue"))
            #expect(lab.errors.contains("  queue: uplink-queue, certain"))
            #expect(Self.namespaces(of: lab) == [])
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a signal ends the run in order, and the line with it`(number: Int32) throws {
            let capture = "/tmp/\(LabNetwork.namePrefix)-signal-\(getpid()).capture.jsonl"
            defer { unlink(capture) }
            let lab = try Self.started(capture)
            kill(lab.process, number)
            let status = try lab.wait(within: .seconds(30))
            #expect(status == 5, "\(lab.errors)")
            #expect(Self.namespaces(of: lab) == [])
            #expect(try Child([Program.find(), "check", capture]).wait(within: .seconds(10)) == 0)
        }

        @Test func `a run that is killed takes its line with it`() throws {
            let capture = "/tmp/\(LabNetwork.namePrefix)-kill-\(getpid()).capture.jsonl"
            defer { unlink(capture) }
            let lab = try Self.started(capture)
            let client = try #require(Self.namespaces(of: lab).first { $0.hasSuffix("-client") })
            let runs = try Child.run(["ip", "netns", "pids", client]).split(separator: "\n").compactMap { pid_t($0) }
            #expect(!runs.isEmpty)
            for process in runs { kill(process, SIGKILL) }
            let status = try lab.wait(within: .seconds(30))
            #expect(status == 5, "\(lab.errors)")
            #expect(lab.errors.contains("ended by signal 9"))
            #expect(Self.namespaces(of: lab) == [])
        }

        @Test func `a signal while the line is built leaves nothing`() throws {
            let lab = try Child([Program.find(), "lab", "far-server", "--", "run", "bufferbloat", "-o", "/dev/null"])
            for _ in 0..<500 where Self.namespaces(of: lab).isEmpty { usleep(2_000) }
            kill(lab.process, SIGINT)
            #expect(try lab.wait(within: .seconds(30)) == 5, "\(lab.errors)")
            #expect(Self.namespaces(of: lab) == [])
        }

        private static func started(_ capture: String) throws -> Child {
            let lab = try Child([
                Program.find(), "lab", "far-server", "--", "run", "bufferbloat", "--set", "load=20s", "-o", capture,
            ])
            try lab.wait(toSay: "baseline running")
            usleep(500_000)
            return lab
        }

        private static func namespaces(of lab: Child) -> [String] {
            NamedNamespace.all().filter { $0.hasPrefix("\(LabNetwork.namePrefix)-\(lab.process)-") }
        }
    }
}

@Suite struct LabCommandLineTests {
    @Test func `the list names every line`() throws {
        let output = try Child.run([Program.find(), "lab", "--list"])
        // A long title goes on in a line that begins with spaces.
        let rows = output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        let names = rows.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == BundledLine.all.map(\.name))
    }

    @Test(arguments: [
        (["uplink-queu", "--", "run", "bufferbloat"], "did you mean uplink-queue?"),
        (["uplink-queue", "--", "run", "bufferblot"], "did you mean \"bufferbloat\"?"),
        (["uplink-queue", "--", "replay", "last"], "what to run on it"), (["uplink-queue"], "what to run on it"),
        (["uplink-queue", "--", "run", "-"], "give it as a file"), (["--list", "clean"], "takes no operands"),
    ])
    func `what cannot be run is refused before anything is built`(words: [String], told: String) throws {
        let child = try Child([try Program.find(), "lab"] + words)
        #expect(try child.wait(within: .seconds(10)) == 2)
        #expect(child.errors.contains(told), "\(child.errors)")
        #expect(!NamedNamespace.all().contains { $0.hasPrefix("\(LabNetwork.namePrefix)-\(child.process)-") })
    }
}
