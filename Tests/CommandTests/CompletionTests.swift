import Foundation
import Testing

/// Completions and the manual, tried in the programs that they are for.
@Suite struct CompletionTests {
    private let workplace = Workplace()

    private static func isInstalled(_ program: String) -> Bool {
        (try? Running(["sh", "-c", "command -v \(program)"]).wait().status) == 0
    }

    private func script(_ kind: String) throws -> String {
        let ended = try Linecheck.call("completion", kind)
        #expect(ended.status == 0)
        return try workplace.put(ended.bytes, "completion.\(kind)")
    }

    /// What bash offers for the last of these words, in a folder with `my-plan.json`.
    private func bash(_ words: [String]) throws -> [String] {
        try workplace.put("{}", "my-plan.json")
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let ended = try Running([
            "bash", "--norc", "-c",
            """
            cd '\(workplace.folder)' && source '\(script("bash"))' && COMP_WORDS=(linecheck \(list))
            COMP_CWORD=\(words.count) && _linecheck && printf '%s\\n' "${COMPREPLY[@]}"
            """,
        ]).wait()
        #expect(ended.stderr.isEmpty, "\(ended.stderr)")
        return ended.stdout.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        (["hist"], ["history"]), (["run", "buf"], ["bufferbloat"]), (["run", "my"], ["my-plan.json"]),
        (["run", "--lo"], ["--loopback"]), (["run", "--rules", "health"], ["health-1"]), (["replay", "la"], ["last"]),
        (["schema", "r"], ["rules"]), (["lab", "uplink-queue-"], ["uplink-queue-ipv6"]), (["run", "--set", "x"], []),
        (["completion", "z"], ["zsh"]), (["run", "-o", "my"], ["my-plan.json"]), (["lab", "--br"], []),
        (["report", "--format", ""], ["text", "html", "json", "md", "svg", "csv"]),
        (["run", "--server", "cl"], ["cloudflare"]),
        (["help", "comp"], ["compare", "completion"]), (["help", "ex"], ["explain", "export", "exit"]),
        (["export", "--to", ""], ["prometheus", "otlp", "influx"]), (["report", "las"], ["last"]),
        (["export", "x", "--to", "o"], ["otlp"]), (["compare", "last", "la"], ["last"]),
    ])
    func `bash completes commands, flags, bundled names and files`(_ words: [String], _ offers: [String]) throws {
        #expect(try bash(words) == offers)
    }

    @Test(.enabled(if: isInstalled("fish")))  // skipped, because there is no fish
    func `fish completes commands, flags, bundled names and files`() throws {
        try workplace.put("{}", "my-plan.json")
        let script = try script("fish")
        func offers(_ line: String) throws -> [String] {
            let ended = try Running([
                "fish", "--no-config", "-c",
                "cd '\(workplace.folder)'; source '\(script)'; complete -C 'linecheck \(line)'",
            ]).wait()
            #expect(ended.stderr.isEmpty, "\(ended.stderr)")
            return ended.stdout.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try offers("hist") == ["history"])
        #expect(try offers("run buf") == ["bufferbloat"])
        #expect(try offers("run my") == ["my-plan.json"])
        #expect(try offers("run --lo") == ["--loopback"])
        #expect(try offers("run --rules health") == ["health-1"])
        #expect(try offers("schema r") == ["rules"])
        #expect(try offers("replay run --ju") == ["--junit"])
        #expect(try offers("report --format ") == ["csv", "html", "json", "md", "svg", "text"])
        #expect(try offers("run --server cl") == ["cloudflare"])
        #expect(try offers("help comp") == ["compare", "completion"])
        #expect(try offers("export --to ") == ["influx", "otlp", "prometheus"], "and no file")
        #expect(try offers("report ") == ["last", "completion.fish", "my-plan.json"].sorted())
        #expect(try offers("report --he") == ["--help"])
    }

    /// zsh completes on a terminal only.
    @Test(.enabled(if: Tmux.isInstalled && isInstalled("zsh")))  // skipped, because there is no zsh or tmux
    func `zsh completes commands, flags, bundled names and files`() throws {
        try workplace.put("{}", "my-plan.json")
        let script = try script("zsh")
        for (typed, completed) in [
            ("hist", "history"), ("run buf", "run bufferbloat"), ("run my", "run my-plan.json"),
            ("run --lo", "run --loopback"), ("run --rules health", "run --rules health-1"),
            ("schema r", "schema rules"),
            ("run -q --ser", "run -q --server"), ("report --format ht", "report --format html"),
            ("run --server cl", "run --server cloudflare"), ("help compa", "help compare"),
            ("export --to o", "export --to otlp"), ("report las", "report last"),
        ] {
            let tmux = try Tmux("cd '\(workplace.folder)' && zsh -f -i", environment: ["PS1": "ready> "])
            #expect(try tmux.shows("ready>"))
            try tmux.keys("-l", "autoload -Uz compinit && compinit -D && source '\(script)' && clear && echo loaded")
            try tmux.keys("Enter")
            #expect(try tmux.shows("loaded"))
            try tmux.keys("-l", "linecheck \(typed)")
            try tmux.keys("Tab")
            let isCompleted = try tmux.shows("linecheck \(completed)")
            let screen = try tmux.screen()
            #expect(isCompleted, "\(typed): \(screen)")
        }
    }

    @Test(.enabled(if: isInstalled("groff")))  // skipped, because there is no groff
    func `the manual renders without a warning and names every flag`() throws {
        let page = try Linecheck.call("completion", "man")
        let ended = try Running(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input: page.bytes).wait()
        #expect(ended.status == 0)
        #expect(ended.stderr.isEmpty, "\(ended.stderr)")
        let text = ended.stdout
        for word in ["linecheck run [FLAG…] PLAN", "--loopback", "--prune", "NO_COLOR", "the capture is damaged"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(!text.contains("--bridge"))
    }

    @Test func `a shell that is not known is refused with those that are`() throws {
        let ended = try Linecheck.call("completion", "tcsh")
        #expect(ended.status == 2)
        #expect(ended.stderr.contains("there are bash, zsh, fish, man"))
    }
}
