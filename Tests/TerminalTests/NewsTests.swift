import LinecheckCapture
import LinecheckPlan
import LinecheckQuantities
import LinecheckTerminal
import Testing

@Suite struct NewsTests {
    private func news(of records: [Record], onLoadFailure: Phase.LoadFailure = .endPhase) -> [String] {
        var run = ShownRun(onLoadFailure: onLoadFailure)
        for record in records { run.progress.take(record) }
        return run.progress.takeNews().map(NewsLines.text)
    }

    @Test func `a guard says what it saw and what it does`() {
        let trip = GuardTrip(
            at: .seconds(12.34), name: "data-cap", subject: "download", observed: 4_000_123_456, limit: 4_000_000_000,
            action: "end-phase")
        #expect(
            news(of: [.guardTrip(trip)]) == [
                "  12.3 s  guard data-cap: bytes of download is 4.0 GB, above 4.0 GB: the phase ends"
            ])
    }

    @Test func `a load that failed is told once, with the reason`() {
        let failure = Record.event(
            EventRecord(at: .seconds(6), event: "load-failed", subject: "download", reason: "HTTP 403"))
        let running = Record.phase(PhaseChange(at: .seconds(5), phase: "download", state: .running))
        let end = Record.phase(
            PhaseChange(at: .seconds(6), phase: "download", state: .cutShort, reason: "load download: HTTP 403"))
        #expect(news(of: [running, failure, end]) == ["   6.0 s  download was cut short: load download: HTTP 403"])
        #expect(news(of: [running, failure], onLoadFailure: .goOn) == ["   6.0 s  load download failed: HTTP 403"])
    }

    @Test func `a target that cannot be asked, a suspended machine and a full disk are told`() {
        let records: [Record] = [
            .target(
                Target(
                    at: .start, probe: "gateway", name: "@gateway", protocolName: "icmp", unavailable: "no gateway")),
            .event(EventRecord(at: .seconds(70), event: "suspended", reason: "60s")),
            .gap(Gap(at: .seconds(71), records: 12, reason: "No space left on device")),
        ]
        #expect(
            news(of: records) == [
                "gateway cannot be asked: no gateway", "  70.0 s  this machine was suspended for 60s",
                "  71.0 s  12 records could not be stored: No space left on device",
            ])
    }

    @Test func `a terminal that takes nothing costs no memory`() {
        var run = ShownRun()
        for index in 0..<1_000 { run.progress.say(.init("\(index)")) }
        let kept = run.progress.takeNews().map(\.text)
        #expect(kept.count == 200)
        #expect(kept.last == "999")
        #expect(run.progress.takeNews().isEmpty)
    }
}
