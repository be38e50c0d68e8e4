/// Puts the value of a rank, counted from 0, where it would stand in ascending order: smaller ones before it, larger ones
/// behind. Quickselect with the median of three as pivot (Hoare 1961, Algorithm 65: Find).
///
/// Linear for what a line measures; values that make it slow are sorted instead, so it is never quadratic.
///
/// - Precondition: there is a value of that rank.
package func select(_ rank: Int, in values: inout [UInt32]) -> UInt32 {
    var (low, high) = (0, values.count - 1)
    var rounds = 0
    while low < high {
        rounds += 1
        guard rounds < 100 else {
            radixSort(&values)
            break
        }
        let (first, middle, last) = (values[low], values[(low + high) / 2], values[high])
        let pivot = max(min(first, middle), min(max(first, middle), last))
        let (left, right) = partition(&values, low, high, around: pivot)
        if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
}

/// - Returns: `left` and `right` with right < left: up to `right` nothing is above the pivot, from `left` on nothing below, and
///   between them all are equal to it.
private func partition(_ values: inout [UInt32], _ low: Int, _ high: Int, around pivot: UInt32) -> (Int, Int) {
    values.withUnsafeMutableBufferPointer { values in
        var (left, right) = (low, high)
        while left <= right {
            while values[left] < pivot { left += 1 }
            while values[right] > pivot { right -= 1 }
            if left <= right {
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
        }
        return (left, right)
    }
}
