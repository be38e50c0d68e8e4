import Glibc

/// Reads lines of plain samples straight from the bytes, in the writer's own order of keys.
///
/// It takes a line only if every byte of it is as this version's writer puts it: of `rtt` or `lost`, then `ttl` and `bytes` if
/// they are there, with numbers of at most fifteen digits. At the first other byte it stops in front of that line, and the
/// general reader has it. So this can only be fast, never wrong.
struct SampleScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let probes: ProbeNames
    private var position = 0
    /// Neighbouring lines are often of the probe that was here before, or of the one after.
    private var guess = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ probes: ProbeNames) {
        self.bytes = bytes
        self.probes = probes
    }

    /// Where the next line begins that is not taken yet.
    private(set) var taken = 0

    /// The next line, if it is a plain sample and all of it is here.
    mutating func next() -> PlainSample? {
        position = taken
        guard take("{\"type\":\"sample\",\"probe\":\""), let probe = takeProbe(), let sequence = number(),
            take(",\"t\":"), let sentAt = number()
        else { return nil }
        var rtt: Int64?
        if take(",\"rtt\":") {
            guard let time = number() else { return nil }
            rtt = time
        } else if !take(",\"lost\":\"timeout\"") {
            return nil
        }
        if take(",\"ttl\":"), number() == nil { return nil }
        if take(",\"bytes\":"), number() == nil { return nil }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "}"),
            bytes[position + 1] == UInt8(ascii: "\n")
        else { return nil }
        taken = position + 2
        return PlainSample(probe: probe, sequence: sequence, sentAt: sentAt, rtt: rtt)
    }

    /// A literal's length is known to the compiler, which then compares words instead of bytes.
    @inline(__always)
    private mutating func take(_ text: StaticString) -> Bool {
        take(text.utf8Start, text.utf8CodeUnitCount)
    }

    @inline(__always)
    private mutating func take(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard position + count <= bytes.count, let start = bytes.baseAddress,
            memcmp(start + position, text, count) == 0
        else { return false }
        position += count
        return true
    }

    @inline(__always)
    private mutating func takeProbe() -> Int? {
        for step in probes.keys.indices {
            var index = guess + step
            if index >= probes.keys.count { index -= probes.keys.count }
            let isThis = probes.keys[index].withUnsafeBufferPointer { key in
                key.baseAddress.map { take($0, key.count) } == true
            }
            if isThis {
                guess = index
                return index
            }
        }
        return nil
    }

    /// A whole number without sign and leading zero, below 10^15 and so exact everywhere.
    @inline(__always)
    private mutating func number() -> Int64? {
        let first = position
        var value: Int64 = 0
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        let digits = position - first
        guard digits > 0, digits <= 15, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
        return value
    }
}
