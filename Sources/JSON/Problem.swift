/// Something wrong in a file that a person wrote: what, where, why, and the fix.
public struct Problem: Error, Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case error, warning
    }

    public var severity: Severity
    /// Stable, documented: `unknown-key`.
    public var code: String
    /// The file as the author named it.
    public var file: String
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in Unicode scalars.
    public var column: Int
    /// RFC 6901; empty for the whole document or where the text could not be read as far.
    public var pointer: String
    /// In the author's words, one sentence without a full stop.
    public var message: String
    /// The next thing to try, or nil when the message says it.
    public var fix: String?
    /// The part of the source line that is shown, from which column on, and how many of its scalars the marker covers.
    public var excerpt: String
    public var excerptColumn: Int
    public var width: Int

    public init(
        _ severity: Severity = .error, code: String, in source: SourceText, at range: Range<Int>, pointer: String = "",
        message: String, fix: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.pointer = pointer
        self.message = clipped(message)
        self.fix = fix.map(clipped)
        file = source.name
        (line, column) = source.place(of: range.lowerBound)
        // A long line is cut around the marker, so that the token is always in sight and line and gutter fit in 80 columns.
        excerptColumn = column > 60 ? column - 40 : 1
        excerpt = source.line(line, from: excerptColumn, count: 76 - String(line).count)
        let end = source.place(of: range.upperBound)
        let rest = excerpt.unicodeScalars.count - (column - excerptColumn)
        width = max(1, end.line == line ? min(end.column - column, rest) : rest)
    }

    /// The form of the plan guide: place and message, the line, a marker under the very token with the fix.
    public var text: String {
        let gutter = String(line)
        let blank = String(repeating: " ", count: gutter.count)
        let marker =
            String(repeating: " ", count: column - excerptColumn) + String(repeating: "^", count: width)
        let hint = fix.map { " \($0)" } ?? ""
        return """
            \(file):\(line):\(column): \(severity.rawValue)[\(code)]: \(message)
             \(gutter) | \(excerpt)
             \(blank) | \(marker)\(hint)
            """
    }

    public var json: JSONValue {
        .object([
            JSONMember("severity", .string(severity.rawValue)), JSONMember("code", .string(code)),
            JSONMember("file", .string(file)), JSONMember("line", .integer(Int64(line))),
            JSONMember("column", .integer(Int64(column))), JSONMember("pointer", .string(pointer)),
            JSONMember("message", .string(message)), JSONMember("fix", .orNull(fix)),
        ])
    }
}

/// A message that quotes a token of a hundred thousand characters is cut in its middle.
private func clipped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 1_000 else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(200))) + "…"
        + String(String.UnicodeScalarView(scalars.suffix(100)))
}

/// All problems of one reading.
public struct Problems: Error, Sendable {
    /// Sorted by place.
    public private(set) var list: [Problem]

    /// One kind of check looks for no more than so many: nobody reads more, and a hostile file may hold a million.
    public static let most = 100

    public init(_ list: [Problem]) {
        self.list = list.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    public var hasErrors: Bool { list.contains { $0.severity == .error } }

    /// At most 20, and how many more there are.
    public var text: String {
        let shown = list.prefix(20).map(\.text).joined(separator: "\n")
        return list.count > 20 ? shown + "\n… and \(list.count - 20) more; --json has all" : shown
    }
}
