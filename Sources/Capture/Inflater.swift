/// Why compressed bytes cannot be what was compressed.
enum InflateFailure: Error, Equatable {
    case notDeflate(String)
    /// The input ends inside the stream.
    case inputEnds
}

/// Undoes DEFLATE (RFC 1951), block by block, with no more than a window of 32 KiB behind it.
///
/// Written out here because the program is one file that runs where only glibc and OpenSSL are.
struct Inflater {
    private enum State {
        case blockHeader
        case stored(remaining: Int)
        case compressed(literals: HuffmanCode, distances: HuffmanCode)
        case done
    }

    /// RFC 1951 §2: distances reach back 32 KiB.
    private static let windowSize = 32_768

    private var state = State.blockHeader
    private var isLastBlock = false

    /// The last block is behind.
    var isDone: Bool { if case .done = state { true } else { false } }

    /// Appends decoded bytes until `output` holds at least `count`, the stream is done, or no more than `reserve` bytes
    /// of input are left.
    ///
    /// What `output` holds already must be the decoded bytes before, at least the last 32 KiB of them.
    mutating func decode(
        _ bits: inout BitReader, into output: inout [UInt8], until count: Int, leaving reserve: Int
    ) throws(InflateFailure) {
        while output.count < count, bits.unreadCount >= reserve {
            switch state {
            case .blockHeader: try beginBlock(&bits)
            case .stored(let remaining):
                let part = min(remaining, count - output.count, max(1, bits.unreadCount))
                for _ in 0..<part { output.append(UInt8(truncatingIfNeeded: try bits.take(8))) }
                if remaining == part { endBlock() } else { state = .stored(remaining: remaining - part) }
            case .compressed(let literals, let distances):
                try decodeSymbol(&bits, literals, distances, into: &output)
            case .done: return
            }
        }
    }

    /// RFC 1951 §3.2.3.
    private mutating func beginBlock(_ bits: inout BitReader) throws(InflateFailure) {
        isLastBlock = try bits.take(1) == 1
        switch try bits.take(2) {
        case 0:
            bits.skipToByte()
            let length = try bits.take(16)
            guard try bits.take(16) == ~length & 0xFFFF else { throw .notDeflate("a stored block's length is wrong") }
            state = .stored(remaining: Int(length))
            if length == 0 { endBlock() }
        case 1: state = .compressed(literals: HuffmanCode.fixedLiterals, distances: HuffmanCode.fixedDistances)
        case 2:
            let (literals, distances) = try DynamicCodes.read(&bits)
            state = .compressed(literals: literals, distances: distances)
        default: throw .notDeflate("a block is of no known kind")
        }
    }

    private mutating func endBlock() { state = isLastBlock ? .done : .blockHeader }

    /// RFC 1951 §3.2.5.
    private mutating func decodeSymbol(
        _ bits: inout BitReader, _ literals: HuffmanCode, _ distances: HuffmanCode, into output: inout [UInt8]
    ) throws(InflateFailure) {
        let symbol = try literals.decode(&bits)
        guard symbol >= 256 else { return output.append(UInt8(symbol)) }
        guard symbol > 256 else { return endBlock() }
        guard symbol < 286 else { throw .notDeflate("a length is out of range") }
        let length = lengthBases[symbol - 257] + Int(try bits.take(lengthBits[symbol - 257]))
        let code = try distances.decode(&bits)
        guard code < 30 else { throw .notDeflate("a distance is out of range") }
        let distance = distanceBases[code] + Int(try bits.take(distanceBits[code]))
        guard distance <= output.count, distance <= Self.windowSize else {
            throw .notDeflate("a distance reaches before the beginning")
        }
        for _ in 0..<length { output.append(output[output.count - distance]) }
    }
}

private let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
private let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
private let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
]
private let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]

/// The code lengths of a block with codes of its own. RFC 1951 §3.2.7.
private enum DynamicCodes {
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    static func read(_ bits: inout BitReader) throws(InflateFailure) -> (HuffmanCode, HuffmanCode) {
        let literalCount = Int(try bits.take(5)) + 257
        let distanceCount = Int(try bits.take(5)) + 1
        let codeCount = Int(try bits.take(4)) + 4
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for index in order.prefix(codeCount) { codeLengths[index] = UInt8(try bits.take(3)) }
        let code = try HuffmanCode(lengths: codeLengths)
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            switch try code.decode(&bits) {
            case 16:
                guard let last = lengths.last else { throw .notDeflate("a length is repeated before there is one") }
                lengths += [UInt8](repeating: last, count: 3 + Int(try bits.take(2)))
            case 17: lengths += [UInt8](repeating: 0, count: 3 + Int(try bits.take(3)))
            case 18: lengths += [UInt8](repeating: 0, count: 11 + Int(try bits.take(7)))
            case let length: lengths.append(UInt8(length))
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw .notDeflate("there are too many lengths") }
        return (
            try HuffmanCode(lengths: Array(lengths[..<literalCount])),
            try HuffmanCode(lengths: Array(lengths[literalCount...]))
        )
    }
}
