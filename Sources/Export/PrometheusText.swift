/// The text exposition format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats), as node_exporter's textfile collector
/// reads it: no time stamps.
public enum PrometheusText {
    public static func text(_ verdict: VerdictFamilies) -> String {
        verdict.families.map { family in
            let head = [
                "# HELP \(family.fullName) \(escaped(family.help, quotes: false)).", "# TYPE \(family.fullName) gauge",
            ]
            let samples = family.points.map { "\(family.fullName){\(labels($0.labels))} \($0.value)" }
            return (head + samples).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func labels(_ labels: [Family.Label]) -> String {
        labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? escaped.replacing("\"", with: "\\\"") : escaped
    }
}
