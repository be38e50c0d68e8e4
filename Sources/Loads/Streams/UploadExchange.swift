import Glibc
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

extension Exchange {
    /// Most that one write is offered; also how often an early answer is looked for while nothing blocks.
    private static var writeAtOnce: Int { 1 << 20 }

    /// Sends one body. It is counted by the meter as it is acknowledged, not here.
    func upload(_ file: RandomFile) throws(StreamEnd) -> ExchangeEnd {
        let asked = try context.promise(upTo: context.load.body.bytes)
        var promise = asked ?? 0
        defer { context.limits.release(promise) }
        let size = asked ?? context.load.body.bytes
        let requested = try request("POST", ["Content-Type: application/octet-stream", "Content-Length: \(size)"])
        let sent: Int64
        let early: HTTPResponseHead?
        (sent, early) = try send(size, of: file, &promise)
        let head: HTTPResponseHead
        if let early { head = early } else { head = try responseHead() }
        if let next = try redirection(head, requested: requested) {
            // RFC 9110 §15.4: 301 and 302 are followed with GET by common practice, 303 by definition.
            guard head.status >= 307 else { throw .dead("\(url.host) redirected the upload to a GET") }
            return .redirected(next)
        }
        guard head.isSuccess else { try reject(head, requested: requested) }
        if early != nil {
            // How much was sent is in `bytes`: equal reasons are counted together.
            let reason = "answered before the body was taken"
            recordResponse(head, requested: requested, bytes: sent, reason: reason)
            return .close("\(url.host) \(reason)")
        }
        recordResponse(head, requested: requested, bytes: size)
        while case .content? = try reader.next() {}
        return head.keepsAlive ? .again : .close("\(url.host) closes after each response")
    }

    /// Writes the body until it is out or a final response comes first.
    private func send(
        _ size: Int64, of file: RandomFile, _ promise: inout Int64
    ) throws(StreamEnd) -> (sent: Int64, early: HTTPResponseHead?) {
        var sent: Int64 = 0
        var offset = 0
        var unwatched = 0
        while sent < size {
            try connection.checkStopped()
            let wanted = Int(min(size - sent, Int64(min(file.bytes.count - offset, Self.writeAtOnce))))
            let count = try context.grant(wanted)
            let result = try write(file, offset, count)
            try context.limits.settle(result.transfer, of: count, promise: &promise, waker: context.waker)
            switch result {
            case .sent(let written):
                sent += Int64(written)
                offset = (offset + written) % file.bytes.count
                unwatched += written
                guard unwatched >= Self.writeAtOnce else { continue }
            case .blocked(let events): _ = try connection.wait(events | reader.wanted)
            case .broken(let error):
                guard let head = try? answerLeft() else { throw error }
                return (sent, head)
            }
            unwatched = 0
            if let head = try answerNow() { return (sent, head) }
        }
        return (sent, nil)
    }

    private enum Written {
        case sent(Int)
        case blocked(Int32)
        case broken(StreamEnd)

        /// What went out, for the limits of the load.
        var transfer: Transfer {
            if case .sent(let count) = self { .moved(count) } else { .awaitsWriting }
        }
    }

    private func write(_ file: RandomFile, _ offset: Int, _ count: Int) throws(StreamEnd) -> Written {
        do throws(StreamEnd) {
            switch try connection.write(file, from: offset, count: count) {
            case .moved(let written): return .sent(written)
            case .awaitsReading: return .blocked(POLLIN)
            case .awaitsWriting, .ended: return .blocked(POLLOUT)
            }
        } catch .stopped {
            throw .stopped
        } catch {
            return .broken(error)
        }
    }

    /// A final head that has come already; interim responses are passed over.
    private func answerNow() throws(StreamEnd) -> HTTPResponseHead? {
        while let event = try reader.poll() {
            if case .head(let head) = event { return head }
        }
        return nil
    }

    /// A server that refuses a body answers and closes; the reset that follows breaks our writing first, while its
    /// answer is still in the receive queue.
    private func answerLeft() throws(StreamEnd) -> HTTPResponseHead? {
        guard connection.isPlain else { return nil }
        return try answerNow()
    }
}
