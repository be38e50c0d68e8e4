internal import LinecheckCapture
internal import LinecheckPlan
internal import LinecheckSockets

/// A resolver's reply (RFC 1035 §4.1), as far as it tells whether and what was answered.
struct DNSReply: Equatable {
    /// The check that a message failed.
    enum Fault: Error, Equatable {
        /// Its identifier is another question's: a late reply, or a forged one.
        case identifier
        /// It answers another question.
        case question
        case malformed
    }

    /// With the upper bits of EDNS (RFC 6891 §6.1.3).
    var code: Int
    var isTruncated: Bool
    /// AD: the resolver vouches for DNSSEC (RFC 4035 §3.2.3).
    var isAuthenticated: Bool
    /// `A 192.0.2.1`, sorted, since resolvers turn them around.
    var records: [String]
    /// Among them one of the type that was asked for.
    var hasAnswer: Bool
    /// INFO-CODE of an extended error (RFC 8914).
    var extendedErrors: [Int]

    /// Why this is not the answer that was asked for; nil: it is.
    var fault: ConversationFault? {
        let word: FailureWord
        switch code {
        case 0 where hasAnswer: return nil
        case 0: word = .dnsNodata
        case 2: word = .dnsServfail
        case 3: word = .dnsNxdomain
        case 5: word = .dnsRefused
        default: word = .dnsError
        }
        return ConversationFault(word, code: code)
    }
}

extension DNSReply {
    init(_ message: [UInt8], to question: DNSQuestion, id: UInt16) throws(Fault) {
        var reader = DNSReader(message)
        guard let found = reader.word(), let flags = reader.word(), let counts = reader.words(4) else {
            throw .malformed
        }
        guard found == id, flags & 0x8000 != 0 else { throw .identifier }
        code = Int(flags & 0xF)
        isTruncated = flags & 0x0200 != 0
        isAuthenticated = flags & 0x0020 != 0
        records = []
        hasAnswer = false
        extendedErrors = []
        // Servers that cannot make sense of a question return none (FORMERR).
        if counts[0] > 0 || code != 1 {
            guard counts[0] == 1, let name = reader.name(), let type = reader.word(), reader.word() == 1 else {
                throw .malformed
            }
            guard name.lowercased() == question.name.lowercased(), type == question.type else { throw .question }
        }
        for section in 1...3 {
            for _ in 0..<counts[section] {
                guard let record = reader.record() else {
                    // What was cut off ends in the middle of a record.
                    if isTruncated { return }
                    throw .malformed
                }
                try take(record, section, question)
            }
        }
        records.sort()
    }

    private mutating func take(
        _ record: DNSReader.Record, _ section: Int, _ question: DNSQuestion
    ) throws(Fault) {
        if section == 1 {
            guard let text = record.text else { throw .malformed }
            records.append(text)
            if record.type == question.type { hasAnswer = true }
        }
        guard section == 3, record.type == 41 else { return }
        code |= Int(record.timeToLive >> 24) << 4
        var options = record.data[...]
        while options.count >= 4 {
            let number = Int(options.removeFirst()) << 8 | Int(options.removeFirst())
            let length = Int(options.removeFirst()) << 8 | Int(options.removeFirst())
            guard length <= options.count else { throw .malformed }
            // Option 15 is the extended error; its first two bytes are the code.
            if number == 15, length >= 2 {
                extendedErrors.append(Int(options[options.startIndex]) << 8 | Int(options[options.startIndex + 1]))
            }
            options = options.dropFirst(length)
        }
    }
}
