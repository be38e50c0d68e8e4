internal import LinecheckCapture
internal import LinecheckJSON
internal import LinecheckLoads

/// HTTP/1.1, one GET at a time (RFC 9112).
struct HTTPSpeaker: Speaker {
    private let url: HTTPURL
    private let authority: String
    private var parser = HTTPResponseParser()
    private var bodyBytes = 0
    private var keepsAlive = false
    private var hasAnswered = false
    /// When the final response began to arrive.
    private var began: Int64?

    /// A body beyond this is not read to its end for the sake of the next request.
    private static let bodyLimit = 1 << 20

    /// - Parameter authority: the value of Host, where that is not the URL's.
    init(_ url: HTTPURL, authority: String? = nil) {
        self.url = url
        self.authority = authority ?? url.authority
    }

    mutating func question() -> [UInt8] {
        parser = HTTPResponseParser()
        (bodyBytes, keepsAlive, hasAnswered, began) = (0, false, false, nil)
        let software = Header.Software.linecheck
        return Array(
            ("GET \(url.target) HTTP/1.1\r\nHost: \(authority)\r\nUser-Agent: \(software.name)/\(software.version)\r\n"
                + "Accept: */*\r\n\r\n").utf8)
    }

    mutating func hear(_ bytes: [UInt8], at: Int64) throws(ConversationFault) -> [Utterance] {
        var offset = 0
        var utterances: [Utterance] = []
        if began == nil { began = at }
        do throws(HTTPProblem) {
            while let event = try parser.next(bytes.span, &offset) {
                switch event {
                // What follows an interim response is not here yet, unless it came in the same piece.
                case .interim: began = offset < bytes.count ? at : nil
                case .head(let head):
                    keepsAlive = head.keepsAlive
                    hasAnswered = true
                    utterances.append(.answer(answer(head, at: began ?? at)))
                case .content(let count):
                    bodyBytes += count
                    if bodyBytes > Self.bodyLimit { utterances.append(.finished(isReusable: false)) }
                case .end: utterances.append(.finished(isReusable: keepsAlive))
                }
            }
        } catch {
            if hasAnswered { return utterances + [.finished(isReusable: false)] }
            throw ConversationFault(.httpMalformed)
        }
        return utterances
    }

    mutating func hearEnd(at: Int64) throws(ConversationFault) -> [Utterance] {
        if hasAnswered { return [.finished(isReusable: false)] }
        throw ConversationFault(parser.isBetweenMessages ? .connectionClosed : .httpMalformed)
    }

    private func answer(_ head: HTTPResponseHead, at: Int64) -> SpokenAnswer {
        let location = (300..<400).contains(head.status) ? head.fields["location"] : nil
        let target = location.flatMap { url.following($0) }?.text
        let fields = head.fields.lines.map { JSONValue.array([.string($0.name), .string($0.value)]) }
        let members: [JSONMember?] = [
            JSONMember("url", .string(url.text)), JSONMember("status", .integer(Int64(head.status))),
            JSONMember("version", .string("HTTP/1.\(head.minorVersion)")),
            head.length.map { JSONMember("length", .integer($0)) },
            location.map { JSONMember("location", .string($0)) }, target.map { JSONMember("leads_to", .string($0)) },
            // Who was sent from https to http is told so.
            target.map { JSONMember("downgraded", .bool(url.scheme == .https && $0.hasPrefix("http:"))) },
            JSONMember("fields", .array(fields)),
        ]
        // Dates and cookies change with each response; these do not.
        let identity = "\(url.text) \(head.status) \(location ?? "") \(head.fields["server"] ?? "")"
        return SpokenAnswer(
            at: at, fault: (200..<400).contains(head.status) ? nil : ConversationFault(.httpStatus, code: head.status),
            facts: ProbeFacts(identity: identity, members: members.compactMap(\.self)), location: location)
    }
}
