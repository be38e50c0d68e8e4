import Testing

@Suite struct HelpTests {
    private let workplace = Workplace()
    private static let commands = [
        "run", "replay", "report", "compare", "history", "monitor", "check", "explain", "new", "plans", "serve", "lab",
        "recover", "redact", "schema", "export", "completion",
    ]

    @Test(arguments: commands)
    func `the help of each command fits a screen and shows two examples`(_ command: String) throws {
        let ended = try Linecheck.call(command, "--help")
        #expect(ended.status == 0)
        #expect(ended.stderr.isEmpty)
        let lines = ended.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 24)
        for line in lines { #expect(line.count <= 80, "\(line)") }
        #expect(lines.count { $0.hasPrefix("  linecheck \(command)") } == 2)
        #expect(lines.contains { $0.hasPrefix("usage: linecheck \(command)") })
        #expect(try Linecheck.call("help", command).stdout == ended.stdout)
    }

    @Test func `the help of monitor names every flag that it takes`() throws {
        let help = try Linecheck.call("monitor", "--help").stdout
        for flag in ["--loopback", "--concurrent"] { #expect(help.contains("\n  \(flag) "), "\(flag)") }
    }

    @Test func `what explain and run tell of a plan fits 80 columns, and a load that grows has no number of streams`()
        throws
    {
        let plan = try Linecheck.call("plans", "--show", "bufferbloat").stdout
            .replacing("\"streams\": \"${streams}\"", with: "\"streams\": \"auto\"")
        let text = try Linecheck.call("explain", workplace.put(plan, "growing.json")).stdout
        #expect(text.contains("1 to 16 streams"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("://") })
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func `the overview fits a screen and names every command`(_ words: [String]) throws {
        let ended = try Running([Linecheck.path] + words).wait()
        #expect(ended.status == 0)
        let lines = ended.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 24)
        for line in lines { #expect(line.count <= 80, "\(line)") }
        let rare = try #require(lines.first { $0.hasPrefix("  and less often: ") })
        for command in Self.commands {
            #expect(lines.contains { $0.hasPrefix("  \(command) ") } || rare.contains(" \(command)"))
        }
    }

    @Test func `without a word the overview goes to standard error`() throws {
        let ended = try Running([Linecheck.path]).wait()
        #expect(ended.status == 2)
        #expect(ended.stdout.isEmpty)
        #expect(ended.stderr.contains("usage: linecheck COMMAND"))
    }

    @Test func `the version is one line`() throws {
        let ended = try Linecheck.call("--version")
        #expect(ended.status == 0)
        #expect(ended.stdout.wholeMatch(of: /linecheck \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        (["runn"], "did you mean linecheck run?"), (["help", "replya"], "did you mean linecheck replay?"),
        (["zzz"], "see linecheck --help"), (["replay", "--recovr", "x"], "did you mean --recover?"),
        (["plans", "health"], "takes no operands"), (["plans", "--show", "helth"], "bundled are bufferbloat, health"),
        (["schema", "weather"], "there is no schema of \"weather\""), (["check"], "takes FILE…"),
    ])
    func `a word that is not known is answered with the nearest that is`(_ words: [String], _ hint: String) throws {
        let ended = try Running([Linecheck.path] + words).wait()
        #expect(ended.status == 2)
        #expect(ended.stderr.contains(hint), "\(ended.stderr)")
        #expect(ended.stdout.isEmpty)
    }
}
