/// Attempts not answered in time ÷ settled attempts that left this host, in parts per million, rounded half-even once.
///
/// - Precondition: `settled` is positive.
package func lossRatio(lost: Int, settled: Int) -> Int64 {
    roundedHalfEven(Int128(lost) * 1_000_000, by: Int128(settled))
}

/// Above a tenth of attempts that could not be sent, the rest is no fair sample of the line.
package func localErrorsSpoilLoss(localErrors: Int, settled: Int) -> Bool { localErrors * 10 > localErrors + settled }
