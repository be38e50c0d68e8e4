import Foundation
import LinecheckCapture
import LinecheckExpressions
import LinecheckJSON
import LinecheckJudge
import LinecheckPlan
import LinecheckReplay
import TestSupport
import Testing

@testable import LinecheckReport

struct AdviceTests {
    private func verdict(_ scenario: String) throws -> Verdict {
        let path = Repository.scenarios.appending(path: "\(scenario)/capture.jsonl").path
        let capture = try CaptureReplay.load(path: path, recover: true)
        return capture.judge(rules: capture.rules)
    }

    @Test func `a quick line whose load may not have filled it is not said to be quick when full`() throws {
        var verdict = try verdict("lab-loss-suspects")
        verdict.answers.removeAll { $0.name != "queue" }
        let answer = try #require(verdict.answers.first)
        #expect(answer.answer == "clean")
        #expect(!answer.certain)
        #expect(answer.doubt?.hasPrefix("A load that fills the line further could make it local-wifi, ") == true)
        #expect(
            Conclusion(verdict).sentence
                == "No queue worth a repair built up under this load, which may not have filled the line.")
        #expect(verdict.gradesAtBest == ["bufferbloat"])
        #expect(Headline(verdict).text.contains("Lag under load A at best, score at most "))
        #expect(GradeWords(verdict.grades[0], in: verdict).text.hasPrefix("A at best ("))
        verdict.answers[0].certain = true
        #expect(Conclusion(verdict).sentence == "No queue worth a repair builds up when the line is full.")
    }

    /// Each culprit, a kept run of it, and words that its first step must have.
    @Test(arguments: [
        (Culprit.uplinkQueue, "uplink-queue", "for uploads, at 17.3 Mbit/s, 95 % of the 18.2 Mbit/s measured here"),
        (.downstream, "isp-downstream-queue", "Send this report to the provider"),
        (.modemOrLine, "modem-queues-both-ways", "Shape both directions on your own router"),
        (.localQueue, "wifi-queue", "over a cable"),
        (.localQueue, "queue-on-the-cable", "another cable and another port"),
        (.weakLink, "weak-wifi", "over a cable"),
        (.weakLink, "bad-patch-cable", "another cable and another port"),
        (.lossBeyond, "loss-beyond-a-healthy-gateway", "Send this report to the provider"),
        (.fewLost, "one-lost-ping-convicts-nobody", "one lost packet convicts nobody"),
        (.undetermined, "silent-403", "Choose another server"),
        (.silentGateway, "silent-gateway", "Many gateways answer no pings on purpose"),
        (.downstream, "lab-silent-gateway", "--set gateway=ADDRESS"),
        (.nothingBeyond, "nothing-answers-at-all", "whether there is an outage"),
        (.undetermined, "interrupted-in-the-download", "to its end"),
        (.wentDark, "line-goes-dark", "whether there was an outage at that time"),
        (.modemOrLine, "cellular-suburb", "on a cellular network the queue is in the modem and the cell"),
        (.undetermined, "own-send-buffer-full", "This host's own send queue was full"),
        (.undetermined, "both-loads-refused", "log in to it"),
        (.undetermined, "too-slow-to-load", "The load moved too few bytes"),
    ]) func `what to do first`(culprit: Culprit, scenario: String, words: String) throws {
        let verdict = try verdict(scenario)
        #expect(AdviceFacts(verdict).culprits.first == culprit)
        #expect(Advice(verdict).steps.contains { $0.contains(words) }, "\(Advice(verdict).steps)")
        #expect(Conclusion(verdict).sentence.hasSuffix("."))
    }

    /// What a person must not be told: that all is well, or to look where nothing is wrong.
    @Test(arguments: [
        ("expectations-not-met", "What you expect does not hold", "Nothing needs mending"),
        ("disk-was-full", "This record is not whole", "Nothing needs mending"),
        ("geostationary-satellite", "Points were lost on Idle latency (0 of 20)", "Nothing needs mending"),
        ("own-send-buffer-full", "send queue", "may send these probes"),
        ("both-loads-refused", "log in", "Choose another server"),
        ("silent-gateway", "on purpose", "cable"), ("gateway-answers-late", "Local link", "another channel"),
        ("cellular-on-a-train", "the cell", "Shape"), ("line-goes-dark", "outage", "Choose another server"),
    ]) func `what is told instead of what is not true`(scenario: String, words: String, untruth: String) throws {
        let steps = Advice(try verdict(scenario)).steps
        #expect(steps.contains { $0.contains(words) }, "\(steps)")
        #expect(!steps.contains { $0.contains(untruth) }, "\(steps)")
    }

    @Test func `points that rest on no measurement say why they are given`() throws {
        let score = try #require(try verdict("cellular-suburb").score)
        let link = try #require(score.components.last)
        #expect(ScoreWords.inputs(link) == "given, since cellular")
    }

    @Test func `a load whose responses were all torn says so, valid or not`() throws {
        var verdict = try verdict("clean-fibre")
        (verdict.loads[0].phases[0].reopenings, verdict.loads[0].phases[0].trouble) = (156, "a malformed chunk")
        #expect(LoadWords(verdict).rows[0].words.contains("156 reopenings (a malformed chunk)"))
        verdict.loads[0].phases[0].trouble = nil
        #expect(LoadWords(verdict).rows[0].words.hasSuffix("156 reopenings"))
    }

    @Test func `a gateway with uneven replies is not blamed for what passes it evenly`() throws {
        var verdict = try verdict("weak-wifi")
        #expect(AdviceFacts(verdict).culprits == [.weakLink])
        let jitter = try #require(verdict.metrics.firstIndex { $0.name == "internet.idle.jitter" })
        verdict.metrics[jitter].value = .quantity(Reading(interval: Interval(point: 2e6), samples: 9))
        #expect(AdviceFacts(verdict).culprits == [.unevenGateway])
        #expect(Conclusion(verdict).sentence.hasPrefix("The gateway answers its own pings unevenly"))
    }

    @Test func `every culprit has steps and a sentence of its own`() throws {
        let facts = AdviceFacts(try verdict("silent-403"))
        let first = Culprit.allCases.compactMap { $0.steps(facts).first }
        #expect(first.count == Culprit.allCases.count)
        #expect(first.allSatisfy { $0.hasSuffix(".") })
    }

    @Test(arguments: [
        (FailureWord.httpStatus, "the far end answered (target: http_status)"), (.tlsExpired, "tls_expired"),
        (.connectionRefused, "connection_refused"), (.hostUnreachable, "Nothing answered at all."),
    ])
    func `a target that says no is not a line that is dead`(word: FailureWord, words: String) throws {
        var verdict = try verdict("nothing-answers-at-all")
        #expect(Advice(verdict).steps.contains { $0.hasPrefix("Look at the modem") })
        verdict.answers = []
        verdict.metrics.removeAll { !$0.name.hasSuffix(".loss") || $0.name.hasPrefix("gateway.") }
        verdict.failures = [Verdict.Failure(probe: "target", word: word, count: 9)]
        #expect(try #require(Advice(verdict).steps.first).contains(words))
    }

    @Test(arguments: FailureWord.allCases)
    func `each way to fail is told by its own word`(word: FailureWord) throws {
        var verdict = try verdict("clean-fibre")
        verdict.failures = [Verdict.Failure(probe: "p", word: word, count: 2)]
        let told = verdict.toldNotes(nil).contains("Attempts of p failed and count as lost: \(word.rawValue) 2 times.")
        #expect(told == (word.blame == .network), "what did not leave this host is told by the verdict itself")
        #expect(verdict.toldNotes(nil).suffix(verdict.notes.count) == verdict.notes[...])
    }

    @Test func `a plan without rules is told how to be judged all the same`() throws {
        var verdict = try verdict("clean-fibre")
        (verdict.rules, verdict.answers, verdict.grades) = (nil, [], [])
        #expect(Advice(verdict).steps.map { $0.contains("linecheck replay last --rules") } == [true])
    }

    @Test func `a good line needs nothing`() throws {
        let verdict = try verdict("lab-clean")
        #expect(Advice(verdict).steps.first?.hasPrefix("Nothing needs mending.") == true)
        #expect(Conclusion(verdict).sentence == "No queue worth a repair builds up when the line is full.")
    }

    /// Whoever writes rules may call anything good: a paced load, a colour.
    @Test func `what an answer of somebody's own rules means is left to their words`() throws {
        var good = try verdict("lab-clean")
        good.rules?.name = "mine"
        good.selfReport.busySeconds = 0
        #expect(Conclusion(good).sentence.isEmpty)
        #expect(
            Advice(good).steps == ["No advice is known for these answers; what the rules saw stands with each of them."]
        )
        var refused = try verdict("silent-403")
        refused.rules?.name = "mine"
        #expect(Advice(refused).steps.allSatisfy { !$0.contains("--set") && !$0.contains("--server") })
        #expect(Advice(refused).steps.contains { $0.hasPrefix("The load did not fill the line;") })
    }

    @Test func `a measurement that may be wrong is mended before the line`() throws {
        #expect(try Advice(verdict("neighbour-watches-a-film")).steps[0].hasPrefix("Something else used the line"))
        #expect(try Advice(verdict("busy-host")).steps[0].hasPrefix("This host itself was too busy"))
    }

    @Test func `a host that was busy for a moment is the last thing to look at`() throws {
        var verdict = try verdict("uplink-queue")
        verdict.selfReport.seconds = 15
        verdict.selfReport.busySeconds = 2
        let steps = Advice(verdict).steps
        #expect(steps.first?.contains("for uploads") == true)
        #expect(steps.last?.hasPrefix("This host itself was too busy in 2 of 15 seconds.") == true)
        verdict.selfReport.busySeconds = 8
        #expect(Advice(verdict).steps.first?.hasPrefix("This host itself was too busy") == true)
    }

    @Test func `an answer that hangs on a fuller line asks for a longer load by the plan's own variables`() throws {
        let path = Repository.scenarios.appending(path: "lab-loss-suspects/capture.jsonl").path
        let capture = try CaptureReplay.load(path: path)
        var verdict = capture.judge(rules: capture.rules)
        let words = "Run again with a longer load or more streams"
        let step = try #require(Advice(verdict, plan: capture.plan).steps.first { $0.hasPrefix(words) })
        for name in ["load", "streams"] {
            #expect(step.contains("--set \(name)=") == capture.plan.vars.contains { $0.name == name }, "\(step)")
        }
        #expect(step.contains("--set "))
        #expect(Advice(verdict).steps.contains { $0.hasPrefix(words + ":") })
        for index in verdict.answers.indices { verdict.answers[index].certain = true }
        #expect(!Advice(verdict).steps.contains { $0.hasPrefix(words) })
    }

    @Test func `a target that does not answer is replaced by its own variable`() throws {
        let steps = try Advice(verdict("lab-icmp-filtered")).steps
        #expect(steps.contains { $0.hasPrefix("Name a target that answers (--set internet=ADDRESS)") })
        #expect(!steps.contains { $0.contains("--set gateway=") })
    }

    @Test func `a run that did not leave this host says nothing about a line`() throws {
        var verdict = try verdict("clean-fibre")
        (verdict.gradesAtBest, verdict.isScoreAtMost) = ([], false)
        verdict.notes.append("This run judged this host's own loopback and says nothing about a line.")
        #expect(verdict.isLoopback)
        let text = TextReport(verdict).text
        #expect(text.contains("score 100 of 100 (Excellent). Nothing left this host.\nThis host can measure;"))
        for claim in ["No queue worth", "on a cable", "Wi-Fi, Router and ISP are ok", "Nothing needs mending"] {
            #expect(!text.contains(claim), "\(claim)")
            #expect(!MarkdownReport(verdict, began: "").text.contains(claim), "\(claim)")
        }
        #expect(
            Advice(verdict).steps == ["Run the plan without --loopback: only what leaves this host tells about a line."]
        )
    }

    @Test func `after a signal nobody is asked to raise a guard`() throws {
        let steps = try Advice(verdict("interrupted-in-the-download")).steps
        #expect(steps.contains("Let the plan run to its end."))
        #expect(!steps.contains { $0.contains("guards") })
    }

    @Test func `a guard that ended a phase is named with its limit and the variable that moves it`() throws {
        let path = Repository.scenarios.appending(path: "data-cap-too-early/capture.jsonl").path
        let capture = try CaptureReplay.load(path: path)
        let verdict = capture.judge(rules: capture.rules)
        var plan = capture.plan
        let step = try #require(Advice(verdict, plan: plan).steps.first)
        #expect(step.hasPrefix("Guard data-cap ended a phase too early, at 10.0 MB."))
        #expect(step.hasSuffix("--set cap=SIZE (it was 10MB)."))
        // Which of two variables with one value it is nobody can tell from a resolved plan.
        plan.vars.append(Variable(name: "other", value: .string("10MB")))
        #expect(Advice(verdict, plan: plan).steps.first?.hasSuffix("Move it in the plan and run again.") == true)
        #expect(Advice(verdict).steps.first?.contains("linecheck explain health shows its guards") == true)
    }

    @Test func `every kept run that can be read gets advice`() throws {
        for scenario in try FileManager.default.contentsOfDirectory(atPath: Repository.scenarios.path) {
            guard let verdict = try? verdict(scenario) else { continue }
            #expect(!Advice(verdict).steps.isEmpty, "\(scenario)")
        }
    }
}
