import Glibc
import LinecheckReport
import LinecheckSockets

/// Writes the findings of a replay for a CI system.
enum ReplayJUnit {
    /// - Parameter force: over a file that has the name.
    /// - Returns: success, or usage when the file cannot be written.
    static func write(_ findings: [ReplayFinding], to path: String, force: Bool) -> ExitStatus {
        let cases = findings.map { finding in
            let words = ([finding.text] + finding.remarks).compactMap(\.self).joined(separator: "\n")
            return JUnitReport.Case(name: finding.path, result: result(finding.status, words))
        }
        do throws(SystemError) {
            try Files.write(JUnitReport(suite: "linecheck replay", cases: cases).text, to: path, force: force)
            return .success
        } catch {
            let isUnread = error.errno == ENXIO
            Console.say("linecheck: \(isUnread ? "\(path) is a pipe that nobody reads" : "\(error)")")
            return .usage
        }
    }

    private static func result(_ status: ExitStatus, _ words: String) -> JUnitReport.Result {
        switch status {
        case .success: .passed
        case .replayDiffers, .expectationFailed, .incomplete, .nothingMeasured: .failed(words)
        default: .error(words)
        }
    }
}
