import Foundation
import Glibc
import LinecheckCapture
import Testing

/// SIGKILL at random moments of real runs: whatever had been written is there afterwards and is judged.
@Suite(.serialized) struct KillTests {
    private static let runs = 20
    /// From the header on: the plan takes 1.7 s, a little more until its capture has its name.
    private static let span: ClosedRange<UInt32> = 0...2_000_000

    @Test func `a run that is killed loses no record that was written`() throws {
        let seed =
            ProcessInfo.processInfo.environment["LINECHECK_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("KillTests: LINECHECK_SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        let workplace = Workplace()
        let plan = try workplace.put(Plans.loaded, "plan.json")
        for number in 1...Self.runs {
            let delay = UInt32.random(in: Self.span, using: &generator)
            try kill(plan, workplace, "\(number).capture.jsonl", after: delay, seed: seed)
        }
    }

    private func kill(_ plan: String, _ workplace: Workplace, _ name: String, after delay: UInt32, seed: UInt64) throws
    {
        let running = try Linecheck.start(plan, ["-q", "-o", workplace.path(name)])
        while !workplace.exists(name + ".partial"), !workplace.exists(name), !running.hasEnded { usleep(500) }
        usleep(delay)
        // What a reader sees right before the kill.
        let before = workplace.bytes(name + ".partial") ?? workplace.bytes(name) ?? []
        running.send(SIGKILL)
        _ = running.wait()
        let left = workplace.exists(name + ".partial") ? name + ".partial" : name
        let after = try #require(workplace.bytes(left))
        let context: Comment = "killed after \(delay) us, seed \(seed)"

        #expect(after.starts(with: before), context)
        let whole = after.count { $0 == 0x0A }
        var reader = CaptureReader(bytes: after, name: left)
        var records = 0
        while try reader.next() != nil { records += 1 }
        // A last line that only wants its line end counts as well.
        #expect(records == whole || records == whole + 1, context)
        let damages = reader.damages
        #expect(!damages.contains { !$0.isPartial }, context)

        let recovered = try Linecheck.call("replay", "--recover", workplace.path(left))
        // 3: it had measured nothing yet; 6: its load had not been seen to its end.
        #expect([0, 3, 6].contains(recovered.status), "\(recovered.stderr) \(context)")
        #expect(recovered.stdout.hasPrefix("loaded"), context)
        let plain = try Linecheck.call("replay", workplace.path(left))
        #expect(plain.status == (damages.isEmpty ? 0 : 8), "\(plain.stderr) \(context)")
        if !damages.isEmpty { #expect(plain.stderr.contains("--recover judges what is whole of it"), context) }
    }
}
