extension JSONNode {
    /// More entries than any list or object has that a person wrote; what is done with them may cost their square.
    private static let most = 1_000

    /// The problem of the first list or object in a hand-written text that is too long to be one; nil: there is none.
    public func crowding(in source: SourceText) -> Problem? {
        let entries: [JSONNode]
        switch content {
        case .array(let nodes): entries = nodes
        case .object(let members): entries = members.map(\.value)
        default: return nil
        }
        guard entries.count <= Self.most else {
            return Problem(
                code: "too-many", in: source, at: range.lowerBound..<range.lowerBound + 1,
                message: "\(kindName) with \(entries.count) entries", fix: "\(Self.most) is the most")
        }
        return entries.lazy.compactMap { $0.crowding(in: source) }.first
    }
}
