import LinecheckCapture
import LinecheckJSON
import LinecheckJudge

/// What a capture that is kept as a scenario gives today, as the texts that its folder keeps: `damage.txt`, `verdict.json`.
public struct ScenarioOutcome: Equatable, Sendable {
    /// What a reader that recovers nothing says, with a line end; nil: the capture is whole.
    public var damage: String?
    /// The verdict by the rules in the capture, of a damaged one by what is whole of it; nil: nothing can be judged.
    public var verdict: String?
    /// What came out otherwise than the capture itself recorded.
    public var difference: ReplayDifference?

    /// Reads and judges a capture.
    ///
    /// - Throws: `Problems` for a plan or rules that cannot be read, which is no damage that a scenario keeps.
    public init(path: String) throws {
        do {
            let capture = try CaptureReplay.load(path: path)
            if let damage = capture.damages.first { throw damage }
            let judged = capture.judge(rules: capture.rules)
            verdict = judged.json.prettyText() + "\n"
            difference = capture.difference(from: judged)
        } catch let damage as Damage {
            self.damage = Self.text(damage)
            do {
                let capture = try CaptureReplay.load(path: path, recover: true)
                verdict = capture.judge(rules: capture.rules).json.prettyText() + "\n"
            } catch is Damage {
                verdict = nil
            }
        }
    }

    /// Without the folder, which is another one on each machine.
    private static func text(_ damage: Damage) -> String {
        var damage = damage
        damage.file = damage.file.split(separator: "/").last.map(String.init) ?? damage.file
        return "\(damage)\n"
    }
}
