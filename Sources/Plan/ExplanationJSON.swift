public import LinecheckJSON
import LinecheckQuantities

extension PlanExplanation {
    /// Times in ns, sizes in bytes; null where there is no limit.
    public var json: JSONValue {
        .object([
            JSONMember("duration", .integer(duration.nanoseconds)),
            JSONMember("duration_at_most", .integer(durationAtMost.nanoseconds)),
            JSONMember("attempts", .integer(Int64(attempts))),
            JSONMember("bytes_at_most", bytesAtMost.map { .integer($0.bytes) } ?? .null),
            JSONMember("phases", .array(phases.map(\.json))), JSONMember("probes", .array(probes.map(\.json))),
            JSONMember("loads", .array(loads.map(\.json))),
            JSONMember("privileges", .array(privileges.map { .string($0) })),
        ])
    }
}

extension PlanExplanation.PhaseSpan {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("group", .orNull(group)),
            JSONMember("starts", .integer(starts.nanoseconds)), JSONMember("ends", .integer(ends.nanoseconds)),
            JSONMember("latest_end", .integer(latestEnd.nanoseconds)),
            JSONMember("settle", .integer(settle.nanoseconds)),
            JSONMember("probes", .array(probes.map { .string($0) })),
            JSONMember("loads", .array(loads.map { .string($0) })), JSONMember("in_order", .bool(inOrder)),
            JSONMember("when", .orNull(when)),
        ])
    }
}

extension PlanExplanation.ProbeUse {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("type", .string(kind.rawValue)),
            JSONMember("target", .string(target)), JSONMember("interval", .integer(interval.nanoseconds)),
            JSONMember("attempts", .integer(Int64(attempts))), JSONMember("optional", .bool(optional)),
        ])
    }
}

extension PlanExplanation.LoadUse {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("name", .string(name)), JSONMember("direction", .string(direction.rawValue)),
            JSONMember("url", .string(url)), JSONMember("streams", .integer(Int64(streams))),
            JSONMember("phases", .array(phases.map { .string($0) })),
            JSONMember("bytes_at_most", bytesAtMost.map { .integer($0.bytes) } ?? .null),
        ])
    }
}
