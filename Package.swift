// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules; `.ci/run` adds warnings as errors.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["LINECHECK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

func module(_ folder: String, _ dependencies: [String] = []) -> Target {
    .target(
        name: "Linecheck\(folder)", dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: "Sources/\(folder)", swiftSettings: strict)
}

func tests(_ folder: String, _ dependencies: [String]) -> Target {
    .testTarget(
        name: "\(folder)", dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: "Tests/\(folder)", swiftSettings: strict)
}

/// The lines of the lab, each a file in fixtures/lines.
let knownLines = [
    "almost-c", "almost-d", "almost-f", "both-queues", "clean", "clean-ipv6", "core-queue", "duplicates",
    "far-and-deep", "far-gateway", "far-server", "icmp-filtered", "jittery-provider", "just-c", "just-d", "just-f",
    "less-than-twice", "loss-convicts", "loss-suspects", "lossy-wifi", "more-than-twice", "near-gateway", "no-server",
    "own-queue", "provider-queue", "refused-gigabyte", "reordering", "silent-gateway", "uplink-queue",
    "uplink-queue-ipv6", "wifi-just-long", "wifi-just-short", "wifi-queue",
]

let package = Package(
    name: "linecheck",
    products: [
        .executable(name: "linecheck", targets: ["linecheck"]),
        .library(
            name: "Linecheck",
            targets: [
                "LinecheckJSON", "LinecheckRules", "LinecheckPlan", "LinecheckCapture", "LinecheckJudge",
                "LinecheckReplay", "LinecheckReport", "LinecheckRunner",
            ]),
    ],
    targets: [
        // Numbers with units: instants, durations, byte counts, bit rates, ratios; their text forms.
        module("Quantities"),
        // Exact statistics of whole numbers, each rounded once: percentiles, jitter, loss, moments.
        module("Statistics"),
        // Words for a terminal: columns counted, lines folded, tables lined up, and nothing that steers it.
        module("Text"),
        // A JSON reader that knows the place of every value, problems that point at it, a canonical writer.
        module("JSON"),
        // Conditions and formulas: parsed, type-checked, evaluated on intervals with three-valued logic.
        module("Expressions", ["LinecheckQuantities", "LinecheckJSON"]),
        // Opinions as data: metrics, grades, verdict lists, scores, read from a rules document.
        module("Rules", ["LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions"]),
        // What to measure: JSON in, a validated plan out, every problem with its place.
        module("Plan", ["LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules"]),
        // C: the processor's instruction for CRC-32C. Not with the sockets: judging must not reach those.
        .target(name: "CChecksum", path: "Sources/CChecksum"),
        // Threads for the modules that must not reach a socket, and work on all cores.
        module("Threads"),
        // What was seen: records, the append-only writer, the reader for every version, recovery.
        module("Capture", ["LinecheckQuantities", "LinecheckJSON", "LinecheckThreads", "CChecksum"]),
        // The pure state machine of phases, used by a run and again by replay.
        module(
            "Phases",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckExpressions", "LinecheckPlan",
                "LinecheckCapture",
            ]),
        // Capture and rules in, verdict out: pure, no clock, no network. It cannot reach a socket.
        module(
            "Judge",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules",
                "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckThreads",
            ]),
        // A capture judged again: same verdict, same transitions, or the first difference.
        module(
            "Replay",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckJudge",
            ]),
        // A verdict in words.
        module(
            "Report",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckText", "LinecheckJSON", "LinecheckExpressions",
                "LinecheckRules", "LinecheckPlan", "LinecheckJudge", "LinecheckBundled",
            ]),
        // A capture to look at and to send: one page, one plot, a table of samples, two runs side by side.
        module(
            "Page",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules",
                "LinecheckPlan", "LinecheckCapture", "LinecheckJudge", "LinecheckReport",
            ]),
        // C: what Swift cannot import (CMSG macros, icmphdr, sock_extended_err, tcp_info).
        .target(name: "CSockets", path: "Sources/CSockets"),
        // The system's OpenSSL 3, with its macros as inline functions.
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        // The only code that calls the kernel for the network: descriptors, addresses, stamps, routes.
        module("Sockets", ["LinecheckQuantities", "LinecheckThreads", "CSockets"]),
        // Download and upload generators that count their own bytes, and the server that answers them.
        module(
            "Loads",
            [
                "LinecheckQuantities", "LinecheckPlan", "LinecheckCapture", "LinecheckSockets", "CSockets", "COpenSSL",
            ]),
        // One folder per way to question the network; probes yield samples and never judge.
        module(
            "Probes",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture", "LinecheckSockets",
                "LinecheckLoads", "CSockets", "COpenSSL",
            ]),
        // Performs what the machine decides: PhaseDriver, and the Recorder that is the one sink.
        module(
            "Runner",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckJudge", "LinecheckReplay", "LinecheckSockets",
                "LinecheckProbes", "LinecheckLoads",
            ]),
        // A run on a terminal while it goes on: a fold over its records, a picture of that, and a thread that draws.
        module(
            "Terminal",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckText", "LinecheckPlan", "LinecheckCapture",
                "LinecheckJudge", "LinecheckSockets",
            ]),
        // A verdict as numbers for time series databases.
        module("Export", ["LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckJudge"]),
        // Many captures side by side: the beginning and the end of each, a trend for each plan.
        module(
            "History",
            [
                "LinecheckQuantities", "LinecheckText", "LinecheckJSON", "LinecheckCapture", "LinecheckSockets",
                "LinecheckTerminal",
            ]),
        // Checks of a line, one after another: which changes are worth telling.
        module("Monitor", ["LinecheckJSON"]),
        // The bundled plans and rules, inside the binary.
        .target(
            name: "LinecheckBundled", path: "plans", exclude: ["README.md", "plan.schema.json", "rules.schema.json"],
            resources: [
                .embedInCode("bufferbloat.json"), .embedInCode("health.json"),
                .embedInCode("quick.json"), .embedInCode("call.json"), .embedInCode("wifi.json"),
                .embedInCode("soak.json"),
                .embedInCode("compare-families.json"), .embedInCode("servers.json"),
                .embedInCode("rules/quick-1.json"), .embedInCode("rules/call-1.json"),
                .embedInCode("rules/wifi-1.json"), .embedInCode("rules/soak-1.json"),
                .embedInCode("rules/compare-families-1.json"),
                .embedInCode("rules/bufferbloat-1.json"), .embedInCode("rules/health-1.json"),
                .embedInCode("rules/dslreports-1.json"), .embedInCode("rules/libreqos-1.json"),
                .embedInCode("rules/rpm-from-ping-1.json"), .embedInCode("rules/cloudflare-aim-streaming-1.json"),
                .embedInCode("rules/cloudflare-aim-gaming-1.json"), .embedInCode("rules/cloudflare-aim-calls-1.json"),
            ], swiftSettings: strict),
        // Lines whose fault is known: described as data, built from network namespaces.
        module("Lab", ["LinecheckQuantities", "LinecheckJSON", "LinecheckSockets", "CSockets"]),
        // The described lines, inside the binary.
        .target(
            name: "LinecheckLines", path: "fixtures/lines", exclude: ["README.md"],
            resources: knownLines.map { .embedInCode("\($0).json") }, swiftSettings: strict),
        // The command: arguments to calls, results to exit status.
        .executableTarget(
            name: "linecheck",
            dependencies: [
                "LinecheckQuantities", "LinecheckText", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules",
                "LinecheckPlan", "LinecheckCapture", "LinecheckPhases", "LinecheckJudge", "LinecheckReplay",
                "LinecheckReport", "LinecheckPage", "LinecheckThreads", "LinecheckSockets",
                "LinecheckLoads", "LinecheckRunner", "LinecheckTerminal", "LinecheckHistory", "LinecheckExport",
                "LinecheckMonitor",
                "LinecheckBundled",
                "LinecheckLab", "LinecheckLines",
            ], path: "Sources/linecheck", swiftSettings: strict),

        // The loads beside curl and iperf3, pings beside fping: `swift run -c release linecheck-bench loads` and `pings`.
        .executableTarget(
            name: "linecheck-bench",
            dependencies: [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture",
                "LinecheckSockets", "LinecheckLoads", "LinecheckProbes", "LinecheckLab", "CSockets",
            ], path: "Benchmarks", swiftSettings: strict),

        // What the tests share: simulated captures, real peers, namespaces.
        .target(
            name: "TestSupport",
            dependencies: [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckBundled", "LinecheckSockets",
            ], path: "Tests/Support", swiftSettings: strict),
        tests("QuantitiesTests", ["LinecheckQuantities"]),
        tests("TextTests", ["LinecheckText"]),
        tests("JSONTests", ["LinecheckJSON"]),
        tests("ExpressionsTests", ["LinecheckQuantities", "LinecheckExpressions"]),
        tests(
            "RulesTests",
            ["LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckBundled"]),
        tests(
            "PlanTests",
            ["LinecheckQuantities", "LinecheckJSON", "LinecheckPlan", "LinecheckRules", "LinecheckBundled"]),
        tests(
            "CaptureTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture", "LinecheckPhases",
                "LinecheckThreads",
                "TestSupport",
            ]),
        tests(
            "PhasesTests",
            ["LinecheckQuantities", "LinecheckExpressions", "LinecheckPlan", "LinecheckCapture", "LinecheckPhases"]),
        tests(
            "JudgeTests",
            [
                "LinecheckQuantities", "LinecheckStatistics", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules",
                "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckJudge", "LinecheckBundled", "TestSupport",
            ]),
        tests("SocketsTests", ["LinecheckQuantities", "LinecheckSockets", "CSockets"]),
        tests(
            "ProbesTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture", "LinecheckSockets",
                "LinecheckLoads", "LinecheckProbes", "CSockets", "TestSupport",
            ]),
        tests(
            "LoadsTests",
            [
                "LinecheckQuantities", "LinecheckPlan", "LinecheckCapture", "LinecheckSockets", "LinecheckLoads",
                "LinecheckJudge", "TestSupport",
            ]),
        tests(
            "RunnerTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckPlan",
                "LinecheckCapture", "LinecheckPhases", "LinecheckJudge", "LinecheckReplay", "LinecheckRunner",
                "LinecheckSockets", "LinecheckLoads", "LinecheckBundled", "TestSupport",
            ]),
        tests(
            "ReplayTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckExpressions", "LinecheckRules", "LinecheckPlan",
                "LinecheckCapture", "LinecheckJudge", "LinecheckReplay", "LinecheckReport", "LinecheckBundled",
                "TestSupport",
            ]),
        tests(
            "PageTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture", "LinecheckJudge",
                "LinecheckReplay", "LinecheckReport", "LinecheckPage", "TestSupport",
            ]),
        tests(
            "TerminalTests",
            [
                "LinecheckQuantities", "LinecheckPlan", "LinecheckCapture", "LinecheckTerminal", "LinecheckBundled",
                "TestSupport",
            ]),
        tests(
            "HistoryTests",
            ["LinecheckQuantities", "LinecheckCapture", "LinecheckHistory", "LinecheckTerminal", "TestSupport"]),
        tests("MonitorTests", ["LinecheckJSON", "LinecheckMonitor", "TestSupport"]),
        tests(
            "CommandTests",
            [
                "LinecheckQuantities", "LinecheckText", "LinecheckJSON", "LinecheckPlan", "LinecheckCapture",
                "LinecheckSockets", "LinecheckLoads", "TestSupport", "linecheck",
            ]),
        tests(
            "LabTests",
            [
                "LinecheckQuantities", "LinecheckJSON", "LinecheckCapture", "LinecheckSockets", "LinecheckLab",
                "LinecheckLines", "linecheck",
            ]),
    ]
)
