/// Tells a domain name that is made of our own words, `download.server.com`, from a name of the plan language,
/// `download.idle.rtt.p50`: by how it ends.
enum DomainShape {
    /// Of three letters and more; those of two are countries (RFC 1591), and no name of the language ends in two letters.
    private static let ends: Set<String> = [
        "com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "dev", "app", "cloud", "online", "site", "xyz",
        "arpa", "example", "invalid", "test", "localhost", "local", "lan", "home", "internal", "corp", "intranet",
        "private", "network", "onion", "name", "pro", "tech", "blog", "shop", "wiki", "page", "link", "live", "email",
    ]

    /// - Parameter keys: what the plan and its rules name; a probe and a phase may be written `probe.phase`.
    static func isDomain(_ run: String, beside keys: Set<String>) -> Bool {
        let labels = run.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let end = labels.last, let first = labels.first,
            labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { TextScan.isWordByte($0) || $0 >= 0x80 } }),
            !["vars", "grade", "verdict", "network"].contains(first), !labels.allSatisfy({ keys.contains(String($0)) })
        else { return false }
        let isCountry =
            end.utf8.count == 2 && end.allSatisfy { $0.isASCII && $0.isLetter }
            && labels.contains { $0.utf8.count > 2 }
        return ends.contains(String(end)) || isCountry && !keys.contains(String(first))
    }
}
