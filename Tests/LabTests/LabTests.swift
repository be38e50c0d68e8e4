import Glibc
import Testing

/// Real runs of the real program on lines whose fault is known. One after another and alone: parallel tests would load the very line they judge.
@Suite(
    .serialized,
    .enabled(
        if: Lab.isAsked,
        "skipped, because other tests would load the lines it judges: LINECHECK_LAB=1 swift test --filter LabTests"),
    .enabled(if: Lab.isPossible, "skipped, because it wants root, ip and tc (iproute2) and ethtool"))
struct LabTests {}

enum Lab {
    static let isAsked = getenv("LINECHECK_LAB").map { String(cString: $0) == "1" } ?? false

    static let isPossible =
        getuid() == 0
        && ["ip", "tc", "ethtool", "sysctl"].allSatisfy { tool in
            ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].contains { access($0 + tool, X_OK) == 0 }
        }

    /// Runs a plan on a line and expects what is true of it.
    @discardableResult
    static func expectTruth(
        of line: Line, by plan: String, settings: [String] = ["load=6s"], location: SourceLocation = #_sourceLocation
    ) throws -> Trial {
        let trial = try Trial(plan, on: line, settings: settings)
        Judgement(trial: trial).expectTruth(location)
        return trial
    }
}
