public import LinecheckJSON

/// The language of lines: every key there is. Reader, schema and reference read this table.
public enum LineTable {
    /// The newest language version this program reads.
    static let version: Int64 = 1

    public static let shapes = [root, leg, way, queue, server, truth, direction]

    public static let root = Shape(
        title: "a line",
        keys: [
            KeySpec(
                key: "$schema", type: .text, doc: "Where an editor finds the schema.", example: "../line.schema.json"),
            KeySpec(
                key: "line", type: .integer(1...Int64.max), isRequired: true, doc: "Version of the language of lines.",
                example: "1"),
            KeySpec(
                key: "name", type: .name, isRequired: true, doc: "As the file.", example: "uplink-queue"),
            KeySpec(
                key: "title", type: .text, isRequired: true, doc: "What is the matter with it, in a sentence.",
                example: "The router's buffer in front of a slow uplink"),
            KeySpec(
                key: "family", type: .choice(Line.Family.allCases.map(\.rawValue)), fallback: "ipv4",
                doc: "The addresses it has."),
            KeySpec(key: "host", type: .object(queue), doc: "A queue in the client's own network card."),
            KeySpec(
                key: "wifi", type: .object(leg),
                doc: "Client to router. Pings to the gateway pass it in both directions."),
            KeySpec(
                key: "access", type: .object(leg),
                doc: "Router to the provider's edge: what goes up waits in the router, what comes down at the provider."
            ),
            KeySpec(key: "provider", type: .object(leg), doc: "The provider's edge to the server."),
            KeySpec(
                key: "gateway_answers", type: .boolean, fallback: "true",
                doc: "When false, the router forwards and answers no pings."),
            KeySpec(
                key: "icmp_filtered", type: .boolean, fallback: "false",
                doc: "When true, the provider's edge drops echo requests and nothing else."),
            KeySpec(
                key: "ping_sockets", type: .boolean, fallback: "false",
                doc: "When true, everybody may ping without privilege; otherwise root pings through raw sockets."),
            KeySpec(key: "server", type: .object(server), doc: "How the server behaves."),
            KeySpec(key: "truth", type: .object(truth), isRequired: true, doc: "What a right verdict says."),
        ])

    static let leg = Shape(
        title: "a leg",
        keys: [
            KeySpec(key: "down", type: .object(way), doc: "Toward the client."),
            KeySpec(key: "up", type: .object(way), doc: "Toward the server."),
            KeySpec(key: "mtu", type: .integer(1_280...1_500), fallback: "1500", doc: "In bytes, of both ends."),
        ])

    private static let queueKeys = [
        KeySpec(
            key: "rate", type: .rate(1...1_000_000_000_000), doc: "What leaves the queue at most, in Ethernet frames.",
            example: "15Mbps"),
        KeySpec(
            key: "depth",
            type: .either(
                [.duration(1_000_000...10_000_000_000), .size(4_542...100_000_000)],
                words: "a duration like \"320ms\" or a size like \"256kB\""),
            doc: "How long a packet waits behind a full queue, or how many bytes may wait.", example: "320ms"),
    ]

    static let queue = Shape(title: "a queue", keys: queueKeys)

    static let way = Shape(
        title: "a way",
        keys: queueKeys + [
            KeySpec(
                key: "delay", type: .duration(0...5_000_000_000), fallback: "0ms",
                doc: "How long each frame is under way.", example: "10ms"),
            KeySpec(
                key: "jitter", type: .duration(0...5_000_000_000), fallback: "0ms",
                doc: "At most so much longer, drawn anew every 20 ms; the order stays."),
            KeySpec(
                key: "loss", type: .ratio, fallback: "0%",
                doc:
                    "Frames that vanish. They are spread evenly, pings counted for themselves, so that the truth is exact."
            ),
            KeySpec(key: "duplicates", type: .ratio, fallback: "0%", doc: "Frames that arrive twice."),
            KeySpec(
                key: "reordering", type: .ratio, fallback: "0%",
                doc: "Frames that are not delayed, and so overtake the others."),
        ])

    static let server = Shape(
        title: "a server",
        keys: [
            KeySpec(
                key: "listens", type: .boolean, fallback: "true", doc: "When false, nothing takes connections."),
            KeySpec(
                key: "largest_download", type: .size(1...10_000_000_000_000),
                doc: "More is refused with 403 and one byte.", example: "99999999B"),
            KeySpec(
                key: "request", type: .size(1...10_000_000_000_000), fallback: "52428800B",
                doc: "What the plan's variable `download` asks for in one request."),
        ])

    static let truth = Shape(
        title: "a truth",
        keys: [
            KeySpec(key: "queue", type: .name, isRequired: true, doc: "The culprit.", example: "uplink-queue"),
            KeySpec(
                key: "cannot_rule_out", type: .list(.name),
                doc: "What at least must stay possible; without it the culprit must be certain."),
            KeySpec(
                key: "grade", type: .text, doc: "Of the lag under load; without it none may be given.", example: "D"),
            KeySpec(key: "at_best", type: .text, doc: "The best that a missing grade could be.", example: "C"),
            KeySpec(
                key: "rows", type: .map(.choice(["ok", "suspect", "at-fault", "undetermined"])),
                doc: "What the plan `health` says of wifi, router and isp."),
            KeySpec(
                key: "idle",
                type: .either(
                    [.list(.duration(0...10_000_000_000)), .choice([unmeasured])],
                    words: "two durations, or \"unmeasured\""),
                isRequired: true, doc: "The idle median to the server lies between these.", example: "0ms"),
            KeySpec(
                key: "jitter", type: .list(.duration(0...10_000_000_000)), doc: "Of idle pings to the server."),
            KeySpec(key: "loss", type: .list(.ratio), doc: "Of idle pings to the server."),
            KeySpec(key: "download", type: directionOrNone, isRequired: true, doc: "What a download does."),
            KeySpec(key: "upload", type: directionOrNone, isRequired: true, doc: "What an upload does."),
        ])

    /// The word for what must not be measured.
    static let unmeasured = "unmeasured"

    private static let directionOrNone = KeyType.either(
        [.object(direction), .choice([unmeasured])], words: "an object, or \"unmeasured\"")

    static let direction = Shape(
        title: "a direction",
        keys: [
            KeySpec(
                key: "bottleneck", type: .choice(Line.Place.allCases.map(\.rawValue)), isRequired: true,
                doc: "The queue that limits the load.", example: "access-up"),
            KeySpec(
                key: "rise",
                type: .either(
                    [.list(.duration(0...10_000_000_000)), .choice([unmeasured])],
                    words: "two durations, or \"unmeasured\""),
                isRequired: true, doc: "Median under load minus idle median, between these.", example: "209ms"),
            KeySpec(
                key: "rate", type: .list(.rate(1...1_000_000_000_000)), isRequired: true,
                doc: "Measured payload, between these.",
                example: "12.7Mbps"),
            KeySpec(
                key: "reaches_gateway", type: .boolean, fallback: "false",
                doc: "Whether pings to the gateway wait in the same queue."),
        ])
}

/// What is generated from the table of lines.
public enum LineSchema {
    public static var json: JSONValue {
        SchemaWriter(substitutes: false).document(
            LineTable.root, title: "A line of the linecheck lab, version \(LineTable.version)")
    }

    /// The reference part of the guide to lines.
    public static var reference: String { ReferenceWriter().sections(LineTable.shapes) }
}
