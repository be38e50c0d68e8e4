internal import LinecheckCapture
internal import LinecheckJSON
internal import LinecheckLoads

/// DNS over HTTPS (RFC 8484), by HTTP/2 where it was agreed on, which many servers insist on (§5.2), else by HTTP/1.1.
struct HTTPSDNSSpeaker: Speaker {
    private let asked: DNSQuestion
    private let path: String
    private let authority: String
    private let agreed: String
    private var stream: HTTP2Stream?
    private var parser = HTTPResponseParser()
    private var status = 0
    private var type: String?
    private var keepsAlive = true
    private var body: [UInt8] = []

    private static let mediaType = "application/dns-message"

    /// - Parameter agreed: the protocol of ALPN; nil: none was agreed on, which means HTTP/1.1.
    init(_ question: DNSQuestion, path: String, authority: String, agreed: String?) {
        asked = question
        self.path = path
        self.authority = authority
        self.agreed = agreed ?? "http/1.1"
        stream = agreed == "h2" ? HTTP2Stream() : nil
    }

    /// The identifier is 0, so that equal questions are equal for caches (§4.1).
    mutating func question() -> [UInt8] {
        let message = asked.message(id: 0)
        (status, type, body) = (0, nil, [])
        if stream != nil {
            return stream?.request(
                [
                    ":method": "POST", ":scheme": "https", ":authority": authority, ":path": path,
                    "accept": Self.mediaType, "content-type": Self.mediaType, "content-length": "\(message.count)",
                ], body: message) ?? []
        }
        parser = HTTPResponseParser()
        let head =
            "POST \(path) HTTP/1.1\r\nHost: \(authority)\r\nAccept: \(Self.mediaType)\r\n"
            + "Content-Type: \(Self.mediaType)\r\nContent-Length: \(message.count)\r\n\r\n"
        return Array(head.utf8) + message
    }

    mutating func hear(_ bytes: [UInt8], at: Int64) throws(ConversationFault) -> [Utterance] {
        guard stream != nil else { return try hearHTTP1(bytes, at: at) }
        var utterances: [Utterance] = []
        for event in try stream?.hear(bytes) ?? [] {
            switch event {
            case .write(let bytes): utterances.append(.write(bytes))
            case .head(let status, let fields):
                self.status = status
                type = fields["content-type"]
            case .body(let bytes): try keep(bytes)
            case .end(let isReusable): utterances += try answer(at: at, isReusable: isReusable)
            }
        }
        return utterances
    }

    private mutating func hearHTTP1(_ bytes: [UInt8], at: Int64) throws(ConversationFault) -> [Utterance] {
        var offset = 0
        var utterances: [Utterance] = []
        do {
            while let event = try parser.next(bytes.span, &offset) {
                switch event {
                case .interim: break
                case .head(let head):
                    status = head.status
                    type = head.fields["content-type"]
                    keepsAlive = head.keepsAlive
                case .content(let count): try keep(Array(bytes[offset - count..<offset]))
                case .end: utterances += try answer(at: at, isReusable: keepsAlive)
                }
            }
        } catch let fault as ConversationFault {
            throw fault
        } catch {
            throw ConversationFault(.httpMalformed)
        }
        return utterances
    }

    private mutating func keep(_ bytes: [UInt8]) throws(ConversationFault) {
        body += bytes
        guard body.count <= 65_535 else { throw ConversationFault(.dnsMalformed) }
    }

    private func answer(at: Int64, isReusable: Bool) throws(ConversationFault) -> [Utterance] {
        let transport = "https " + agreed
        var answer = SpokenAnswer(
            at: at, bytes: body.count,
            facts: ProbeFacts(
                identity: "\(transport) \(status)",
                members: [JSONMember("transport", .string(transport)), JSONMember("status", .integer(Int64(status)))]))
        let mediaType = type?.prefix { $0 != ";" }.lowercased().trimmed
        if !(200..<300).contains(status) {
            answer.fault = ConversationFault(.httpStatus, code: status)
        } else if mediaType != Self.mediaType {
            answer.fault = ConversationFault(.dnsMalformed)
        } else if let reply = try? DNSReply(body, to: asked, id: 0) {
            answer.fault = reply.isTruncated ? ConversationFault(.dnsMalformed) : reply.fault
            answer.facts = reply.facts(asked, over: transport, bytes: body.count)
        } else {
            answer.fault = ConversationFault(.dnsMalformed)
        }
        return [.answer(answer), .finished(isReusable: isReusable)]
    }

    mutating func hearEnd(at: Int64) throws(ConversationFault) -> [Utterance] {
        if stream == nil, status != 0, (try? parser.endOfInput()) == .end {
            return try answer(at: at, isReusable: false)
        }
        throw ConversationFault(.connectionClosed)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
