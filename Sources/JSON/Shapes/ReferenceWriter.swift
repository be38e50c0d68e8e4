/// Turns a table of keys into the reference page of a guide, in Markdown.
public struct ReferenceWriter {
    public init() {}

    /// A section with a table for each shape: key, value, default, meaning.
    public func sections(_ shapes: [Shape]) -> String {
        shapes.map { section($0) }.joined(separator: "\n\n")
    }

    private func section(_ shape: Shape) -> String {
        let rows = shape.keys.filter { !$0.isResolvedOnly }.map { spec in
            let name = "`\(spec.key)`" + (spec.isRequired ? " (required)" : "")
            let fallback = spec.fallback.map { "`\($0)`" } ?? ""
            let example = spec.example.map { " Example: `\($0)`." } ?? ""
            return "| \(name) | \(escaped(spec.type.wanted)) | \(fallback) | \(escaped(spec.doc + example)) |"
        }
        return "### Keys of \(shape.title)\n\n| key | value | default | meaning |\n|---|---|---|---|\n"
            + rows.joined(separator: "\n")
    }

    /// A bar inside a cell would end it.
    private func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
