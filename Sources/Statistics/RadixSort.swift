/// Sorts ascending in three passes over eleven bits each, from the lowest (Knuth, The Art of Computer Programming vol. 3, §5.2.5).
///
/// Linear, with a second array of the same size while it runs; short arrays are sorted in place by comparing.
package func radixSort(_ values: inout [UInt32]) {
    guard values.count > 4_096 else { return values.sort() }
    var scratch = [UInt32](repeating: 0, count: values.count)
    for shift: UInt32 in [0, 11, 22] {
        var starts = [Int](repeating: 0, count: 2_048)
        for value in values { starts[Int(value >> shift & 2_047)] += 1 }
        // All have these bits alike, as the highest of short times have.
        if starts.contains(values.count) { continue }
        var next = 0
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
