import LinecheckReport

/// A flag of a command: the one description that parser, help, completions and the manual read.
struct Flag: Sendable {
    /// `--set`; its short form, if any, is in `short`.
    let name: String
    var short: String?
    /// The name of its value in help; nil: it takes none.
    var value: String?
    /// The values that there are, where their name in help does not tell; empty: any.
    var choices: [String] = []
    var isRepeatable = false
    /// Not for people: help is silent about it.
    var isHidden = false
    let doc: String
}

/// A command of linecheck.
struct Command: Sendable {
    let name: String
    /// The operands as help shows them: `PLAN`, `CAPTURE…`.
    let operands: String
    let operandCount: ClosedRange<Int>
    let summary: String
    let flags: [Flag]
    let examples: [String]
    /// One more paragraph of help.
    var note: String?
    /// The statuses that are worth a line in its help.
    var exits: [ExitStatus] = []
    /// The overview names it and says no more.
    var isRare = false

    func flag(_ word: String) -> Flag? { flags.first { $0.name == word || $0.short == word } }
}

/// Every command and flag there is.
enum CommandTable {
    private static let json = Flag(name: "--json", doc: "print the result as JSON")

    static let commands = [
        run, replay, report, compare, history, monitor, check, explain, new, plans, serve, lab, recover, redact, schema,
        export, completion,
    ]

    static let run = Command(
        name: "run", operands: "PLAN", operandCount: 1...1, summary: "run a plan, capture it and judge it",
        flags: [
            Flag(name: "--set", value: "NAME=VALUE", isRepeatable: true, doc: "set a variable of the plan"),
            Flag(
                name: "--server", value: "NAME|URL", choices: ServerPreset.completions,
                doc: "where loads go: cloudflare, librespeed=URL, serve's URL"),
            Flag(name: "--loopback", doc: "test this host against itself; needs no network"),
            Flag(name: "--output", short: "-o", value: "FILE", doc: "where the capture goes; - is standard output"),
            json,
            Flag(name: "--expect", value: "COND", isRepeatable: true, doc: "one more condition that must hold"),
            Flag(name: "--rules", value: "RULES", doc: "judge by these rules instead of the plan's"),
            Flag(name: "--concurrent", doc: "run although another run is going on"),
            Flag(name: "--quiet", short: "-q", doc: "no progress on standard error"),
        ],
        examples: [
            "linecheck run health",
            "linecheck run bufferbloat --set load=5s --expect \"grade.bufferbloat >= 'B'\"",
        ],
        exits: [.success, .expectationFailed, .usage, .nothingMeasured, .aborted, .interrupted, .incomplete])

    static let replay = Command(
        name: "replay", operands: "CAPTURE|DIR…", operandCount: 1...100_000,
        summary: "judge captures again, offline; the verdict must come out the same",
        flags: [
            Flag(name: "--rules", value: "RULES", doc: "judge by other rules and show old → new"),
            Flag(name: "--rulers", doc: "judge by each bundled ruler, side by side"),
            Flag(name: "--confidence", doc: "draw the samples again 1,000 times: the share of each grade"),
            Flag(name: "--coverage", doc: "how often each rule, grade and step was true, false, unknown"),
            Flag(name: "--recover", doc: "judge what is whole of a damaged or unfinished capture"),
            json, Flag(name: "--junit", value: "FILE", doc: "write the results for a CI system as well"),
            Flag(name: "--force", doc: "with --junit: write over a file that exists"),
            Flag(name: "--record", doc: "rewrite what kept scenarios expect; never in CI"),
        ],
        examples: ["linecheck replay last", "linecheck replay --rules my-rules.json monday.capture.jsonl"],
        exits: [.success, .usage, .replayDiffers, .damaged])

    static let report = Command(
        name: "report", operands: "CAPTURE", operandCount: 1...1, summary: "show the verdict of a capture",
        flags: [
            Flag(name: "--output", short: "-o", value: "FILE", doc: "write it there; the extension names the format"),
            Flag(
                name: "--format", value: "FORMAT", choices: ReportFormat.allCases.map(\.rawValue),
                doc: "text, html, json, md, svg (the plot) or csv (samples)"),
            Flag(name: "--force", doc: "write over a file that exists"),
            Flag(name: "--recover", doc: "report what is whole of a damaged or unfinished capture"), json,
        ],
        examples: ["linecheck report last -o report.html", "linecheck report monday.capture.jsonl --json | jq .score"])

