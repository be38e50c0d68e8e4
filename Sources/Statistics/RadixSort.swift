/// Sorts ascending in three passes over eleven bits each, from the lowest (Knuth, The Art of Computer Programming vol. 3, §5.2.5).
///
/// Linear, with a second array of the same size while it runs; short arrays are sorted in place by comparing.
package func radixSort(_ values: inout [UInt32]) {
    guard values.count > 4_096 else { return values.sort() }
    var scratch = [UInt32](unsafeUninitializedCapacity: values.count) { $1 = values.count }
    for (pass, counts) in digitCounts(values).enumerated() {
        // All have these bits alike, as the highest of short times have.
        if counts.contains(values.count) { continue }
        let shift = UInt32(pass * 11)
        var next = 0
        var starts = counts
        for digit in starts.indices { (starts[digit], next) = (next, next + starts[digit]) }
        values.withUnsafeBufferPointer { values in
            scratch.withUnsafeMutableBufferPointer { scratch in
                starts.withUnsafeMutableBufferPointer { starts in
                    for value in values {
                        let digit = Int(value >> shift & 2_047)
                        scratch[starts[digit]] = value
                        starts[digit] += 1
                    }
                }
            }
        }
        swap(&values, &scratch)
    }
}

/// How often each value of eleven bits stands at each of the three places; the highest has ten.
private func digitCounts(_ values: [UInt32]) -> [[Int]] {
    var low = [Int](repeating: 0, count: 2_048)
    var middle = low
    var high = low
    low.withUnsafeMutableBufferPointer { low in
        middle.withUnsafeMutableBufferPointer { middle in
            high.withUnsafeMutableBufferPointer { high in
                for value in values {
                    low[Int(value & 2_047)] += 1
                    middle[Int(value >> 11 & 2_047)] += 1
                    high[Int(value >> 22)] += 1
                }
            }
        }
    }
    return [low, middle, high]
}
