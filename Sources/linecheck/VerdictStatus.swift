import LinecheckJSON
import LinecheckJudge

extension Verdict {
    /// The exit status by what the verdict itself says.
    var exitStatus: ExitStatus {
        var findings: [ExitStatus] = [.success]
        if measuredNothing { findings.append(.nothingMeasured) }
        if !failedExpectations.isEmpty { findings.append(.expectationFailed) }
        if isIncomplete || !unknownExpectations.isEmpty { findings.append(.incomplete) }
        return .first(of: findings)
    }

    /// The object that `--json` prints: the verdict and where its capture is; nil: it has no name.
    func json(capture path: String?) -> JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(members + [JSONMember("capture", .orNull(path))])
    }
}
