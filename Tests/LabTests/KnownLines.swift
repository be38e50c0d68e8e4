import LinecheckQuantities

// Rates are what two processors carry through five namespaces with ease; depths make rises that lie well inside a grade's step.
extension Line {
    /// Queues as short as they should be.
    static let clean = Line(
        name: "clean",
        access: Leg(down: Queue(.megabits(40), .lasting(.milliseconds(20))), up: shortUplink),
        allowsPingSockets: true,
        truth: Truth(
            culprit: "clean", grade: "A", download: shortDirection(.accessDown), upload: shortDirection(.accessUp)))

    /// The provider's shaper in front of the line holds a third of a second.
    static let providerQueue = Line(
        name: "provider-queue",
        access: Leg(down: Queue(.megabits(25), .lasting(.milliseconds(340))), up: shortUplink),
        truth: Truth(
            culprit: "isp-downstream", grade: "D", download: deepDirection(.accessDown, 340),
            upload: shortDirection(.accessUp)))

    /// The router's buffer in front of a slow uplink, sized in bytes as such buffers are: 256 kB at 6 Mbit/s are 341 ms.
    static let uplinkQueue = Line(
        name: "uplink-queue",
        access: Leg(
            down: shortDownlink, up: Queue(.megabits(6), .bytes(ByteCount(bytes: 256_000)))),
        truth: Truth(
            culprit: "uplink-queue", grade: "D", download: shortDirection(.accessDown),
            upload: deepDirection(.accessUp, 341)))

    /// Both directions of the line queue alike.
    static let bothQueues = Line(
        name: "both-queues",
        access: Leg(
            down: Queue(.megabits(20), .lasting(.milliseconds(150))),
            up: Queue(.megabits(10), .lasting(.milliseconds(150)))),
        truth: Truth(
            culprit: "modem-or-line", grade: "C", download: deepDirection(.accessDown, 150),
            upload: deepDirection(.accessUp, 150)))

    /// The air is slower than the line behind it.
    static let wifiQueue = Line(
        name: "wifi-queue",
        wifi: Leg(
            down: Queue(.megabits(20), .lasting(.milliseconds(160))),
            up: Queue(.megabits(15), .lasting(.milliseconds(160)))),
        access: Leg(down: Queue(.megabits(60), .lasting(.milliseconds(20))), up: shortUplink(.megabits(40))),
        truth: Truth(
            culprit: "local-wifi", grade: "C", download: deepDirection(.wifiDown, 160, reachesGateway: true),
            upload: deepDirection(.wifiUp, 160, reachesGateway: true),
            rows: ["wifi": "at-fault", "router": "ok", "isp": "ok"]))

    private static let shortDownlink = Queue(.megabits(40), .lasting(.milliseconds(20)))
    private static let shortUplink = shortUplink(.megabits(10))
    private static func shortUplink(_ rate: BitRate) -> Queue { Queue(rate, .lasting(.milliseconds(25))) }

    private static func shortDirection(_ place: Place) -> Truth.Direction {
        Truth.Direction(bottleneck: place, rise: .milliseconds(4, 29))
    }

    /// - Parameter depth: of the queue, in milliseconds. Four cubic streams keep a queue between 0.7 (their back-off, RFC 9438 §4.6) and full.
    private static func deepDirection(_ place: Place, _ depth: Int, reachesGateway: Bool = false) -> Truth.Direction {
        Truth.Direction(
            bottleneck: place, rise: .milliseconds(depth * 6 / 10, depth * 21 / 20), reachesGateway: reachesGateway)
    }
}
