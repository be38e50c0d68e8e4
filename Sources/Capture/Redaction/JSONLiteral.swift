import LinecheckJSON

/// A string as it stands in a JSON text, between its quotes and with its escapes (RFC 8259 §7).
enum JSONLiteral {
    /// How many bytes from the opening quote to the closing one; all of them when there is none.
    static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        var place = bytes.startIndex + 1
        while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.endIndex) - bytes.startIndex
    }

    /// nil: no JSON string.
    static func text(_ literal: ArraySlice<UInt8>) -> String? {
        do throws(Problems) {
            return try JSONReader.read(SourceText(name: "", bytes: Array(literal))).plain.string
        } catch {
            return nil
        }
    }
}
