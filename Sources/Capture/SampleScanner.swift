import Glibc

/// Reads lines of plain samples straight from the bytes, in the writer's own order of keys.
///
/// It takes a line only if every byte of it is as this version's writer puts it: of `rtt` or `lost`, then `ttl` and `bytes` if
/// they are there, with numbers of at most fifteen digits that fit into a ``PlainSample``. At the first other byte it stops in
/// front of that line, and the general reader has it. So this can only be fast, never wrong.
struct SampleScanner {
    /// Of a line without its probe's name: the words, and five numbers; then what is read at once behind the last of them.
    private static let mostBesideName = 160

    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: UnsafePointer<UInt8>
    /// More bytes than any line takes.
    private let longest: Int
    /// ``ProbeNames``, without counting references for each line.
    private let names: UnsafeBufferPointer<UInt8>
    private let bounds: UnsafeBufferPointer<Int>
    private let shapes: SampleShapes
    private var position = 0
    /// Of the line before.
    private var probe = 0
    /// Where the next line begins that is not taken yet.
    private var taken = 0

    /// Appends the plain samples at the beginning of some bytes to a batch.
    ///
    /// - Returns: how many bytes they are.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ shapes: SampleShapes, into batch: inout [PlainSample]
    ) -> Int {
        guard let start = bytes.baseAddress, shapes.probes.count > 0 else { return 0 }
        return shapes.probes.text.withUnsafeBufferPointer { names in
            shapes.probes.bounds.withUnsafeBufferPointer { bounds in
                var scanner = SampleScanner(
                    bytes: bytes, start: start, longest: mostBesideName + names.count, names: names, bounds: bounds,
                    shapes: shapes)
                scanner.takeAll(into: &batch)
                return scanner.taken
            }
        }
    }

    private mutating func takeAll(into batch: inout [PlainSample]) {
        // An array asks for each element whether it may grow in place, which took longer than reading the line.
        withUnsafeTemporaryAllocation(of: PlainSample.self, capacity: 256) { some in
            var count = 0
            repeat {
                count = 0
                while count < some.count, let sample = next() {
                    some.initializeElement(at: count, to: sample)
                    count += 1
                }
                batch.append(contentsOf: UnsafeMutableBufferPointer(rebasing: some[..<count]))
            } while count == some.count
        }
    }

    /// The next line, if it is a plain sample and all of it is here.
    @inline(__always)
    private mutating func next() -> PlainSample? {
        let expected = shapes.followers[probe]
        if let shape = shapes.latest[expected], taken &+ shape.reach <= bytes.count,
            let (sample, length) = shape.sample(start + taken, of: expected)
        {
            probe = expected
            taken = taken &+ length
            return sample
        }
        position = taken
        return position &+ longest <= bytes.count ? line(isWhole: true) : line(isWhole: false)
    }

    /// - Parameter isWhole: as many bytes are here as any plain sample may take, so that nobody has to look where they end.
    @inline(__always)
    private mutating func line(isWhole: Bool) -> PlainSample? {
        guard take("{\"type\":\"sample\",\"probe\":\"", isWhole), let found = takeProbe(isWhole) else { return nil }
        let toSequence = position &- taken
        guard let sequence = number(isWhole) else { return nil }
        let behindSequence = position &- taken
        guard take(",\"t\":", isWhole) else { return nil }
        let toTime = position &- taken
        guard let sentAt = number(isWhole) else { return nil }
        let behindTime = position &- taken
        var rtt: Int64?
        var answer: Range<Int>?
        if take(",\"rtt\":", isWhole) {
            let toAnswer = position &- taken
            guard let time = number(isWhole) else { return nil }
            rtt = time
            answer = toAnswer..<position &- taken
        } else if !take(",\"lost\":\"timeout\"", isWhole) {
            return nil
        }
        if take(",\"ttl\":", isWhole), number(isWhole) == nil { return nil }
        if take(",\"bytes\":", isWhole), number(isWhole) == nil { return nil }
        guard take("}\n", isWhole),
            let sample = PlainSample(probe: found, sequence: sequence, sentAt: sentAt, rtt: rtt)
        else { return nil }
        if let answer {
            shapes.keep(
                UnsafeRawBufferPointer(start: start + taken, count: position &- taken), of: found,
                sequence: toSequence..<behindSequence, sentAt: toTime..<behindTime, rtt: answer)
        }
        shapes.followers[probe] = found
        probe = found
        taken = position
        return sample
    }

    /// A literal's length is known to the compiler, which then compares words instead of bytes.
    @inline(__always)
    private mutating func take(_ text: StaticString, _ isWhole: Bool) -> Bool {
        take(text.utf8Start, text.utf8CodeUnitCount, isWhole)
    }

    @inline(__always)
    private mutating func take(_ text: UnsafePointer<UInt8>, _ count: Int, _ isWhole: Bool) -> Bool {
        guard isWhole || position &+ count <= bytes.count, memcmp(start + position, text, count) == 0 else {
            return false
        }
        position = position &+ count
        return true
    }

    @inline(__always)
    private mutating func takeProbe(_ isWhole: Bool) -> Int? {
        guard let first = names.baseAddress else { return nil }
        for step in 0..<bounds.count - 1 {
            var index = probe + step
            if index >= bounds.count - 1 { index -= bounds.count - 1 }
            // Most names differ in their first letter, and a call costs more than that.
            guard isWhole || position < bytes.count, start[position] == first[bounds[index]] else { continue }
            if take(first + bounds[index], bounds[index + 1] - bounds[index], isWhole) { return index }
        }
        return nil
    }

    /// A whole number without sign and leading zero, below 10^15 and so exact everywhere.
    @inline(__always)
    private mutating func number(_ isWhole: Bool) -> Int64? {
        guard isWhole || position &+ 16 <= bytes.count else {
            guard let (value, digits) = Self.number(in: bytes, from: position) else { return nil }
            position = position &+ digits
            return value
        }
        guard let (value, digits) = DigitWord.number(start + position) else { return nil }
        position = position &+ digits
        return value
    }

    /// The same where sixteen bytes are not left to be read at once, from a position on, and how many digits it has.
    ///
    /// Not a matter of `self`, whose fields stay in registers that way.
    private static func number(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        var digits = 0
        while first + digits < bytes.count, digits <= 15 {
            let digit = bytes[first + digits] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            digits += 1
        }
        guard digits > 0, digits <= 15, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
        return (value, digits)
    }
}
