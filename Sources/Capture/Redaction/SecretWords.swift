/// Words that stand before a secret: `token=…`, `access_token=…`, `Authorization: …`, `Bearer …`, `ssid=…`.
enum SecretWords {
    private static let words: Set<String> = [
        "apikey", "auth", "authorization", "bearer", "bssid", "cookie", "credential", "credentials", "passphrase",
        "passwd",
        "password", "pin", "psk", "pwd", "secret", "session", "sessionid", "sid", "sig", "signature", "ssid", "token",
    ]

    /// Whether the last part of a name is one: `X-Api-Token`, `access_token`, `api_key`.
    static func end(_ name: some StringProtocol) -> Bool {
        let parts = name.lowercased().split { "-_.:%".contains($0) }
        guard let last = parts.last else { return false }
        return words.contains(String(last)) || last == "key" && parts.count > 1
    }

    /// Whether what follows reaches to the end of a line, with spaces in it.
    static func isHeader(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix("authorization") || name.hasSuffix("cookie") || name.hasSuffix("ssid")
    }
}
