import LinecheckPlan
import LinecheckQuantities

/// Loads that do not load the line, and some that do although they look odd.
extension SimulatedStory {
    static var ofLoads: [SimulatedStory] { refusals + shortages + endings + fulfilled }

    private static var refusals: [SimulatedStory] {
        [
            SimulatedStory(
                "upload-413",
                [
                    "A server that takes no bodies: 413 to each upload.",
                    "The upload phase ends at once; the download was measured.",
                    "The grade is at best that of the download, and who is at fault stays open.",
                ]
            ) {
                $0.line.uploadServer = .refusing(status: 413)
                $0.line.depths(down: .milliseconds(90), up: .milliseconds(20))
            },
            SimulatedStory(
                "rate-limited-midway",
                [
                    "A server that serves for two seconds and then answers 429.",
                    "Bytes flow, then a status other than 2xx comes on each stream.",
                    "The download is not measured: some bytes are no load.",
                ]
            ) { $0.line.downloadServer = .failing(after: .seconds(2), status: 429) },
            SimulatedStory(
                "both-loads-refused",
                [
                    "A server behind a login page: 511 in both directions.",
                    "Neither direction moves a byte.",
                    "Nothing is known of the line under load, and the score is a wide range.",
                ]
            ) {
                $0.line.downloadServer = .refusing(status: 511)
                $0.line.uploadServer = .refusing(status: 511)
            },
        ]
    }

    private static var shortages: [SimulatedStory] {
        [
            SimulatedStory(
                "no-first-byte",
                [
                    "A server that accepts the connections and never sends.",
                    "Five seconds after the phase began no body byte had come.",
                    "The download is not measured: no byte within 5 s.",
                ]
            ) { $0.line.downloadServer = .silent },
            SimulatedStory(
                "download-stalls",
                [
                    "A server that pauses for 1.6 seconds in the middle of the download.",
                    "For more than ten ticks of 100 ms no stream moves a byte.",
                    "The line was idle meanwhile, so the load is not valid.",
                ]
            ) { $0.line.downloadServer = .stalling(after: .seconds(2), time: .milliseconds(1_600)) },
            SimulatedStory(
                "stream-given-up",
                [
                    "A middlebox resets one of the streams each time it is opened again.",
                    "After its fifth failure the stream is given up.",
                    "The upload is not measured: a dead stream is no load.",
                ]
            ) { $0.line.uploadServer = .resetting(after: .milliseconds(1_500)) },
            SimulatedStory(
                "one-stream-starves",
                [
                    "A server that serves all streams but one.",
                    "One of two streams never moves a byte.",
                    "The load is not valid: it was planned as two streams.",
                ]
            ) { $0.line.downloadServer = .starving },
            SimulatedStory(
                "too-slow-to-load",
                [
                    "A line of 100 kbit/s on which six seconds move less than a load needs.",
                    "Fewer than 100 kB are acknowledged in the window.",
                    "The upload is not achieved, with the bytes that were moved and that were needed.",
                ]
            ) { $0.line.rates(down: 100, up: 0.1, over: 6) },
        ]
    }

    private static var endings: [SimulatedStory] {
        [
            SimulatedStory(
                "data-cap-too-early",
                [
                    "A cap of 10 MB on a line of 100 Mbit/s.",
                    "The guard ends the download after less than half of its window.",
                    "The download is not scored: cut short by data-cap.",
                ]
            ) { $0.settings.append(("cap", "10MB")) },
            SimulatedStory(
                "data-cap-late",
                [
                    "A cap of 60 MB on a line of 100 Mbit/s.",
                    "The guard ends the download after more than half of its window.",
                    "The download is scored, and the run says that it was cut short.",
                ]
            ) { $0.settings.append(("cap", "60MB")) },
            SimulatedStory(
                "interrupted-in-the-download",
                [
                    "Somebody presses Ctrl-C two seconds into the download.",
                    "The run ends in order with the outcome interrupted.",
                    "What was measured until then is judged; the rest never ran.",
                ]
            ) { $0.interruptedAt = .second(16) },
            SimulatedStory(
                "interrupted-before-the-first-byte",
                [
                    "Somebody presses Ctrl-C while the loads are still connecting.",
                    "The phase ran for less than the five seconds that a first byte may take.",
                    "The load is not blamed for a byte that nobody waited for.",
                ]
            ) {
                $0.line.downloadServer = .silent
                $0.interruptedAt = .second(15.5)
            },
            SimulatedStory(
                "load-failure-aborts",
                [
                    "A plan that aborts when a load fails, and a server that answers 503.",
                    "The run ends in the download with the outcome aborted.",
                    "The phases after it never ran, and nothing is guessed of them.",
                ]
            ) {
                $0.line.downloadServer = .refusing(status: 503)
                $0.adjust = { plan in
                    for index in plan.phases.indices { plan.phases[index].onLoadFailure = .abort }
                }
            },
        ]
    }

    private static var fulfilled: [SimulatedStory] {
        [
            SimulatedStory(
                "redirected-load",
                [
                    "A server that sends each request to another address first.",
                    "A 302 comes before the 200 on each stream.",
                    "A redirect that was followed is no refusal: the load is valid.",
                ]
            ) { $0.line.downloadServer = .redirecting },
            SimulatedStory(
                "hasty-upload-server",
                [
                    "A server that answers 200 long before it has taken the body, and closes.",
                    "The streams reopen again and again, and bytes go on being acknowledged.",
                    "The load is valid; the early answers are noted.",
                ]
            ) { $0.line.uploadServer = .hasty },
        ]
    }
}
