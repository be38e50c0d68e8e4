public import LinecheckJSON

/// What is generated from the table of the plan language.
public enum PlanSchema {
    public static var json: JSONValue {
        SchemaWriter(substitutes: true).document(
            PlanTable.root, title: "A linecheck plan, version \(PlanTable.version)")
    }

    /// The reference part of the plan author's guide.
    public static var reference: String { ReferenceWriter().sections(PlanTable.shapes) }
}
