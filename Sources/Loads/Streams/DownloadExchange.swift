extension Exchange {
    /// Asks for the URL and counts the body as it comes.
    func download() throws(StreamEnd) -> ExchangeEnd {
        let requested = try request("GET", [])
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
    func responseHead() throws(StreamEnd) -> HTTPResponseHead {
        while true {
            if case .head(let head)? = try reader.next() { return head }
        }
    }
}
