extension Int64 {
    /// The sum, or the largest number where it would be more: counts of a forged capture may add up to anything.
    func cappedSum(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? .max : sum
    }
}
