import Glibc
import LinecheckLab
import LinecheckLines
import Testing

/// Every line, again and again, with the confusion matrix of culprits at the end:
/// `LINECHECK_LAB=all swift test --filter EveryLineTests`; `LINECHECK_LAB_REPETITIONS`, by default 5, says how often, and
/// `LINECHECK_LAB_LINES`, names with commas, which.
@Suite(
    .serialized,
    .enabled(if: Lab.isAskedForAll, "skipped, because it takes an hour and more: LINECHECK_LAB=all"),
    .enabled(if: Lab.isPossible, "skipped, because it wants root, ip and tc (iproute2), nft and ethtool"))
struct EveryLineTests {
    @Test func `the culprit that is named is the true one, on every line`() throws {
        var confusion = Confusion()
        for repetition in 1...Self.repetitions {
            for line in try Self.lines() {
                do { try Self.run(line, into: &confusion) } catch {
                    Issue.record("\(line.name) could not be built or run: \(error)")
                    confusion.count(named: Confusion.notEstablished, true: line.truth.culprit)
                }
            }
            print("lab: after repetition \(repetition) of \(Self.repetitions)\n\(confusion.text)")
        }
    }

    private static func run(_ line: Line, into confusion: inout Confusion) throws {
        let plan = line.truth.rows.isEmpty ? "bufferbloat" : "health"
        let trial = try Trial(plan, on: line, settings: ["load=6s"])
        Judgement(trial: trial).expectTruth()
        let isEstablished = Control(trial: trial).objections.isEmpty
        confusion.count(
            named: isEstablished ? trial.observed.culprit ?? "(no verdict)" : Confusion.notEstablished,
            true: line.truth.culprit)
    }

    private static var repetitions: Int {
        getenv("LINECHECK_LAB_REPETITIONS").flatMap { Int(String(cString: $0)) }.map { max(1, $0) } ?? 5
    }

    private static func lines() throws -> [Line] {
        let asked = getenv("LINECHECK_LAB_LINES").map { String(cString: $0).split(separator: ",").map(String.init) }
        return try (asked ?? BundledLine.all.map(\.name)).map { try Lab.line($0) }
    }
}

@Suite struct ConfusionTests {
    @Test func `the matrix has a row for each truth and a column for each name`() {
        var confusion = Confusion()
        for _ in 0..<12 { confusion.count(named: "clean", true: "clean") }
        confusion.count(named: "clean", true: "local-wifi")
        confusion.count(named: Confusion.notEstablished, true: "local-wifi")
        #expect(
            confusion.text == """
                true \\ named  (not established)  clean  local-wifi
                clean                         0     12           0
                local-wifi                    1      1           0
                """)
    }
}
