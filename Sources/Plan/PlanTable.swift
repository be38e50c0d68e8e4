public import LinecheckJSON
import LinecheckQuantities

/// The plan language: every key there is. Validator, decoder, schema, reference and suggestions read this table.
public enum PlanTable {
    /// The newest language version this program reads.
    static let version: Int64 = 1

    public static let root = Shape(
        title: "a plan",
        keys: [
            KeySpec(key: "$schema", type: .text, doc: "Where an editor finds the schema.", example: "plan.schema.json"),
            KeySpec(
                key: "plan", type: .integer(1...Int64.max), isRequired: true, doc: "Version of the plan language.",
                example: "1"),
            KeySpec(key: "name", type: .name, isRequired: true, doc: "The plan's name.", example: "bufferbloat"),
            KeySpec(key: "title", type: .text, doc: "One line for people."),
            KeySpec(key: "description", type: .text, doc: "What the plan is for."),
            KeySpec(
                key: "vars", type: .map(.scalar),
                doc: "Variables and their defaults; `${name}` uses one, `--set name=value` sets one."),
            KeySpec(key: "probes", type: .map(.object(probe)), doc: "Ways of questioning the network, by name."),
            KeySpec(key: "loads", type: .map(.object(load)), doc: "Bytes moved on purpose, by name."),
            KeySpec(
                key: "throughout", type: .list(.name),
                doc: "Probes that run from the first phase to the end of the last, as one unbroken sequence."),
            KeySpec(
                key: "keep_awake", type: .target,
                doc: "A target pinged every 50 ms in all phases of this file and never scored."),
            KeySpec(key: "phases", type: .list(.object(phase)), isRequired: true, doc: "What happens, in order."),
            KeySpec(key: "guards", type: .list(.object(guardShape)), doc: "Limits that are watched while it runs."),
            KeySpec(
                key: "rules",
                type: .either(
                    [.text, .document],
                    words: "a rules name, a path, or the rules themselves"),
                doc: "What judges the run: a bundled name, a path or the rules inline."),
            KeySpec(
                key: "expect", type: .list(.condition),
                doc: "Conditions that must hold; one that fails is exit status 1.",
                example: "internet.idle.loss < 2%"),
            KeySpec(
                key: "resolved", type: .boolean, doc: "Marks the form that a capture embeds.", isResolvedOnly: true),
            KeySpec(
                key: "spans", type: .list(.object(span)), doc: "Unbroken sequences over phases.", isResolvedOnly: true),
        ])

    static let span = Shape(
        title: "a span",
        keys: [
            KeySpec(key: "probe", type: .name, isRequired: true, doc: "The probe.", isResolvedOnly: true),
            KeySpec(key: "from", type: .name, isRequired: true, doc: "Its first phase.", isResolvedOnly: true),
            KeySpec(key: "to", type: .name, isRequired: true, doc: "Its last phase.", isResolvedOnly: true),
        ])

    private static let second: Int64 = 1_000_000_000
    private static let hour: Int64 = 3_600 * second

    static let probe = Shape(
        title: "a probe", isMerged: true,
        keys: [
            KeySpec(
                key: "type", type: .choice(Probe.Kind.allCases.map(\.rawValue)), isRequired: true,
                doc: "How it asks.", example: "ping"),
            KeySpec(
                key: "target", type: .target, isRequired: true,
                doc:
                    "A host name, an address, `host:port`, `@gateway`, `@resolver` or `@embedded`; of an http probe, a URL.",
                example: "1.1.1.1"),
        ] + tuning + exchange + [
            KeySpec(
                key: "optional", type: .boolean, fallback: "false", doc: "Its silence does not fail the run."),
            KeySpec(
                key: "family", type: .choice(AddressFamily.allCases.map(\.rawValue)), fallback: "any",
                doc: "Address family; any: the first answer of the resolver, pinned."),
            KeySpec(key: "interface", type: .text, doc: "The way out by interface name.", example: "eth0"),
            KeySpec(key: "source", type: .text, doc: "The way out by local address.", example: "192.0.2.7"),
        ])

    /// What a phase may override for the probes it lists.
    private static let tuning: [KeySpec] = [
        KeySpec(
            key: "port", type: .integer(1...65_535),
            doc: "Port; needed by `tcp` and `udp`, by default 443 for `tls`, 53, 853 or 443 for `dns`.", example: "443"),
        KeySpec(
            key: "interval", type: .duration(1_000_000...hour), fallback: "200ms",
            doc: "Time between the planned sends of two attempts."),
        KeySpec(
            key: "timeout", type: .duration(1_000_000...(600 * second)), fallback: "2s",
            doc: "How long an answer may take; a later one is late and counts as lost."),
        KeySpec(
            key: "count", type: .integer(1...1_000_000_000),
            doc: "Attempts of a sequence, warm-up included; without it the sequence lasts as long as its phase."),
        KeySpec(
            key: "warmup", type: .integer(0...1_000), fallback: "1",
            doc: "First attempts of a sequence that are recorded and never scored."),
    ]

