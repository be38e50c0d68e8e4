internal import LinecheckCapture

/// DNS over TCP or TLS: each message with its length before it (RFC 1035 §4.2.2, RFC 7766, RFC 7858).
struct StreamDNSSpeaker: Speaker {
    let asked: DNSQuestion
    /// `tcp`, `tls`.
    let transport: String
    private var id: UInt16 = 0
    private var input: [UInt8] = []

    init(_ question: DNSQuestion, over transport: String) {
        asked = question
        self.transport = transport
    }

    /// Length and message in one piece (RFC 7766 §8): some servers take the first segment for all there is.
    mutating func question() -> [UInt8] {
        id = .random(in: .min ... .max)
        let message = asked.message(id: id)
        return [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    }

    mutating func hear(_ bytes: [UInt8], at: Int64) throws(ConversationFault) -> [Utterance] {
        input += bytes
        var utterances: [Utterance] = []
        while input.count >= 2 {
            let length = Int(input[0]) << 8 | Int(input[1])
            guard input.count >= 2 + length else { break }
            let message = Array(input[2..<2 + length])
            input.removeFirst(2 + length)
            do throws(DNSReply.Fault) {
                let reply = try DNSReply(message, to: asked, id: id)
                // Cut off where nothing limits it.
                let fault = reply.isTruncated ? ConversationFault(.dnsMalformed) : reply.fault
                let facts = reply.facts(asked, over: transport, bytes: length)
                utterances += [
                    .answer(SpokenAnswer(at: at, fault: fault, bytes: length, facts: facts)),
                    .finished(isReusable: true),
                ]
            } catch {
                // A late answer to the question before is passed over.
                guard error != .malformed else { throw ConversationFault(.dnsMalformed) }
            }
        }
        return utterances
    }

    mutating func hearEnd(at: Int64) throws(ConversationFault) -> [Utterance] {
        throw ConversationFault(input.isEmpty ? .connectionClosed : .dnsMalformed)
    }
}
