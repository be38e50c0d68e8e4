import Foundation
import Testing

/// The picture of a run, looked at in a real terminal.
@Suite(.serialized, .enabled(if: Tmux.isInstalled))  // skipped, because there is no tmux
struct LiveTerminalTests {
    private let workplace = Workplace()

    private func command(_ plan: String = Plans.loaded, _ words: String = "") throws -> String {
        let plan = try workplace.put(plan, "plan.json")
        return "'\(Linecheck.path)' run '\(plan)' --loopback --concurrent -o '\(workplace.path("a.capture.jsonl"))' "
            + words
    }

    /// The rows of the only picture in these lines, without its figures: `["loaded", "idle", …]`.
    private func picture(_ lines: [String], named name: String = "loaded") -> [String] {
        guard let head = lines.firstIndex(where: { $0.hasPrefix("\(name)  0:") }) else { return [] }
        // A narrow picture has a line of heads besides.
        let words = lines[head...].prefix(7).map { $0.split(separator: " ").first.map(String.init) ?? "" }
        return Array(words.filter { $0 != "last" }.prefix(6))
    }

    private func pictures(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("loaded  0:") } }

    private static let rows = ["loaded", "idle", "download", "after", "near", "download"]

    @Test func `a run is a picture that stays when the run is over, followed by the verdict`() throws {
        let tmux = try Tmux(command())
        #expect(try tmux.shows("status 0"))
        let lines = try tmux.history()
        #expect(picture(lines) == Self.rows)
        #expect(pictures(lines) == 1, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  download  ███") && $0.contains("done in 1.") })
        #expect(lines.contains { $0.hasPrefix("  near ") && $0.hasSuffix("loss    0 %") })
        #expect(lines.contains { $0.hasPrefix("  download ") && $0.hasSuffix("bit/s") })
        #expect(lines.contains { $0.hasPrefix("loaded: not judged") })
        #expect(try tmux.isCursorVisible())
    }

    @Test func `forty columns during the run hold every line of the picture, and eighty afterwards`() throws {
        // A picture low on the screen, as below any prompt: what tmux moves into the scrollback is out of reach.
        let tmux = try Tmux("seq 24; " + command(Plans.loaded, "--set load=4s"))
        #expect(try tmux.shows("of 1 streams"))
        try tmux.resize(columns: 40)
        #expect(try tmux.shows("1/1"))
        let narrow = try tmux.screen()
        #expect(picture(narrow) == Self.rows, "\(narrow)")
        let heads = try #require(narrow.first { $0.hasSuffix("last      p50 loss") }, "\(narrow)")
        #expect(narrow.contains { $0.hasPrefix(" near ") && $0.hasSuffix("%") && $0.count == heads.count }, "\(narrow)")
        #expect(narrow.allSatisfy { $0.count < 40 || !$0.hasPrefix(" ") || $0.hasPrefix("    ") }, "\(narrow)")
        try tmux.resize(columns: 80)
        #expect(try tmux.shows("status 0"))
        let lines = try tmux.history()
        #expect(picture(lines) == Self.rows)
        #expect(pictures(lines) == 1, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  near ") && $0.hasSuffix("loss    0 %") })
    }

    @Test func `a window that was small for a while has one picture in the end`() throws {
        let tmux = try Tmux("seq 24; " + command(Plans.loaded, "--set load=4s"), columns: 100)
        #expect(try tmux.shows("of 1 streams"))
        try tmux.resize(columns: 40, rows: 5)
        usleep(500_000)
        try tmux.resize(columns: 100)
        #expect(try tmux.shows("status 0"))
        let lines = try tmux.history()
        #expect(pictures(lines) == 1, "\(lines)")
        #expect(lines.contains("24"), "what stood above is still there")
    }

    @Test func `an interrupted run leaves its picture, the words above it and a cursor`() throws {
        let tmux = try Tmux(command(Plans.loaded, "--set load=30s"))
        #expect(try tmux.shows("of 1 streams"))
        try tmux.keys("C-c")
        #expect(try tmux.shows("status 5"))
        let lines = try tmux.history()
        let said = try #require(lines.firstIndex { $0.hasPrefix("SIGINT: the run ends in order") })
        let head = try #require(lines.firstIndex { $0.hasPrefix("loaded  0:") })
        #expect(said < head)
        #expect(lines.contains { $0.contains("download was cut short: interrupted") })
        #expect(lines.contains { $0.hasPrefix("  download ") && $0.contains("cut short at") })
        #expect(lines.contains { $0.hasPrefix("  after ") && $0.hasSuffix("not run") })
        #expect(pictures(lines) == 1)
        #expect(!lines.contains { $0.contains("^C") })
        #expect(try tmux.isCursorVisible())
    }

    @Test func `a guard that aborts is said in words`() throws {
        let tmux = try Tmux(command(Plans.loaded, "--set cap=1MB --set then=abort --set load=30s"))
        #expect(try tmux.shows("status 4"))
        let lines = try tmux.history()
        #expect(lines.contains { $0.contains("guard data-cap: bytes of download is") })
        #expect(pictures(lines) == 1)
        #expect(try tmux.isCursorVisible())
    }

    @Test func `colours are used, and not with NO_COLOR`() throws {
        for (setting, isColoured) in [("", true), ("1", false)] {
            let workplace = Workplace()
            let plan = try workplace.put(Plans.long, "plan.json")
            let tmux = try Tmux(
                "'\(Linecheck.path)' run '\(plan)' --loopback --concurrent -o '\(workplace.path("b.capture.jsonl"))'",
                environment: ["NO_COLOR": setting])
            #expect(try tmux.shows("loss    0 %"))
            let styled = try tmux.styled()
            #expect(styled.contains("\u{1B}[") == isColoured, "\(styled)")
            try tmux.keys("C-c")
            #expect(try tmux.shows("status 5"))
        }
    }

    @Test func `a dumb terminal gets a line for each turn`() throws {
        let tmux = try Tmux("TERM=dumb " + command(Plans.idle))
        #expect(try tmux.shows("status 0"))
        let lines = try tmux.history()
        #expect(lines.contains("   0.0 s  idle running"))
        #expect(lines.contains { $0.hasSuffix("idle completed") })
        #expect(!lines.contains { $0.contains("█") })
    }

    @Test func `without UTF-8 the picture is ASCII`() throws {
        let tmux = try Tmux("LC_ALL=C " + command(Plans.idle))
        #expect(try tmux.shows("status 0"))
        let lines = try tmux.history()
        #expect(lines.contains { $0.hasPrefix("  idle  ####") })
        #expect(lines.joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `a run that was stopped and goes on leaves the shell's lines alone`() throws {
        let tmux = try Tmux("bash --norc --noprofile -i")
        try tmux.keys("PS1='$ '", "Enter")
        try tmux.keys("-l", command(Plans.loaded, "--set load=4s"))
        try tmux.keys("Enter")
        #expect(try tmux.shows("of 1 streams"))
        try tmux.keys("C-z")
        #expect(try tmux.shows("Stopped"))
        try tmux.keys("fg", "Enter")
        #expect(try tmux.shows("capture:"))
        let lines = try tmux.history()
        #expect(lines.contains { $0.contains("Stopped") })
        #expect(pictures(lines) == 2, "\(lines)")
    }
}
