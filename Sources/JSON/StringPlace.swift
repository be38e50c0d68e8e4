extension JSONNode {
    /// The place in the file of a part of this string, so that a problem inside an expression is marked under its very token.
    ///
    /// `part` counts UTF-8 bytes of the string's value. An escape sequence (RFC 8259 §7) is longer in the file than in the value,
    /// and of a variable's value the whole of what the author wrote for it is marked.
    public func place(ofPart part: Range<Int>, in source: SourceText) -> Range<Int> {
        let part = written(part)
        guard string != nil, range.upperBound <= source.bytes.count, range.count >= 2 else { return range }
        var file = range.lowerBound + 1
        let end = range.upperBound - 1
        var value = 0
        var start = part.lowerBound <= 0 ? file : end
        while file < end, value < part.upperBound {
            let (fileLength, valueLength) = step(at: file, in: source.bytes)
            if value <= part.lowerBound, part.lowerBound < value + valueLength { start = file }
            file += fileLength
            value += valueLength
        }
        let stop = min(file, end)
        return start < stop ? start..<stop : start..<min(start + 1, range.upperBound)
    }

    /// The part of the string as the author wrote it.
    private func written(_ part: Range<Int>) -> Range<Int> {
        var (low, high) = (part.lowerBound, part.upperBound)
        for splice in splices {
            let shift = splice.written.upperBound - splice.value.upperBound
            if part.lowerBound >= splice.value.upperBound {
                low = part.lowerBound + shift
            } else if part.lowerBound >= splice.value.lowerBound {
                low = splice.written.lowerBound
            }
            if part.upperBound > splice.value.upperBound {
                high = part.upperBound + shift
            } else if part.upperBound > splice.value.lowerBound {
                high = splice.written.upperBound
            }
        }
        return low..<max(low, high)
    }

    /// Bytes in the file and in the value of the character at an offset.
    private func step(at offset: Int, in bytes: [UInt8]) -> (file: Int, value: Int) {
        guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count else { return (1, 1) }
        guard bytes[offset + 1] == UInt8(ascii: "u") else { return (2, 1) }
        let digits = bytes[min(offset + 2, bytes.count)..<min(offset + 6, bytes.count)]
        switch UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0 {
        case ..<0x80: return (6, 1)
        case ..<0x800: return (6, 2)
        // A surrogate pair: two escapes, four bytes.
        case 0xD800..<0xE000: return (12, 4)
        default: return (6, 3)
        }
    }
}