    /// What only some types of probe have; ``keys(of:)`` says which.
    private static let exchange: [KeySpec] = [
        KeySpec(key: "query", type: .text, doc: "The name that a `dns` probe asks for.", example: "example.com"),
        KeySpec(
            key: "record", type: .choice(ProbeExchange.RecordType.allCases.map(\.rawValue)), fallback: "A",
            doc: "The type of record that a `dns` probe asks for."),
        KeySpec(
            key: "transport", type: .choice(ProbeExchange.Transport.allCases.map(\.rawValue)), fallback: "udp",
            doc: "How a `dns` probe's question travels: plainly, over TLS (DoT) or over HTTPS (DoH)."),
        KeySpec(key: "path", type: .text, fallback: "/dns-query", doc: "The path of DNS over HTTPS."),
        KeySpec(
            key: "server_name", type: .text,
            doc: "The host name for SNI, certificate and Host, when the target is an address; `dns`, `tls`, `http`.",
            example: "one.one.one.one"),
        KeySpec(
            key: "reuse", type: .choice(ProbeExchange.Reuse.allCases.map(\.rawValue)), fallback: "none",
            doc:
                "What an attempt takes over from the one before: nothing (cold), the TLS session, or the open connection (warm); `dns`, `tls`, `http`."
        ),
        KeySpec(
            key: "redirects", type: .integer(0...20), fallback: "0",
            doc: "Redirects that an `http` probe follows; beyond, a redirect is an answer like any other."),
        KeySpec(
            key: "insecure", type: .boolean, fallback: "false",
            doc: "Certificates are not verified; `dns` over TLS or HTTPS, `tls`, `http`."),
        KeySpec(
            key: "version", type: .choice(ProbeExchange.TLSVersion.allCases.map(\.rawValue)),
            doc: "The only TLS version that a `tls` probe offers.", example: "1.2"),
    ]

    /// The keys that a type of probe has beyond those that all have.
    static func keys(of kind: Probe.Kind) -> Set<String> {
        switch kind {
        case .ping: []
        case .tcp, .udp: ["port"]
        case .dns: ["port", "query", "record", "transport", "path", "server_name", "reuse", "insecure"]
        case .tls: ["port", "server_name", "reuse", "insecure", "version"]
        case .http: ["server_name", "reuse", "redirects", "insecure"]
        }
    }

    /// The keys that not every type of probe has.
    static let keysOfTypes: Set<String> = Probe.Kind.allCases.reduce(into: []) { $0.formUnion(keys(of: $1)) }

    static let probeUse = Shape(
        title: "a probe of a phase",
        keys: [KeySpec(key: "probe", type: .name, isRequired: true, doc: "The probe's name.")] + tuning)

    static let load = Shape(
        title: "a load", isMerged: true,
        keys: [
            KeySpec(
                key: "type", type: .choice(["http"]), isRequired: true, doc: "How it moves bytes.", example: "http"),
            KeySpec(
                key: "direction", type: .choice(Load.Direction.allCases.map(\.rawValue) + ["both"]), isRequired: true,
                doc:
                    "Which way the body bytes go; both: two loads that run together, NAME-download and NAME-upload."),
            KeySpec(
                key: "url", type: .url, isRequired: true, doc: "Where to.",
                example: "https://speed.example/__down?bytes=52428800"),
            KeySpec(
                key: "upload_url", type: .url, doc: "Where the upload of a load in both directions goes.",
                example: "https://speed.example/__up"),
            KeySpec(
                key: "streams",
                type: .either([.integer(1...64), .choice(["auto"])], words: "a whole number, or \"auto\""),
                fallback: "4",
                doc: "Connections at once; auto: one more until neither rate nor latency moves, at most 16."),
            KeySpec(
                key: "body", type: .size(1...(1 << 40)), fallback: "8MB",
                doc: "Size of one upload request; requests go back to back."),
            KeySpec(
                key: "at_least", type: .size(1...(1 << 50)), fallback: "100kB",
                doc: "Fewer bytes in the window are no load."),
            KeySpec(
                key: "budget", type: .size(1_000...(1 << 50)),
                doc: "Body bytes at most in one phase, which ends when they are spent.", example: "500MB"),
            KeySpec(
                key: "pace", type: .rate(8_000...1_000_000_000_000),
                doc:
                    "A rate to hold instead of going as fast as possible, all streams together; no more of them are opened than it feeds.",
                example: "20Mbps"),
            KeySpec(
                key: "redirects", type: .integer(0...20), fallback: "5", doc: "Redirects that a request may follow."),
            KeySpec(
                key: "start_within", type: .duration(1_000_000...(60 * second)), fallback: "5s",
                doc: "No body byte within this time of the phase's start is a failure."),
            KeySpec(
                key: "insecure", type: .boolean, fallback: "false",
                doc: "Certificates are not verified, and the verdict says so."),
            KeySpec(key: "headers", type: .map(.text), doc: "Header fields that each request has besides its own."),
            KeySpec(
                key: "proxy", type: .text, fallback: "environment",
                doc: "environment: as http_proxy, https_proxy and no_proxy say; none; or a proxy's http URL.",
                example: "http://proxy.example:3128"),
            KeySpec(
                key: "congestion_control", type: .text,
                doc: "How this host sends, by the kernel's name; cubic where nothing is said.", example: "bbr"),
            KeySpec(
                key: "dscp", type: .integer(0...63), doc: "Traffic class of this host's packets (RFC 2474).",
                example: "46"),
            KeySpec(
                key: "family", type: .choice(AddressFamily.allCases.map(\.rawValue)), fallback: "any",
                doc: "Address family."),
            KeySpec(key: "interface", type: .text, doc: "The way out by interface name."),
            KeySpec(key: "source", type: .text, doc: "The way out by local address."),
        ])

