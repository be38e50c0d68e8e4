import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// The life of one stream, on a thread of its own: connections one after another, exchanges on each.
final class StreamWorker {
    private let context: LoadContext
    private let stream: Int
    private let meter: StreamMeter
    /// Where the last redirect led; later requests go there at once.
    private var url: HTTPURL
    private var policy = ReopenPolicy()
    /// Redirects that the request in hand followed.
    private var redirects = 0

    init(_ context: LoadContext, stream: Int, url: HTTPURL) {
        self.context = context
        self.stream = stream
        self.meter = context.meters[stream]
        self.url = url
    }

    /// Returns when the load is stopped or the stream cannot go on.
    func run() {
        do throws(StreamEnd) {
            while true { try serveAndReopen() }
        } catch {
            switch error {
            case .stopped: break
            case .rejected(let reason): context.failed(reason)
            case .lost(let reason), .dead(let reason):
                context.record(stream, .dead) { $0.reason = reason }
                context.failed(reason)
            }
        }
    }

    /// One connection and the pause after it.
    private func serveAndReopen() throws(StreamEnd) {
        let before = meter.total
        let reason: String
        var ending = ReopenPolicy.Ending.orderly
        do throws(StreamEnd) {
            switch try serveConnection() {
            case .redirected(let next):
                redirects += 1
                guard redirects <= context.load.redirects else {
                    throw StreamEnd.dead("more than \(context.load.redirects) redirects, the last to \(next.text)")
                }
                url = next
                return
            case .close(let words): reason = words
            case .again: reason = ""
            }
        } catch .lost(let words) {
            reason = words
            ending = .broken
        }
        guard let wait = policy.connectionEnded(ending, moved: meter.total - before) else { throw .dead(reason) }
        context.record(stream, .reopen) { $0.reason = reason }
        guard wait == .zero || context.waker.sleep(until: KernelClock.monotonic + wait.nanoseconds) else {
            throw .stopped
        }
        try context.checkStopped()
    }

    /// Exchanges back to back for as long as the connection lasts.
    private func serveConnection() throws(StreamEnd) -> ExchangeEnd {
        let proxy = try context.proxy(for: url)
        let connection = try open(through: proxy)
        let reader = ResponseReader(connection, context: context)
        while true {
            let exchange = Exchange(
                context: context, stream: stream, url: url, proxy: url.scheme == .http ? proxy : nil,
                connection: connection, reader: reader, meter: meter)
            let end: ExchangeEnd
            switch context.load.direction {
            case .download: end = try exchange.download()
            case .upload: end = try exchange.upload(try context.body())
            }
            if case .redirected = end { return end }
            redirects = 0
            guard end == .again else { return end }
        }
    }

    private func open(through proxy: HTTPURL?) throws(StreamEnd) -> Connection {
        let tls: TLSContext? = url.scheme == .https ? try context.tls() : nil
        let next = proxy ?? url
        // A little less than the load has for its first byte, so that the phase ends with the resolver's name in its reason.
        let address = try context.pins.address(
            of: next.host, called: proxy.map { "the proxy \($0.host)" }, context.load.family, waker: context.waker,
            within: context.load.startWithin * 9 / 10
        ).with(port: next.port)
        let tunnel = tls == nil ? nil : proxy.map { ProxyTunnel(proxy: $0, host: url.host, port: url.port) }
        let connection = try Connection(
            to: address, host: url.host, isProxy: proxy != nil, tunnel: tunnel, tls: tls,
            options: try context.options(), meter: meter,
            waker: context.waker, within: context.load.startWithin)
        context.record(stream, .connect) { event in
            event.host = url.host
            event.address = address.host
            event.proxy = proxy?.text
            event.connect = connection.connectTime
            event.tls = connection.tlsTime
            event.congestion = connection.congestion
        }
        return connection
    }
}
