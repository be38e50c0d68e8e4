import LinecheckQuantities

/// InfluxDB's line protocol (docs.influxdata.com, "Line protocol"): a line a number, with the time of the run in nanoseconds.
public enum InfluxLines {
    public static func text(_ verdict: VerdictFamilies) -> String {
        verdict.families.flatMap { family in
            family.points.map { point in
                let tags = point.labels.filter { !$0.value.isEmpty }
                    .map { ",\(escaped($0.name))=\(escaped($0.value))" }.joined()
                return "\(family.fullName)\(tags) value=\(point.value) \(verdict.started.nanosecondsSinceEpoch)\n"
            }
        }.joined()
    }

    /// Keys and values of tags; a line end has no escape there.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if character.isNewline {
                result += "\\ "
            } else {
                if ",= \\".contains(character) { result += "\\" }
                result.append(character)
            }
        }
        return result
    }
}
