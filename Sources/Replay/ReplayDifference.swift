public import LinecheckJSON

/// The first thing that came out otherwise than it was recorded.
public struct ReplayDifference: Equatable, Sendable {
    /// `/grades/bufferbloat/grade`, or the kind of record.
    public var field: String
    public var recorded: String
    public var replayed: String
    /// Lines of the capture that it rests on; nil when it rests on all of them.
    public var lines: ClosedRange<Int>?
    /// The first metric that differs, where the field is not one itself.
    public var cause: Cause?

    /// A metric that a differing grade, answer or score rests on.
    public struct Cause: Equatable, Sendable {
        public var metric: String
        public var recorded: String
        public var replayed: String
    }

    public init(field: String, recorded: String, replayed: String, lines: ClosedRange<Int>? = nil) {
        self.field = field
        self.recorded = recorded
        self.replayed = replayed
        self.lines = lines
    }

    /// The first difference of two JSON texts that are not the same; where they are the same values, of their lines.
    ///
    /// - Parameter file: what to call it when one of the two is missing.
    public init(texts recorded: String?, _ replayed: String?, file: String) {
        guard let recorded, let replayed else {
            let words = { (text: String?) in text == nil ? "absent" : "a text" }
            self.init(field: file, recorded: words(recorded), replayed: words(replayed))
            return
        }
        if let left = try? JSONReader.read(SourceText(name: file, text: recorded)).plain,
            let right = try? JSONReader.read(SourceText(name: file, text: replayed)).plain,
            let found = Self.first(left, right)
        {
            self = found
            return
        }
        let pair = zip(recorded.split(separator: "\n"), replayed.split(separator: "\n")).first { $0 != $1 }
        self.init(
            field: file, recorded: pair.map { String($0.0) } ?? "so many lines",
            replayed: pair.map { String($0.1) } ?? "another number of them")
    }

    /// One sentence with field, both values, the metric behind them and lines.
    public var text: String {
        let place = lines.map {
            $0.count == 1 ? " (line \($0.lowerBound))" : " (lines \($0.lowerBound)–\($0.upperBound))"
        }
        let reason = cause.map { ", since \($0.metric) was \($0.recorded), is now \($0.replayed)" }
        return "\(field) was \(recorded), is now \(replayed)\(reason ?? "")\(place ?? "")"
    }

    public var json: JSONValue {
        .object([
            JSONMember("field", .string(field)), JSONMember("recorded", .string(recorded)),
            JSONMember("replayed", .string(replayed)), JSONMember("metric", .orNull(cause?.metric)),
            JSONMember(
                "lines",
                lines.map { .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))]) } ?? .null),
        ])
    }

    /// The first difference between two values, by RFC 6901 pointer; nil when they are equal.
    static func first(_ recorded: JSONValue, _ replayed: JSONValue, at pointer: String = "") -> ReplayDifference? {
        guard recorded != replayed else { return nil }
        switch (recorded, replayed) {
        case (.object(let left), .object(let right)):
            for (index, member) in left.enumerated() {
                guard index < right.count, right[index].key == member.key else {
                    let found = index < right.count ? right[index].key : "nothing"
                    return ReplayDifference(field: "\(pointer)/\(member.key)", recorded: member.key, replayed: found)
                }
                if let found = first(member.value, right[index].value, at: "\(pointer)/\(member.key)") { return found }
            }
        case (.array(let left), .array(let right)):
            for (index, pair) in zip(left, right).enumerated() {
                if let found = first(pair.0, pair.1, at: "\(pointer)/\(index)") { return found }
            }
        default: break
        }
        return ReplayDifference(field: pointer, recorded: shortened(recorded), replayed: shortened(replayed))
    }

    private static func shortened(_ value: JSONValue) -> String {
        let text = value.canonicalText
        return text.count > 80 ? text.prefix(77) + "…" : text
    }
}
