import LinecheckJSON

/// What a JSON file is meant to be, by the keys that only it has.
enum DocumentKind {
    case plan, rules
    /// A line of the lab.
    case line
    /// Servers for loads, as in `plans/servers.json`.
    case servers
    /// A JSON Schema, which this program writes and does not judge.
    case schema

    init(_ root: JSONNode) {
        func has(_ key: String) -> Bool { root.member(key) != nil }
        if has("plan") || has("phases") || has("probes") {
            self = .plan
        } else if has("rules") {
            self = .rules
        } else if has("line") {
            self = .line
        } else if root.member("$schema")?.value.string?.hasPrefix("https://json-schema.org/") == true {
            self = .schema
        } else if root.members?.contains(where: { $0.value.member("download") != nil }) == true {
            self = .servers
        } else {
            self = .plan
        }
    }
}
