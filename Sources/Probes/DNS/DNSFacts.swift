internal import LinecheckJSON

extension DNSReply {
    /// What the `result` record tells of a reply. Times to live are left out: they are never the same twice.
    func facts(_ question: DNSQuestion, over transport: String, bytes: Int) -> ProbeFacts {
        let members: [JSONMember] = [
            JSONMember("transport", .string(transport)), JSONMember("rcode", .integer(Int64(code))),
            JSONMember("answers", .array(records.map { .string($0) })),
            JSONMember("authenticated", .bool(isAuthenticated)),
            JSONMember("extended_errors", .array(extendedErrors.map { .integer(Int64($0)) })),
            JSONMember("bytes", .integer(Int64(bytes))),
        ]
        return ProbeFacts(
            identity: "\(transport) \(code) \(records) \(isAuthenticated) \(extendedErrors)", members: members)
    }
}
