import LinecheckJSON

/// Reads the members of a record in the writer's own order, straight from the bytes of the line.
///
/// Anything else (another order, white space, an escape, a key of a later version, a number that does not fit) ends
/// in ``NotInOrder``, and the line is read again the general way, which alone says what is wrong. So this can only
/// be fast, never wrong.
struct InOrderFields: FieldVisitor {
    /// The line is not as the writer of this version writes it.
    struct NotInOrder: Error {}
    typealias Failure = NotInOrder

    private let line: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// After the opening brace and the type.
    init(_ line: UnsafeBufferPointer<UInt8>, from position: Int) {
        self.line = line
        self.position = position
    }

    /// Only the closing brace is left, or the checksum that any record may end in.
    var isAtEnd: Bool {
        position == line.count - 1 && line[position] == UInt8(ascii: "}")
            || Integrity.checksum(of: line)?.covered == position + 1
    }

    mutating func integer(_ key: StaticString, _ value: inout Int64?) throws(NotInOrder) {
        value = nil
        guard take(key) else { return }
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let start = position
        var magnitude: Int64 = 0
        while let byte = peek, byte >= 0x30, byte <= 0x39 {
            magnitude = magnitude &* 10 &+ Int64(byte &- 0x30)
            position += 1
        }
        let digits = position - start
        let ends = peek == UInt8(ascii: ",") || peek == UInt8(ascii: "}")
        guard digits > 0, digits <= 15, ends, digits == 1 || line[start] != UInt8(ascii: "0"),
            !(isNegative && magnitude == 0)
        else { throw NotInOrder() }
        value = isNegative ? -magnitude : magnitude
    }

    mutating func text(_ key: StaticString, _ value: inout String?) throws(NotInOrder) {
        value = nil
        guard take(key) else { return }
        guard peek == UInt8(ascii: "\"") else { throw NotInOrder() }
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { throw NotInOrder() }
            position += 1
        }
        guard position < line.count else { throw NotInOrder() }
        value = String(decoding: UnsafeBufferPointer(rebasing: line[start..<position]), as: UTF8.self)
        position += 1
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(NotInOrder) {
        value = nil
        guard take(key) else { return }
        if take(word: "true") {
            value = true
        } else if take(word: "false") {
            value = false
        } else {
            throw NotInOrder()
        }
    }

    mutating func texts(_ key: StaticString, _ value: inout [String]?) throws(NotInOrder) { throw NotInOrder() }
    mutating func json(_ key: StaticString, _ value: inout JSONValue?) throws(NotInOrder) { throw NotInOrder() }

    mutating func group(_ key: StaticString, _ part: inout some Fields) throws(NotInOrder) { throw NotInOrder() }

    func refuse(_ key: StaticString, _ why: @autoclosure () -> String) throws(NotInOrder) { throw NotInOrder() }

    private var peek: UInt8? { position < line.count ? line[position] : nil }

    private mutating func take(word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end < line.count, (position..<end).allSatisfy({ line[$0] == word.utf8Start[$0 - position] }) else {
            return false
        }
        position = end
        return true
    }

    /// Steps over `,"key":` if that comes next.
    @inline(__always)
    private mutating func take(_ key: StaticString) -> Bool {
        let length = key.utf8CodeUnitCount
        let end = position + length + 4
        guard end < line.count, line[position] == UInt8(ascii: ","), line[position + 1] == UInt8(ascii: "\""),
            line[end - 2] == UInt8(ascii: "\""), line[end - 1] == UInt8(ascii: ":")
        else { return false }
        let name = key.utf8Start
        for offset in 0..<length where line[position + 2 + offset] != name[offset] { return false }
        position = end
        return true
    }
}
