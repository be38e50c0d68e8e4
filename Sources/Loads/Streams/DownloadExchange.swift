import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

extension Exchange {
    /// Asks for the URL and counts the body as it comes.
    func download() throws(StreamEnd) -> ExchangeEnd {
        let asked = try context.promise(upTo: .max)
        reader.promise = asked ?? 0
        defer {
            context.limits.release(reader.promise)
            reader.promise = 0
        }
        // RFC 9110 §14.2: a server may send all of it instead, and then what comes beyond is not read.
        let requested = try request("GET", asked.map { ["Range: bytes=0-\($0 - 1)"] } ?? [])
        let head = try responseHead()
        if let next = try redirection(head, requested: requested) { return .redirected(next) }
        guard head.isSuccess else { try reject(head, requested: requested) }
        recordResponse(head, requested: requested)
        var isEmpty = true
        while case .content(let count)? = try reader.next() {
            isEmpty = false
            meter.read(Int64(count))
            context.moved()
        }
        if isEmpty { throw .lost("HTTP \(head.status) from \(url.host) without a body") }
        return head.keepsAlive ? .again : .close("\(url.host) closes after each response")
    }

    /// The next final or redirecting head, without a deadline: a phase has one.
    ///
    /// Interim responses are passed over (RFC 9110 §15.2), but where they are all that comes, the stream ends a little before
    /// the load's time for its first byte does, and says so.
    func responseHead() throws(StreamEnd) -> HTTPResponseHead {
        let patience = context.began + context.load.startWithin.nanoseconds / 10 * 9
        var interim: Int?
        while true {
            let deadline = interim == nil || context.isMoving ? nil : patience
            let event = try reader.next(until: deadline)
            switch event {
            case .head(let head): return head
            case .interim(let status): interim = status
            default: break
            }
            if let status = interim, !context.isMoving, KernelClock.monotonic >= patience {
                throw .dead("no response from \(url.host) but interim ones, the last HTTP \(status)")
            }
        }
    }
}