    static let compare = Command(
        name: "compare", operands: "BEFORE AFTER", operandCount: 2...2,
        summary: "two runs metric by metric: what differs by more than the noise",
        flags: [
            Flag(
                name: "--output", short: "-o", value: "FILE", doc: "write it there: compare.html is a page with plots"),
            Flag(name: "--force", doc: "write over a file that exists"),
            Flag(name: "--recover", doc: "compare what is whole of damaged or unfinished captures"), json,
        ],
        examples: [
            "linecheck compare last~1 last",
            "linecheck compare monday.capture.jsonl last -o compare.html",
        ])

    static let recover = Command(
        name: "recover", operands: "CAPTURE", operandCount: 1...1,
        summary: "a new capture of what is whole of a damaged one",
        flags: [
            Flag(
                name: "--output", short: "-o", value: "FILE",
                doc: "default NAME.recovered.capture.jsonl; - is standard output")
        ],
        examples: [
            "linecheck recover last", "linecheck recover monday.capture.jsonl.partial -o monday.capture.jsonl",
        ],
        exits: [.success, .usage, .damaged], isRare: true)

    static let redact = Command(
        name: "redact", operands: "CAPTURE", operandCount: 1...1,
        summary: "a new capture with pseudonyms for names and addresses",
        flags: [
            Flag(
                name: "--output", short: "-o", value: "FILE",
                doc: "default NAME.redacted.capture.jsonl; - is standard output"),
            Flag(name: "--map", value: "FILE", doc: "write which pseudonym stands for what, for you alone"),
        ],
        examples: ["linecheck redact last -o evidence.capture.jsonl", "linecheck redact last --map mine.json"],
        exits: [.success, .usage, .damaged], isRare: true)

    static let history = Command(
        name: "history", operands: "[DIR]", operandCount: 0...1,
        summary: "past runs, oldest first: what changed, and a trend a plan",
        flags: [
            Flag(name: "--plan", value: "PLAN", doc: "only the runs of this plan"),
            Flag(name: "--since", value: "WHEN", doc: "from then on: 30d ago, or a date as 2026-11-01"), json,
            Flag(name: "--html", value: "FILE", doc: "write a page with the trends there"),
            Flag(name: "--force", doc: "with --html: write over a file that exists"),
            Flag(name: "--prune", doc: "remove the oldest captures, after asking"),
            Flag(name: "--keep", value: "LIMIT", doc: "with --prune: a size as 500MB, or an age as 90d"),
            Flag(name: "--yes", doc: "with --prune: do not ask"),
        ],
        examples: ["linecheck history --plan health --since 30d", "linecheck history --prune --keep 500MB"],
        note: DataFolder.explanation)

    static let check = Command(
        name: "check", operands: "FILE…", operandCount: 0...100_000,
        summary: "every problem of plans, rules and captures, with its place",
        flags: [
            Flag(
                name: "--rules", value: "RULES", isRepeatable: true,
                doc: "a rules document; also proves what can never fire"),
            Flag(name: "--set", value: "NAME=VALUE", isRepeatable: true, doc: "with this value of a plan's variable"),
            Flag(name: "--loopback", doc: "as run --loopback would take the plan"),
            json, Flag(name: "--strict", doc: "warnings are errors"),
        ],
        examples: ["linecheck check my-plan.json", "linecheck check --strict plans/*.json"])

    static let explain = Command(
        name: "explain", operands: "PLAN", operandCount: 1...1,
        summary: "what a plan will do, before a packet leaves",
        flags: [
            Flag(name: "--set", value: "NAME=VALUE", isRepeatable: true, doc: "set a variable of the plan"),
            Flag(
                name: "--server", value: "NAME|URL", choices: ServerPreset.completions,
                doc: "where loads go, as for run"),
            Flag(name: "--loopback", doc: "as run --loopback would take the plan"), json,
        ],
        examples: ["linecheck explain health", "linecheck explain my-plan.json --set load=30s"])

    static let new = Command(
        name: "new", operands: "NAME", operandCount: 1...1, summary: "a commented plan to start from",
        flags: [Flag(name: "--from", value: "PLAN", doc: "begin with a copy of this plan")],
        examples: ["linecheck new work-vpn", "linecheck new my-line --from bufferbloat"])

    static let plans = Command(
        name: "plans", operands: "", operandCount: 0...0, summary: "the bundled plans and rules",
        flags: [json, Flag(name: "--show", value: "PLAN|RULES", doc: "print a bundled plan or rules document")],
        examples: ["linecheck plans", "linecheck plans --show bufferbloat > my-plan.json"])

