public import LinecheckQuantities

/// A home line to simulate: gateway, bottleneck, provider, and the server that loads go to.
public struct SimulatedLine: Sendable {
    /// One way through the bottleneck: a queue in front of a link of a fixed rate.
    public struct Direction: Sendable {
        public var rate: BitRate
        /// How long a packet waits when the queue is full: the bufferbloat.
        public var depth: Duration

        public init(rate: BitRate, depth: Duration) {
            self.rate = rate
            self.depth = depth
        }
    }

    public enum Bottleneck: Sendable {
        /// Behind the gateway: the gateway's own answers do not wait.
        case provider
        /// Between this host and the gateway: everything waits.
        case wifi
    }

    /// What the server does with a load.
    public enum Server: Sendable, Equatable {
        case honest
        /// Answers each request with this status and one byte.
        case refusing(status: Int)
        /// Takes the connection and never moves a body byte.
        case silent
        /// Serves so long, then answers with this status and one byte.
        case failing(after: Duration, status: Int)
        /// Serves so long, then moves nothing for a while.
        case stalling(after: Duration, time: Duration)
        /// Serves so long, then resets one stream again and again, until that stream is given up.
        case resetting(after: Duration)
        /// Serves all streams but the last, which connects and gets nothing.
        case starving
        /// Sends each stream to another address first.
        case redirecting
        /// Answers 200 long before it has taken the body, and closes.
        case hasty
    }

    /// A share of the replies that take so much longer: what a shared medium does now and then.
    public struct Spike: Sendable {
        public var share: Ratio
        public var delay: Duration

        public init(share: Ratio, delay: Duration) {
            self.share = share
            self.delay = delay
        }
    }

    public var download = Direction(rate: BitRate(bitsPerSecond: 100_000_000), depth: .milliseconds(20))
    public var upload = Direction(rate: BitRate(bitsPerSecond: 20_000_000), depth: .milliseconds(25))
    public var bottleneck = Bottleneck.provider
    /// Round-trip times of an idle line.
    public var gatewayDelay = Duration.milliseconds(2)
    public var internetDelay = Duration.milliseconds(14)
    /// Mean of an exponential addition to each reply.
    public var jitter = Duration.microseconds(300)
    /// Mean of the same of the gateway's own replies.
    public var gatewayJitter = Duration.microseconds(300)
    /// Of the internet's replies, at any time.
    public var spikes: [Spike] = []
    /// Attempts that get no answer, and those besides while a queue is full.
    public var loss = Ratio(partsPerMillion: 0)
    public var lossWhenFull = Ratio(partsPerMillion: 5_000)
    /// The gateway's own attempts that get no answer.
    public var gatewayLoss = Ratio(partsPerMillion: 0)
    /// Attempts that this host's own kernel refuses to send, and replies that come twice.
    public var sendErrors = Ratio(partsPerMillion: 0)
    public var duplicates = Ratio(partsPerMillion: 0)
    /// The gateway forwards and never answers itself.
    public var gatewayIsSilent = false
    /// nil: there is no default gateway.
    public var gatewayAddress: String? = "192.0.2.1"
    /// The internet answers nothing from this moment on; nil: it always does.
    public var internetGoneAt: RunInstant?
    public var downloadServer = Server.honest
    public var uploadServer = Server.honest
    /// Somebody else's traffic through the same interface, all the time.
    public var foreignTraffic = BitRate(bitsPerSecond: 0)
    /// Of all processors of this host, by whatever else runs there.
    public var hostBusy = Ratio(partsPerMillion: 45_000)
    /// How late this host's timers wake a probe.
    public var timerLate = Duration.microseconds(70)
    /// `ethernet`, `wifi`, `cellular`.
    public var link = "ethernet"

    /// A healthy cable line.
    public init() {}

    /// A line changed from the healthy one.
    public init(_ change: (inout SimulatedLine) -> Void) { change(&self) }
}
