import LinecheckJSON

/// A piece of HTML or SVG that is well formed by construction: names of elements and attributes are written in this
/// program, and everything else, whatever a server, a plan or a host name says, is text.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8] = []

    static let nothing = Markup()

    private init() {}

    /// Text, escaped.
    init(_ text: String) { Self.appendEscaped(text, to: &bytes) }

    init(stringLiteral text: String) { self.init(text) }

    init(_ parts: [Markup]) { for part in parts { bytes += part.bytes } }

    /// An element. An attribute whose value is nil is left out.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: Markup...
    ) -> Markup {
        element(name, attributes, content)
    }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [Markup]
    ) -> Markup {
        var markup = Markup()
        markup.open(name, attributes)
        for part in content { markup.bytes += part.bytes }
        if !isVoid(name) { markup.bytes += "</\(name)>".utf8 }
        return markup
    }

    /// Style and script of this program, which must not be escaped and cannot come from anywhere else.
    static func verbatim(_ text: StaticString) -> Markup {
        var markup = Markup()
        markup.bytes += text.description.utf8
        return markup
    }

    /// JSON for a script element: `<` is written so that no text in it can end the element (HTML Living Standard §4.12.1.3).
    static func data(_ value: JSONValue) -> Markup {
        var markup = Markup()
        for byte in value.canonicalBytes {
            if byte == UInt8(ascii: "<") { markup.bytes += "\\u003c".utf8 } else { markup.bytes.append(byte) }
        }
        return markup
    }

    static func + (left: Markup, right: Markup) -> Markup { Markup([left, right]) }
    static func += (left: inout Markup, right: Markup) { left.bytes += right.bytes }

    private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) {
        bytes += "<\(name)".utf8
        for case (let key, let value?) in attributes {
            bytes += " \(key)=\"".utf8
            Self.appendEscaped(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Elements that have no end tag in HTML.
    private static func isVoid(_ name: StaticString) -> Bool {
        ["meta", "link", "br", "col"].contains(name.description)
    }

    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "'": bytes += "&#39;".utf8
            default:
                let shown = isShown(scalar) ? scalar : "\u{FFFD}"
                bytes += UTF8.encode(shown).map { Array($0) } ?? []
            }
        }
    }

    /// XML 1.0 §2.2 has no other control characters than these; and a host name that turns the direction of the text around
    /// (Unicode UAX #9 §2) would be read as something else than it is.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
