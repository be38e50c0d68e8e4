import Glibc
import LinecheckJSON
import LinecheckLab
import LinecheckLines
import Testing

/// Real runs of the real program on lines whose fault is known. One after another and alone: parallel tests would load the very line they judge.
@Suite(
    .serialized,
    .enabled(
        if: Lab.isAsked,
        "skipped, because other tests would load the lines it judges: LINECHECK_LAB=1 swift test --filter LabTests"),
    .enabled(if: Lab.isPossible, "skipped, because it wants root, ip and tc (iproute2), nft and ethtool"))
struct LabTests {}

enum Lab {
    /// What `LINECHECK_LAB` asks for: `1` for a few lines in a few minutes, `all` for all of them again and again.
    static let asked = getenv("LINECHECK_LAB").map { String(cString: $0) }
    static let isAsked = asked == "1"
    static let isAskedForAll = asked == "all"

    static let isPossible =
        getuid() == 0
        && ["ip", "tc", "ethtool", "sysctl", "nft"].allSatisfy { tool in
            ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].contains { access($0 + tool, X_OK) == 0 }
        }

    /// One of the lines in `fixtures/lines`, by its name.
    static func line(_ name: String) throws -> Line {
        let bundled = try #require(BundledLine.all.first { $0.name == name }, "there is no line \(name)")
        return try LineReader.read(SourceText(name: "\(name).json", bytes: bundled.bytes))
    }

    /// Runs a plan on a line and expects what is true of it.
    ///
    /// A line that was not what it should be is built once more; a verdict is never a reason to try again.
    @discardableResult
    static func expectTruth(
        of name: String, by plan: String, settings: [String] = ["load=6s"], location: SourceLocation = #_sourceLocation
    ) throws -> Trial {
        var trial = try Trial(plan, on: line(name), settings: settings)
        let objections = Control(trial: trial).objections
        if !objections.isEmpty {
            print("lab: \(name) is built once more, since \(objections.joined(separator: "; "))")
            trial.discardCapture()
            trial = try Trial(plan, on: line(name), settings: settings)
        }
        Judgement(trial: trial).expectTruth(location)
        return trial
    }
}
