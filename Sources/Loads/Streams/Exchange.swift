import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

/// What comes after an exchange.
enum ExchangeEnd: Equatable, Sendable {
    /// Another one on the same connection.
    case again
    /// Another one on a new connection; why.
    case close(String)
    /// The same request, elsewhere.
    case redirected(HTTPURL)
}

/// One request and its response. What both directions share is here.
struct Exchange {
    /// Most of a refusing response's body that is read, to tell its size.
    private static let refusalLimit: Int64 = 65_536
    private static let refusalTime = Duration.milliseconds(200)

    let context: LoadContext
    let stream: Int
    let url: HTTPURL
    /// The proxy that is asked for the whole URL (RFC 9112 §3.2.2); nil: none, or TLS leads through it.
    let proxy: HTTPURL?
    let connection: Connection
    let reader: ResponseReader
    let meter: StreamMeter

    /// Sends the head and records it; the moment it went out, CLOCK_MONOTONIC in ns.
    func request(_ method: String, _ fields: [String]) throws(StreamEnd) -> Int64 {
        let target = proxy == nil ? url.target : url.text
        let own = context.load.headers
        let usual = [("User-Agent", UserAgent.text), ("Accept", "*/*"), ("Accept-Encoding", "identity")].filter {
            usual in
            !own.contains { $0.name.lowercased() == usual.0.lowercased() }
        }
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: \(url.authority)"] + usual.map { "\($0.0): \($0.1)" }
            + own.map { "\($0.name): \($0.value)" } + fields + ["", ""]
        try connection.write(head: Array(lines.joined(separator: "\r\n").utf8))
        context.record(stream, .request) { $0.host = url.host }
        return KernelClock.monotonic
    }

    /// Records a final or redirecting response.
    func recordResponse(
        _ head: HTTPResponseHead, requested: Int64, bytes: Int64? = nil, location: String? = nil, reason: String? = nil
    ) {
        context.record(stream, .response) { event in
            event.status = head.status
            event.location = location
            event.host = url.host
            event.proxy = proxy?.text
            event.firstByte = .nanoseconds(max(0, reader.began - requested))
            event.bytes = bytes
            event.reason = reason
        }
    }

    /// Where the response leads, when it is a redirect that may be followed; nil when it is final.
    func redirection(_ head: HTTPResponseHead, requested: Int64) throws(StreamEnd) -> HTTPURL? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.fields["location"] else {
            return nil
        }
        recordResponse(head, requested: requested, location: URIReference(location).withoutUserinfo.text)
        guard let next = url.following(location) else {
            let shown = URIReference(location).withoutUserinfo.text
            throw .dead("\(url.host) redirected to what is no http URL: \(shown)")
        }
        if url.scheme == .https, next.scheme == .http {
            throw .dead("\(url.host) redirected from https to http (\(next.host))")
        }
        return next
    }

    /// A final response that is not 2xx: reads what little comes with it, records, and ends the stream.
    func reject(_ head: HTTPResponseHead, requested: Int64) throws(StreamEnd) -> Never {
        let deadline = KernelClock.monotonic + Self.refusalTime.nanoseconds
        var bytes: Int64 = 0
        do throws(StreamEnd) {
            while bytes < Self.refusalLimit, case .content(let count)? = try reader.next(until: deadline) {
                bytes += Int64(count)
            }
        } catch  where error != .stopped {
            // The connection ended in the middle of the refusal: what came is counted.
        }
        if context.load.direction == .download { meter.read(bytes) }
        recordResponse(head, requested: requested, bytes: bytes)
        throw .rejected(
            FailureWording.status(
                head.status, host: FailureWording.party(head.status, host: url.host, proxy: proxy), bytes: bytes))
    }
}
