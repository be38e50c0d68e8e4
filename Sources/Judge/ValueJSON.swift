package import LinecheckExpressions
package import LinecheckJSON

extension JSONValue {
    /// A whole number as one, any other in the shortest text that reads back the same.
    static func decimal(_ value: Double) -> JSONValue {
        if let whole = Int64(exactly: value), value.magnitude < 9_007_199_254_740_992 { return .integer(whole) }
        return value.isFinite ? .number(value) : .null
    }

    /// A value in the unit in which it is printed: a share as a fraction of one, everything else in its smallest unit.
    package static func quantity(_ value: Double, _ type: ValueType) -> JSONValue {
        decimal(type == .ratio ? value / 1_000_000 : value)
    }
}

extension Reading {
    /// `value`, `unit` and `n`, or `unmeasured` with its reason and the bounds that are known all the same.
    func json(_ type: ValueType) -> [JSONMember] {
        let unit = JSONMember("unit", .string(type.unit ?? ""))
        let count = samples.map { [JSONMember("n", .integer(Int64($0)))] } ?? []
        if let value { return [JSONMember("value", .quantity(value, type)), unit] + count }
        var members = [JSONMember("unmeasured", .string(missing.first?.reason ?? "out of range"))]
        if interval.low.isFinite { members.append(JSONMember("at_least", .quantity(interval.low, type))) }
        if interval.high.isFinite { members.append(JSONMember("at_most", .quantity(interval.high, type))) }
        return interval.low.isFinite || interval.high.isFinite ? members + [unit] : members
    }
}

extension Side {
    var json: JSONValue {
        let of = JSONMember("of", .string(text))
        switch value {
        case .quantity(let reading): return .object([of] + reading.json(type))
        case .grade(let grade):
            if let word = grade.grade { return .object([of, JSONMember("grade", .string(word))]) }
            return .object([
                of, JSONMember("unmeasured", .string(grade.missing.first?.reason ?? "several are possible")),
                JSONMember("at_best", .string(grade.scale[grade.best])),
                JSONMember("at_worst", .string(grade.scale[grade.worst])),
            ])
        case .text(let text):
            if let possible = text.possible, possible.count == 1 {
                return .object([of, JSONMember("text", .string(possible[0]))])
            }
            return .object([
                of, JSONMember("unmeasured", .string(text.missing.first?.reason ?? "several are possible")),
                JSONMember("possible", text.possible.map { .array($0.map { .string($0) }) } ?? .null),
            ])
        }
    }

    /// In words, for a line of a report.
    package var words: String {
        switch value {
        case .quantity(let reading):
            reading.value.map { Words.quantity($0, type) }
                ?? "not measured: \(reading.missing.first?.reason ?? "out of range")"
        case .grade(let grade): grade.grade ?? "\(grade.scale[grade.best]) to \(grade.scale[grade.worst])"
        case .text(let text): text.possible?.joined(separator: " or ") ?? "unknown"
        }
    }
}

extension Comparison {
    var json: JSONValue {
        .object([
            JSONMember("comparison", .string(text)), JSONMember("truth", .string(truth.rawValue)),
            JSONMember("left", left.json), JSONMember("right", right?.json ?? .null),
            JSONMember("distance", distance.map { .quantity($0, left.type) } ?? .null),
        ])
    }
}

extension Missing {
    var json: JSONValue {
        .object([JSONMember("metric", .string(metric)), JSONMember("reason", .string(reason))])
    }
}
