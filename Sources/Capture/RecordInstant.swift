public import LinecheckQuantities

extension Record {
    /// The record's `t`; nil for those that have none.
    public var instant: RunInstant? {
        switch self {
        case .header, .verdict, .unknown: nil
        case .target(let target): target.at
        case .phase(let change): change.at
        case .event(let event): event.at
        case .sample(let sample): sample.at
        case .late(let reply), .duplicate(let reply): reply.at
        case .foreign(let reply): reply.at
        case .bytes(let total): total.at
        case .stream(let event): event.at
        case .tcp(let state): state.at
        case .selfCheck(let check): check.at
        case .result(let result): result.at
        case .guardTrip(let trip): trip.at
        case .gap(let gap): gap.at
        case .recovered(let lost): lost.at
        case .sync(let sync): sync.at
        case .end(let end): end.at
        }
    }
}