    static let phase = Shape(
        title: "a phase",
        keys: [
            KeySpec(key: "name", type: .name, isRequired: true, doc: "Unique in the plan; one word in a metric."),
            KeySpec(
                key: "duration", type: .duration(1_000_000...(24 * hour)),
                doc: "A fixed window; under load it counts from the first byte of the slowest load.", example: "10s"),
            KeySpec(
                key: "until", type: .choice(["done"]), doc: "Ends when each of its counted probes is done.",
                example: "done"),
            KeySpec(
                key: "at_most", type: .duration(1_000_000...(24 * hour)), doc: "The latest end of `until`.",
                example: "20s"),
            KeySpec(
                key: "include", type: .text, doc: "The phases, probes, loads and guards of another plan.",
                example: "bufferbloat"),
            KeySpec(
                key: "probes",
                type: .list(.either([.name, .object(probeUse)], words: "a probe's name, or an object with \"probe\"")),
                doc: "Probes that run only in this phase."),
            KeySpec(key: "loads", type: .list(.name), doc: "Loads that run in this phase."),
            KeySpec(
                key: "settle", type: .duration(0...hour),
                doc: "Start of the window that is recorded and not scored; 1s under load, else 0s."),
            KeySpec(
                key: "in_order", type: .boolean, fallback: "false", doc: "Its probes run one after another, alone."),
            KeySpec(
                key: "when", type: .condition, doc: "False or unknown: the phase is skipped.",
                example: "internet.idle.loss < 50%"),
            KeySpec(
                key: "on_load_failure",
                type: .either(
                    [.choice(["end-phase", "continue", "abort"]), .object(gotoShape)],
                    words: "\"end-phase\", \"continue\", \"abort\" or { \"goto\": phase }"),
                fallback: "end-phase", doc: "What follows when a load fails."),
            KeySpec(
                key: "keep_awake", type: .target,
                doc: "A target pinged every 50 ms and never scored, so that a radio in power save stays awake."),
            KeySpec(key: "group", type: .name, doc: "The phase that included this one.", isResolvedOnly: true),
        ])

    static let gotoShape = Shape(
        title: "on_load_failure",
        keys: [KeySpec(key: "goto", type: .name, isRequired: true, doc: "A later phase of the same file.")])

    static let guardShape = Shape(
        title: "a guard",
        keys: [
            KeySpec(key: "name", type: .name, isRequired: true, doc: "Named in reports."),
            KeySpec(key: "probe", type: .name, doc: "The probe it watches."),
            KeySpec(
                key: "load", type: .either([.choice(["*"]), .name], words: "a load's name, or \"*\""),
                doc: "The load it watches; `*`: each by itself."),
            KeySpec(
                key: "stat", type: .choice(Guard.Statistic.allCases.map(\.rawValue)), isRequired: true,
                doc: "The running statistic."),
            KeySpec(key: "over", type: .duration(second / 10...hour), doc: "The sliding window.", example: "3s"),
            KeySpec(key: "above", type: .limit, doc: "Fires when the statistic is above.", example: "50%"),
            KeySpec(key: "below", type: .limit, doc: "Fires when the statistic is below."),
            KeySpec(
                key: "then", type: .choice(Guard.Action.allCases.map(\.rawValue)), isRequired: true,
                doc: "What follows."),
        ])

    /// Every shape, so that a key in the wrong place can be told where it belongs.
    public static let shapes = [root, phase, probe, load, guardShape, probeUse]
}
