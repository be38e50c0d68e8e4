public import LinecheckQuantities

extension Plan {
    /// The bytes of a load in one phase above which a guard ends the phase or the run; nil: no guard does.
    public func byteCeiling(ofLoad name: String) -> ByteCount? {
        guards.filter { candidate in
            candidate.statistic == .bytes && candidate.direction == .above && candidate.action != .goOn
                && (candidate.subject == .anyLoad || candidate.subject == .load(name))
        }.map(\.limit).min().map { ByteCount(bytes: $0) }
    }
}
