public import LinecheckJSON
import LinecheckQuantities

/// OpenTelemetry's metrics request in JSON (opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding"), one line a run, as its
/// collector's file receiver reads it.
public enum OTLPLine {
    /// - Parameter version: of this program.
    public static func value(_ verdict: VerdictFamilies, version: String) -> JSONValue {
        let scope = JSONValue.object([
            JSONMember("name", .string("linecheck")), JSONMember("version", .string(version)),
        ])
        let metrics = verdict.families.map { metric($0, at: verdict.started.nanosecondsSinceEpoch) }
        let resource = JSONValue.object([
            JSONMember("attributes", .array([attribute(Family.Label("service.name", "linecheck"))]))
        ])
        let scoped = JSONValue.object([JSONMember("scope", scope), JSONMember("metrics", .array(metrics))])
        return .object([
            JSONMember(
                "resourceMetrics",
                .array([
                    .object([JSONMember("resource", resource), JSONMember("scopeMetrics", .array([scoped]))])
                ]))
        ])
    }

    private static func metric(_ family: Family, at time: Int64) -> JSONValue {
        let points = family.points.map { point in
            // 64-bit integers are strings in protobuf's JSON.
            JSONValue.object([
                JSONMember("attributes", .array(point.labels.map(attribute))),
                JSONMember("timeUnixNano", .string(String(time))), JSONMember("asDouble", .number(point.value)),
            ])
        }
        return .object([
            JSONMember("name", .string("linecheck." + family.name)), JSONMember("description", .string(family.help)),
            JSONMember("unit", .string(family.unit.ucum)),
            JSONMember("gauge", .object([JSONMember("dataPoints", .array(points))])),
        ])
    }

    private static func attribute(_ label: Family.Label) -> JSONValue {
        .object([
            JSONMember("key", .string(label.name)),
            JSONMember("value", .object([JSONMember("stringValue", .string(label.value))])),
        ])
    }
}
