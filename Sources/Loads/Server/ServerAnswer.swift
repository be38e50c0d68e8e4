/// What the server answers to a request: pure, decided from the head alone.
enum ServerAnswer: Equatable, Sendable {
    /// A short text.
    case text(ServerStatus, String, fields: [String] = [])
    /// So many random bytes.
    case download(Int64)
    /// These of so many random bytes.
    case part(ClosedRange<Int64>, of: Int64)
    /// The body is taken and counted.
    case upload
}

/// The statuses that the server uses (RFC 9110 §15).
enum ServerStatus: Int, Sendable {
    case ok = 200
    case partialContent = 206
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case lengthRequired = 411
    case contentTooLarge = 413
    case expectationFailed = 417
    case headTooLarge = 431
    case notImplemented = 501
    case unavailable = 503
    case versionNotSupported = 505

    var reason: String {
        switch self {
        case .ok: "OK"
        case .partialContent: "Partial Content"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .lengthRequired: "Length Required"
        case .contentTooLarge: "Content Too Large"
        case .expectationFailed: "Expectation Failed"
        case .headTooLarge: "Request Header Fields Too Large"
        case .notImplemented: "Not Implemented"
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}

extension ServerAnswer {
    /// - Parameter maximum: most bytes in either direction.
    init(to head: HTTPRequestHead, maximum: Int64) {
        // RFC 9112 §3.2: exactly one Host in HTTP/1.1.
        if head.minorVersion >= 1, head.fields.elements("host").count != 1 {
            self = .text(.badRequest, "exactly one Host field is needed")
            return
        }
        let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? parts[1] : ""
        switch (parts[0], head.method) {
        case ("/__down", "GET"), ("/__down", "HEAD"): self = Self.download(query: query, head, maximum: maximum)
        case ("/__up", "POST"): self = Self.upload(head, maximum: maximum)
        case ("/__ping", "GET"), ("/__ping", "HEAD"): self = .text(.ok, "pong")
        case ("/__down", _), ("/__ping", _): self = Self.wrongMethod(allow: "GET, HEAD")
        case ("/__up", _): self = Self.wrongMethod(allow: "POST")
        default: self = .text(.notFound, "here are /__down?bytes=N, /__up and /__ping")
        }
    }

    /// What is told about a request that cannot be read.
    init(refusing problem: HTTPProblem) {
        let status: ServerStatus =
            switch problem {
            case .headTooLarge: .headTooLarge
            case .unsupportedVersion: .versionNotSupported
            case .unknownTransferCoding: .notImplemented
            default: .badRequest
            }
        self = .text(status, problem.words)
    }

    private static func download(query: Substring, _ head: HTTPRequestHead, maximum: Int64) -> ServerAnswer {
        let values = query.split(separator: "&").filter { $0.hasPrefix("bytes=") }.map { $0.dropFirst(6) }
        guard values.count == 1, let value = values.first, !value.isEmpty, value.count <= 19,
            value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return .text(.badRequest, "bytes=N is needed once, a number") }
        // As the speed server of the story did: 403 and one byte.
        guard let bytes = Int64(value), bytes <= maximum else { return .text(.forbidden, "") }
        guard head.method == "GET", let part = part(of: bytes, head.fields.elements("range")) else {
            return .download(bytes)
        }
        return .part(part, of: bytes)
    }

    /// One range with a first position (RFC 9110 §14.1.2); nil for anything else, which a server may ignore (§14.2).
    private static func part(of bytes: Int64, _ ranges: [String]) -> ClosedRange<Int64>? {
        guard ranges.count == 1, let text = ranges.first, text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let first = Int64(ends[0]), let last = ends[1].isEmpty ? bytes - 1 : Int64(ends[1]), first < bytes,
            first <= last
        else { return nil }
        return first...min(last, bytes - 1)
    }

    private static func upload(_ head: HTTPRequestHead, maximum: Int64) -> ServerAnswer {
        guard head.declaresBody else { return .text(.lengthRequired, "a Content-Length or chunks are needed") }
        guard head.length ?? 0 <= maximum else { return .text(.contentTooLarge, "at most \(maximum) bytes") }
        let expectations = head.fields.elements("expect")
        guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
            return .text(.expectationFailed, "only 100-continue can be expected")
        }
        return .upload
    }

    private static func wrongMethod(allow: String) -> ServerAnswer {
        .text(.methodNotAllowed, "allowed: \(allow)", fields: ["Allow: \(allow)"])
    }
}
