import LinecheckExpressions
import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import LinecheckRunner
import Testing

private let near = Probe(name: "near", kind: .ping, target: "192.0.2.1")
private let download = Load(name: "download", direction: .download, url: "http://192.0.2.1/")
private let upload = Load(name: "upload", direction: .upload, url: "http://192.0.2.1/")

private func plan(_ phases: Phase...) -> Plan {
    Plan(name: "test", probes: [near], loads: [download, upload], phases: phases)
}

private func loading(_ policy: Phase.LoadFailure, settle: Duration = .zero) -> Phase {
    Phase(
        name: "load", ending: .after(.seconds(10)), loads: ["download"], settle: settle, onLoadFailure: policy)
}

private let between = Phase(name: "between", ending: .after(.seconds(1)))
private let last = Phase(name: "last", ending: .after(.seconds(1)))

@Suite struct PhaseDriverTests {
    // MARK: Marks and ticks

    @Test func `bytes are written down at loaded, at the end of settle and at the end`() {
        let run = VirtualRun()
        run.perform(plan(loading(.endPhase, settle: .seconds(1))))
        #expect(run.notebook.marks == ["0.05 download", "1.05 download", "10.05 download"])
    }

    @Test func `a load that has stopped is not marked at the end of settle`() {
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "refused"), at: seconds(0.5))
        run.perform(plan(loading(.endPhase, settle: .seconds(1)), last))
        #expect(run.notebook.marks == ["0.05 download", "0.50 download"])
    }

    @Test func `of two loads the one that goes on is marked at the end of settle`() {
        let both = Phase(
            name: "both", ending: .after(.seconds(10)), loads: ["download", "upload"], settle: .seconds(1),
            onLoadFailure: .goOn)
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "refused"), at: seconds(0.5))
        run.perform(plan(both))
        #expect(run.notebook.marks == ["0.05 download upload", "0.50 download", "1.05 upload", "10.05 upload"])
    }

    @Test func `this host looks at itself each second, to the end of the last attempt`() {
        let run = VirtualRun()
        run.perform(plan(Phase(name: "idle", ending: .after(.milliseconds(3_500)))))
        #expect(run.notebook.ticks == [1, 2, 3].map { seconds($0) })
    }

    @Test func `deadlines and marks are the driver's own and never reach the performer`() {
        let run = VirtualRun()
        run.perform(plan(loading(.endPhase, settle: .seconds(1)), last))
        #expect(!run.transcript.contains("not for a performer"))
    }

    // MARK: Loads that fail

    @Test func `a failed load ends its phase and the run goes on`() {
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "HTTP 403"), at: seconds(2))
        run.perform(plan(loading(.endPhase), last))
        #expect(
            run.changes == [
                "0.00 load running", "0.05 load loaded", "2.00 load cut-short: load download: HTTP 403",
                "2.00 last running", "3.00 last completed", "3.20 finish cut-short: load: load download: HTTP 403",
            ])
    }

    @Test func `a failed load may leave its phase running`() {
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "HTTP 403"), at: seconds(2))
        run.perform(plan(loading(.goOn), last))
        #expect(run.changes.contains("10.05 load completed"))
        #expect(run.changes.last == "11.25 finish cut-short: load: load download: HTTP 403")
    }

    @Test func `a failed load may abort the run`() {
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "HTTP 403"), at: seconds(2))
        run.perform(plan(loading(.abort), last))
        #expect(run.changes.suffix(2) == ["2.00 last cancelled", "2.20 finish aborted: load download: HTTP 403"])
    }

    @Test func `a failed load may jump forward`() {
        let run = VirtualRun()
        run.world.plan(.loadFailed("download", reason: "HTTP 403"), at: seconds(2))
        run.perform(plan(loading(.goto("last")), between, last))
        #expect(run.changes.contains("2.00 between skipped: goto"))
        #expect(run.changes.contains("2.00 last running"))
    }

    @Test func `a load that moves nothing has failed after five seconds`() {
        let run = VirtualRun()
        run.notebook.onStart = { _, _ in }
        run.perform(plan(loading(.endPhase), last))
        #expect(run.changes[1] == "5.00 load cut-short: load download: no byte within 5s")
    }

    // MARK: Conditions

    @Test(arguments: [
        (Truth.yes, "1.00 maybe running"), (.no, "1.00 maybe skipped: condition false: not so"),
        (.unknown, "1.00 maybe skipped: condition unknown: not so"),
    ])
    func `a phase runs when its condition is known to hold`(_ holds: Truth, _ line: String) {
        let run = VirtualRun()
        run.notebook.truths["near.idle.loss > 2%"] = (holds, "not so")
        var maybe = Phase(name: "maybe", ending: .after(.seconds(1)))
        maybe.when = "near.idle.loss > 2%"
        run.perform(plan(Phase(name: "idle", ending: .after(.seconds(1))), maybe, last))
        #expect(run.changes.contains(line))
        #expect(run.changes.contains { $0.hasSuffix("last completed") })
    }

    @Test func `what the judge said of a condition is recorded before it has an effect`() throws {
        let run = VirtualRun()
        var maybe = last
        maybe.when = "near.idle.loss > 2%"
        run.perform(plan(maybe))
        let said = try #require(
            run.notebook.lines.firstIndex(of: "0.00 > condition last unknown: nobody says"))
        let skipped = try #require(
            run.notebook.lines.firstIndex(of: "0.00 last skipped: condition unknown: nobody says"))
        #expect(said < skipped)
    }

    // MARK: Guards

    @Test func `a guard may end its phase`() {
        let run = VirtualRun()
        run.world.plan(.guardTripped("data-cap", .endPhase), at: seconds(3))
        run.perform(plan(loading(.endPhase), last))
        #expect(run.changes.contains("3.00 load cut-short: data-cap"))
        #expect(run.changes.last == "4.20 finish cut-short: load: data-cap")
    }

    @Test func `a guard may abort the run`() {
        let run = VirtualRun()
        run.world.plan(.guardTripped("data-cap", .abort), at: seconds(3))
        run.perform(plan(loading(.endPhase), last))
        #expect(run.changes.suffix(2) == ["3.00 last cancelled", "3.20 finish aborted: data-cap"])
    }

    @Test func `a guard that only watches is recorded and changes nothing`() {
        let run = VirtualRun()
        run.world.plan(.guardTripped("slow", .goOn), at: seconds(0.5))
        run.perform(plan(last))
        #expect(run.notebook.lines.contains("0.50 > guard slow continue"))
        #expect(run.changes == ["0.00 last running", "1.00 last completed", "1.20 finish complete"])
    }

    @Test func `a guard that comes after the last phase is not even recorded`() {
        let run = VirtualRun()
        run.world.plan(.guardTripped("data-cap", .abort), at: seconds(1.1))
        run.perform(plan(last))
        #expect(!run.transcript.contains("data-cap"))
        #expect(run.changes.last == "1.20 finish complete")
    }

    // MARK: Interrupts and suspends

    @Test func `an interrupt ends the run in order`() {
        let run = VirtualRun()
        run.world.plan(.interrupted(signal: "SIGINT"), at: seconds(3))
        run.perform(plan(loading(.endPhase), last))
        #expect(
            run.notebook.lines.suffix(7) == [
                "3.00 > interrupted SIGINT", "3.00 stop load download", "3.00 load cut-short: interrupted",
                "3.00 last cancelled", "3.00 drain", "3.20 > settled", "3.20 finish interrupted: SIGINT",
            ])
    }

    @Test func `a second interrupt does not wait for replies`() {
        let run = VirtualRun()
        run.world.plan(.interrupted(signal: "SIGINT"), at: seconds(3))
        run.world.plan(.interrupted(signal: "SIGTERM"), at: seconds(3.1))
        run.perform(plan(loading(.endPhase), last))
        #expect(
            run.notebook.lines.suffix(2) == ["3.10 > interrupted SIGTERM", "3.10 finish interrupted: SIGINT"])
    }

    @Test func `an interrupt before the first phase is heard`() {
        let run = VirtualRun()
        run.world.plan(.interrupted(signal: "SIGTERM"), at: .start)
        run.perform(plan(loading(.endPhase), last))
        #expect(run.changes.last == "0.20 finish interrupted: SIGTERM")
        #expect(run.notebook.lines.first == "0.00 > begin")
    }

    @Test func `a suspend spoils the phase that it falls into and no other`() {
        let run = VirtualRun()
        run.world.plan(.suspended(.seconds(90)), at: seconds(0.5))
        run.perform(plan(between, last))
        #expect(
            run.changes == [
                "0.00 between running", "0.50 between cut-short: a suspend of 90s", "0.50 last running",
                "1.50 last completed", "1.70 finish cut-short: between: a suspend of 90s",
            ])
    }
}