    static let schema = Command(
        name: "schema", operands: "[plan|rules|capture]", operandCount: 0...1,
        summary: "the JSON Schema of plans, rules or captures",
        flags: [Flag(name: "--reference", doc: "the same as a reference page in Markdown")],
        examples: ["linecheck schema plan > plan.schema.json", "linecheck schema rules --reference"],
        isRare: true)

    static let serve = Command(
        name: "serve", operands: "", operandCount: 0...0, summary: "a load server for tests of one's own network",
        flags: [
            Flag(
                name: "--listen", value: "ADDR:PORT", isRepeatable: true,
                doc: "default 127.0.0.1:8080; [::]:8080 is every address"),
            Flag(name: "--max-bytes", value: "SIZE", doc: "refuse larger downloads with 403; default 10TB"),
            Flag(name: "--tls", value: "CERT KEY", doc: "serve https, with these PEM files"),
        ],
        examples: ["linecheck serve --listen 192.168.1.10:8080", "linecheck serve --listen [::1]:0"])

    static let lab = Command(
        name: "lab", operands: "LINE -- run PLAN [FLAG…]", operandCount: 0...100_000,
        summary: "run a plan on a line whose fault is known (root)",
        flags: [
            Flag(name: "--list", doc: "the lines there are; LINE may also be a file"), json,
            Flag(name: "--bridge", value: "TASK", isHidden: true, doc: "carry the frames of one leg"),
        ],
        examples: ["linecheck lab uplink-queue -- run bufferbloat", "linecheck lab my-line.json -- run my-plan.json"],
        exits: [.success, .expectationFailed, .usage, .nothingMeasured, .aborted, .interrupted, .incomplete],
        isRare: true)

    static let monitor = Command(
        name: "monitor", operands: "PLAN", operandCount: 1...1,
        summary: "run a plan again and again, and tell when its verdict changes",
        flags: [
            Flag(name: "--every", value: "TIME", doc: "from one check to the next; default 5m"),
            Flag(name: "--once", doc: "one check, and where the line stands"),
            Flag(
                name: "--quiet", short: "-q", doc: "with --once: tell changes alone, as for a timer"),
            Flag(name: "--down", value: "N", doc: "bad checks in a row that make the line bad; default 3"),
            Flag(name: "--up", value: "N", doc: "good ones that make it good again; default 2"),
            Flag(name: "--on-change", value: "CMD", doc: "gets LINECHECK_STATE, … and JSON on its input"),
            Flag(name: "--state", value: "FILE", doc: "what is remembered; default monitor-PLAN.json"),
            Flag(name: "--expect", value: "COND", isRepeatable: true, doc: "one more condition that must hold"),
            Flag(name: "--set", value: "NAME=VALUE", isRepeatable: true, doc: "set a variable of the plan"),
            Flag(name: "--server", value: "NAME|URL", choices: ServerPreset.completions, doc: "where loads go"),
            Flag(name: "--rules", value: "RULES", doc: "judge by these rules instead of the plan's"),
            Flag(name: "--loopback", doc: "test this host against itself; needs no network"),
            Flag(name: "--concurrent", doc: "run although another run is going on"),
        ],
        examples: [
            "linecheck monitor quick --every 5m --on-change 'mail -s \"$LINECHECK_TEXT\" me'",
            "linecheck monitor health --once --down 2",
        ])

    static let export = Command(
        name: "export", operands: "CAPTURE", operandCount: 1...1,
        summary: "the verdict's numbers for a time series database",
        flags: [
            Flag(name: "--to", value: "prometheus|otlp|influx", doc: "textfile, OTLP as JSON lines, line protocol"),
            Flag(
                name: "--output", short: "-o", value: "FILE", doc: "written at once, so that nobody reads half of it"),
            Flag(name: "--force", doc: "write over a file that exists"),
        ],
        examples: [
            "linecheck export last --to prometheus --force -o /srv/metrics/linecheck.prom",
            "linecheck export last --to influx",
        ], isRare: true)

    static let completion = Command(
        name: "completion", operands: "bash|zsh|fish|man", operandCount: 1...1,
        summary: "completions for a shell, or the manual page", flags: [],
        examples: [
            "linecheck completion bash > /etc/bash_completion.d/linecheck", "linecheck completion man | man -l -",
        ], isRare: true)

    /// No command by itself: what it is about is one.
    private static let help = Command(
        name: "help", operands: "COMMAND", operandCount: 0...1, summary: "what a command takes, or the exit statuses",
        flags: [], examples: [])

    /// What a shell completes.
    static let completed = commands + [help]

    static func command(_ name: String) -> Command? { commands.first { $0.name == name } }
}
