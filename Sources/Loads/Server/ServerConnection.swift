import LinecheckSockets

/// Serves one connection from its first request to its end.
struct ServerConnection {
    let channel: ServerChannel
    let file: RandomFile
    let maximum: Int64

    func serve() {
        do throws(ServerEnd) {
            while try serveOne() {}
            channel.finish()
        } catch {
            switch error {
            case .gone: break
            case .stopped: channel.resetOnClose()
            case .malformed(let problem): refuse(ServerAnswer(refusing: problem))
            case .tooSlow: refuse(.text(.requestTimeout, "the request did not come in time"))
            }
        }
    }

    /// Whether the connection serves another request.
    private func serveOne() throws(ServerEnd) -> Bool {
        let head = try channel.nextHead()
        let answer = ServerAnswer(to: head, maximum: maximum)
        switch answer {
        case .upload: return try takeUpload(head)
        case .download(let bytes):
            let keepAlive = head.keepsAlive && head.length == 0
            try channel.send(
                ServerHead.bytes(.ok, length: bytes, type: "application/octet-stream", keepAlive: keepAlive))
            if head.method != "HEAD" { try channel.send(bytes, of: file) }
            return try endRequest(keepAlive)
        case .part(let part, let whole):
            let keepAlive = head.keepsAlive && head.length == 0
            let count = part.upperBound - part.lowerBound + 1
            try channel.send(
                ServerHead.bytes(
                    .partialContent, length: count, type: "application/octet-stream", keepAlive: keepAlive,
                    fields: ["Content-Range: bytes \(part.lowerBound)-\(part.upperBound)/\(whole)"]))
            try channel.send(count, of: file)
            return try endRequest(keepAlive)
        case .text(let status, let text, let fields):
            // A body that nobody wants is not waited for.
            let keepAlive = head.keepsAlive && head.length == 0
            try channel.send(
                ServerHead.text(status, text, keepAlive: keepAlive, withBody: head.method != "HEAD", fields: fields))
            return try endRequest(keepAlive)
        }
    }

    /// The end of an empty body has to be read before the next head.
    private func endRequest(_ keepAlive: Bool) throws(ServerEnd) -> Bool {
        guard keepAlive else { return false }
        return try channel.nextContent() == nil
    }

    private func takeUpload(_ head: HTTPRequestHead) throws(ServerEnd) -> Bool {
        // RFC 9110 §10.1.1: nothing is continued for a client of HTTP/1.0.
        if head.minorVersion >= 1, head.fields.has("expect") { try channel.send(ServerHead.proceed) }
        var taken: Int64 = 0
        while let count = try channel.nextContent() {
            taken += Int64(count)
            guard taken <= maximum else {
                refuse(.text(.contentTooLarge, "at most \(maximum) bytes"))
                throw .gone
            }
        }
        try channel.send(ServerHead.text(.ok, "\(taken)", keepAlive: head.keepsAlive))
        return head.keepsAlive
    }

    /// The last words on a connection.
    private func refuse(_ answer: ServerAnswer) {
        guard case .text(let status, let text, let fields) = answer else { return }
        guard (try? channel.send(ServerHead.text(status, text, keepAlive: false, fields: fields))) != nil else {
            return
        }
        channel.finish()
    }
}
