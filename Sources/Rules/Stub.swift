public import LinecheckJSON
public struct RulesDocument: Sendable { public var json: JSONValue }
public enum RulesReader {
    public static func read(_ source: SourceText) throws(Problems) -> RulesDocument { RulesDocument(json: try JSONReader.read(source).plain) }
    public static func read(_ node: JSONNode, in source: SourceText) throws(Problems) -> RulesDocument { RulesDocument(json: node.plain) }
}
