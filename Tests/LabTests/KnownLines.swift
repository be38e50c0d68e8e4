import LinecheckQuantities

// Rates are what two processors carry through five namespaces with ease. Depths make rises that lie well inside a grade's
// step, and queues that four cubic streams fill within the 6 s of a load: about 600 kB.
extension Line {
    /// Queues as short as they should be.
    static let clean = Line(
        name: "clean", access: Leg(down: shortDownlink, up: shortUplink), allowsPingSockets: true,
        truth: Truth(
            culprit: "clean", grade: "A", download: .short(.accessDown), upload: .short(.accessUp)))

    /// The provider's shaper in front of the line holds a third of a second.
    static let providerQueue = Line(
        name: "provider-queue",
        access: Leg(down: Queue(.megabits(15), .lasting(.milliseconds(320))), up: shortUplink),
        truth: Truth(
            culprit: "isp-downstream", grade: "D", download: .deep(.accessDown, 320), upload: .short(.accessUp),
            rows: ["wifi": "ok", "router": "ok", "isp": "at-fault"]))

    /// The router's buffer in front of a slow uplink, sized in bytes as such buffers are: 256 kB at 6 Mbit/s are 341 ms.
    static let uplinkQueue = Line(
        name: "uplink-queue",
        access: Leg(down: shortDownlink, up: Queue(.megabits(6), .bytes(ByteCount(bytes: 256_000)))),
        truth: Truth(
            culprit: "uplink-queue", grade: "D", download: .short(.accessDown), upload: .deep(.accessUp, 341),
            rows: ["wifi": "ok", "router": "at-fault", "isp": "ok"]))

    /// Both directions of the line queue alike.
    static let bothQueues = Line(
        name: "both-queues",
        access: Leg(
            down: Queue(.megabits(20), .lasting(.milliseconds(150))),
            up: Queue(.megabits(10), .lasting(.milliseconds(150)))),
        truth: Truth(
            culprit: "modem-or-line", grade: "C", download: .deep(.accessDown, 150), upload: .deep(.accessUp, 150),
            rows: ["wifi": "ok", "router": "suspect", "isp": "suspect"]))

    /// The air is slower than the line behind it.
    static let wifiQueue = Line(
        name: "wifi-queue",
        wifi: Leg(
            down: Queue(.megabits(20), .lasting(.milliseconds(160))),
            up: Queue(.megabits(15), .lasting(.milliseconds(160)))),
        access: Leg(down: Queue(.megabits(60), .lasting(.milliseconds(20))), up: shortUplink(.megabits(40))),
        truth: Truth(
            culprit: "local-wifi", grade: "C", download: .deep(.wifiDown, 160, reachesGateway: true),
            upload: .deep(.wifiUp, 160, reachesGateway: true),
            rows: ["wifi": "at-fault", "router": "ok", "isp": "ok"]))

    /// Uploads wait in the client's own network card, below all its sockets.
    static let ownQueue = Line(
        name: "own-queue", host: Queue(.megabits(10), .lasting(.milliseconds(150))),
        access: Leg(down: shortDownlink, up: shortUplink(.megabits(30))),
        truth: Truth(
            culprit: "local-wifi", grade: "C", download: .short(.accessDown),
            upload: .deep(.host, 150, reachesGateway: true)))

    /// The provider queues as in ``providerQueue``, and the router answers no pings: the Wi-Fi cannot be ruled out.
    static let silentGateway = Line(
        name: "silent-gateway", access: providerQueue.access, gatewayAnswers: false,
        truth: Truth(
            culprit: "isp-downstream", cannotRuleOut: ["local-wifi"], grade: "D",
            download: .deep(.accessDown, 320), upload: .short(.accessUp)))

    /// Asked for a gigabyte, the server answers 403 with one byte, so the queue of the download, which is deep, stays empty.
    static let refusedGigabyte = Line(
        name: "refused-gigabyte",
        access: Leg(
            down: Queue(.megabits(15), .lasting(.milliseconds(320))),
            up: Queue(.megabits(10), .lasting(.milliseconds(150)))),
        largestDownload: ByteCount(bytes: 99_999_999), downloadRequest: ByteCount(bytes: 1_000_000_000),
        truth: Truth(
            culprit: "undetermined", cannotRuleOut: ["local-wifi", "uplink-queue", "isp-downstream", "modem-or-line"],
            grade: nil, atBest: "C", download: nil, upload: .deep(.accessUp, 150)))

    /// ``uplinkQueue`` by IPv6 through a tunnel's MTU.
    static let uplinkQueueIPv6 = Line(
        name: "uplink-queue-ipv6",
        access: Leg(down: shortDownlink, up: uplinkQueue.access.up, mtu: 1_400), family: .ipv6,
        truth: Truth(
            culprit: "uplink-queue", grade: "D", download: .short(.accessDown), upload: .deep(.accessUp, 341)))

    private static let shortDownlink = Queue(.megabits(40), .lasting(.milliseconds(20)))
    private static let shortUplink = shortUplink(.megabits(10))
    private static func shortUplink(_ rate: BitRate) -> Queue { Queue(rate, .lasting(.milliseconds(25))) }
}

extension Truth.Direction {
    /// A queue of 20 or 25 ms.
    static func short(_ place: Line.Place) -> Self { Self(bottleneck: place, rise: .milliseconds(4, 29)) }

    /// - Parameter depth: of the queue, in milliseconds. Four cubic streams keep it between 0.7, to which they back off
    ///   (RFC 9438 §4.6), and full; a little less while they are still growing.
    static func deep(_ place: Line.Place, _ depth: Int, reachesGateway: Bool = false) -> Self {
        Self(
            bottleneck: place, rise: .milliseconds(depth * 13 / 20, depth * 21 / 20), reachesGateway: reachesGateway)
    }
}
