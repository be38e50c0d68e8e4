import LinecheckCapture
import LinecheckQuantities

/// Lines, each with the one fault that its name says.
extension SimulatedStory {
    static var ofLines: [SimulatedStory] { queues + idleFaults + uneven + silences + oddities }

    private static var queues: [SimulatedStory] {
        [
            SimulatedStory(
                "clean-fibre",
                [
                    "A fibre line with smart queues in both directions, on a cable.",
                    "Round trips rise by less than 5 ms while 300 and 100 Mbit/s flow.",
                    "A+, clean, everybody is well.",
                ]
            ) {
                $0.line.rates(down: 300, up: 100, over: 6)
                $0.line.depths(down: .milliseconds(3), up: .milliseconds(3))
                $0.line.internetDelay = .milliseconds(8)
            },
            SimulatedStory(
                "uplink-queue",
                [
                    "A router with a long queue in front of a 20 Mbit/s upload.",
                    "Uploading adds 200 ms, downloading 20.",
                    "The queue is an uplink-queue, and the router is at fault.",
                ]
            ) { $0.line.depths(down: .milliseconds(20), up: .milliseconds(200)) },
            SimulatedStory(
                "isp-downstream-queue",
                [
                    "A provider with a long queue in front of the download.",
                    "Downloading adds 250 ms, uploading 20.",
                    "isp-downstream: the branch that the story's tool could almost never reach.",
                ]
            ) { $0.line.depths(down: .milliseconds(250), up: .milliseconds(20)) },
            SimulatedStory(
                "modem-queues-both-ways",
                [
                    "A modem that queues in both directions alike.",
                    "Both directions add about 120 ms; the gateway in front of it answers at once.",
                    "modem-or-line; router and provider are suspects, neither is convicted.",
                ]
            ) { $0.line.depths(down: .milliseconds(140), up: .milliseconds(130)) },
            SimulatedStory(
                "wifi-queue",
                [
                    "A Wi-Fi whose driver queues far more than the line behind it.",
                    "The gateway itself answers 150 ms later under load.",
                    "local-wifi, and the Wi-Fi is at fault: the provider has nothing to do with it.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.bottleneck = .wifi
                $0.line.depths(down: .milliseconds(90), up: .milliseconds(170))
            },
            SimulatedStory(
                "queue-on-the-cable",
                [
                    "The same as wifi-queue, but this host is on a cable.",
                    "The gateway itself answers 150 ms later under load.",
                    "The row of the Wi-Fi is well; the row of the router speaks of cable, switch and router.",
                ]
            ) {
                $0.line.bottleneck = .wifi
                $0.line.depths(down: .milliseconds(90), up: .milliseconds(170))
            },
            SimulatedStory(
                "old-dsl-with-seconds-of-queue",
                [
                    "A slow DSL line with 6 and 0.7 Mbit/s and queues of a second.",
                    "Round trips rise to more than a second in both directions.",
                    "F by any statistic; the score keeps what latency at rest earns.",
                ]
            ) {
                $0.line.rates(down: 6, up: 0.7, over: 6)
                $0.line.depths(down: .milliseconds(900), up: .milliseconds(1_200))
                $0.line.internetDelay = .milliseconds(32)
                $0.line.jitter = .milliseconds(2)
            },
            SimulatedStory(
                "pings-vanish-under-load",
                [
                    "A queue that is short and drops most pings while it is full.",
                    "More than half of the attempts under upload have no reply; those that have one are quick.",
                    "The median attempt was lost, so the grade is F and not that of the lucky ones.",
                ]
            ) {
                $0.line.depths(down: .milliseconds(10), up: .milliseconds(40))
                $0.line.lossWhenFull = Ratio(partsPerMillion: 1_000_000)
                $0.edit = { records in
                    records.editingSamples { sample in
                        let isLost = sample.at > .second(23) && sample.at < .second(29) && sample.sequence % 5 < 3
                        if sample.probe == "internet", isLost { sample.lose() }
                    }
                }
            },
        ]
    }

    private static var idleFaults: [SimulatedStory] {
        [
            SimulatedStory(
                "loss-beyond-a-healthy-gateway",
                [
                    "A provider that loses one packet in seven, all the time.",
                    "At least two idle pings are lost while the gateway answers each.",
                    "The ISP is at fault for the loss, whatever the queue says.",
                ]
            ) {
                $0.line.loss = Ratio(partsPerMillion: 150_000)
            },
            SimulatedStory(
                "one-lost-ping-convicts-nobody",
                [
                    "One of twenty idle pings is lost, once.",
                    "Idle loss is 5 %, and everything else is well.",
                    "The ISP is a suspect and no more; stability loses six points.",
                ]
            ) {
                $0.edit = { records in
                    records.editingSamples { sample in
                        if sample.probe == "internet2", sample.sequence == 5 { sample.lose() }
                    }
                }
            },
            SimulatedStory(
                "weak-wifi",
                [
                    "A Wi-Fi at the edge of its reach, while nothing else goes on.",
                    "The gateway, and whatever comes through it, answers unevenly.",
                    "The Wi-Fi is a suspect before anybody looks further.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.gatewayDelay = .milliseconds(4)
                $0.line.gatewayJitter = .milliseconds(24)
                $0.line.jitter = .milliseconds(24)
                $0.seed = 2
            },
            SimulatedStory(
                "slow-gateway",
                [
                    "A Wi-Fi that takes 40 ms for one hop.",
                    "The gateway's idle median is 30 ms or more.",
                    "The Wi-Fi is at fault at rest; the local link earns nothing.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.gatewayDelay = .milliseconds(40)
                $0.line.internetDelay = .milliseconds(52)
            },
            SimulatedStory(
                "gateway-answers-late",
                [
                    "A router that answers pings when it has nothing better to do, asked over its Wi-Fi.",
                    "Its own replies take 45 ms, those from beyond it 14 ms.",
                    "What it forwards passed through it in time, so neither it nor the Wi-Fi is what is slow.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.gatewayDelay = .milliseconds(45)
            },
            SimulatedStory(
                "gateway-answers-late-on-a-cable",
                [
                    "The same router, asked over a cable.",
                    "Its own replies take 45 ms, those from beyond it 14 ms.",
                    "The row that speaks of cable, switch and router blames none of them.",
                ]
            ) {
                $0.line.gatewayDelay = .milliseconds(45)
            },
            SimulatedStory(
                "geostationary-satellite",
                [
                    "A line by way of a geostationary satellite.",
                    "Idle round trips take 620 ms, and hardly rise under load.",
                    "A good grade for the queue and no point for idle latency: two different questions.",
                ]
            ) {
                $0.line.internetDelay = .milliseconds(620)
                $0.line.jitter = .milliseconds(4)
                $0.line.depths(down: .milliseconds(25), up: .milliseconds(22))
            },
            SimulatedStory(
                "cellular",
                [
                    "A telephone's link, whose local hop is nobody's own to judge.",
                    "22 and 6 Mbit/s, uneven round trips of 45 ms, 80 ms more under load.",
                    "Scored by the cellular steps; no Wi-Fi row is blamed.",
                ]
            ) {
                $0.line.link = "cellular"
                $0.line.rates(down: 22, up: 6, over: 6)
                $0.line.internetDelay = .milliseconds(45)
                $0.line.jitter = .milliseconds(9)
                $0.line.depths(down: .milliseconds(95), up: .milliseconds(90))
            },
            SimulatedStory(
                "cellular-uplink-queue",
                [
                    "A telephone whose modem keeps a long queue for the cell.",
                    "Uploads add 350 ms, downloads 30 ms.",
                    "No router of one's own is blamed; the provider is a suspect.",
                ]
            ) {
                $0.line.link = "cellular"
                $0.line.rates(down: 22, up: 6, over: 6)
                $0.line.internetDelay = .milliseconds(45)
                $0.line.depths(down: .milliseconds(30), up: .milliseconds(350))
            },
        ]
    }

    private static func cellular(
        _ name: String, _ happened: String, _ shows: String, _ says: String, down: Double, up: Double
    ) -> SimulatedStory {
        SimulatedStory(name, [happened, shows, says]) {
            $0.line.link = "cellular"
            $0.line.rates(down: down, up: up, over: 6)
            $0.line.internetDelay = .milliseconds(55)
            $0.line.depths(down: .milliseconds(70), up: .milliseconds(60))
        }
    }

    private static var uneven: [SimulatedStory] {
        [
            SimulatedStory(
                "evening-on-a-shared-cable",
                [
                    "An evening on a cable that a street shares, seen through a middling Wi-Fi.",
                    "30 and 4 Mbit/s, 95 ms at rest, uneven by 12 ms, and some 45 ms more under load.",
                    "B and clean: no queue worth a repair, and a score that shows all the rest.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.rates(down: 30, up: 4, over: 6)
                $0.line.internetDelay = .milliseconds(90)
                $0.line.jitter = .milliseconds(17)
                ($0.line.gatewayDelay, $0.line.gatewayJitter) = (.milliseconds(4), .milliseconds(6))
                $0.line.depths(down: .milliseconds(52), up: .milliseconds(48))
                $0.seed = 4
            },
            SimulatedStory(
                "village-copper",
                [
                    "Long copper to a village, and a Wi-Fi two rooms away.",
                    "15 and 2 Mbit/s, round trips uneven by some 30 ms, the gateway by 10.",
                    "Nobody is convicted; stability and the local link lose most of their points.",
                ]
            ) {
                $0.line.link = "wifi"
                $0.line.rates(down: 15, up: 2, over: 6)
                $0.line.internetDelay = .milliseconds(28)
                $0.line.jitter = .milliseconds(42)
                ($0.line.gatewayDelay, $0.line.gatewayJitter) = (.milliseconds(6), .milliseconds(8))
                $0.line.depths(down: .milliseconds(80), up: .milliseconds(90))
                $0.seed = 4
            },
            SimulatedStory(
                "bad-patch-cable",
                [
                    "A patch cable with a bent plug between this host and the router.",
                    "One packet in five is lost on it, whether it was for the gateway or for what is beyond.",
                    "On a cable the router's row is suspect, and speaks of cable and switch.",
                ]
            ) {
                $0.line.gatewayLoss = Ratio(partsPerMillion: 200_000)
                $0.line.loss = Ratio(partsPerMillion: 200_000)
                $0.line.rates(down: 3, up: 20, over: 6)
                $0.seed = 2
            },
            cellular(
                "cellular-5g", "A telephone beside its mast.", "180 and 30 Mbit/s.",
                "Full points for speed by the cellular steps.", down: 180, up: 30),
            cellular(
                "cellular-suburb", "A telephone in a suburb.", "12 and 3 Mbit/s.",
                "The middle of the cellular steps.", down: 12, up: 3),
            cellular(
                "cellular-at-the-edge", "A telephone at the edge of its cell.", "7 and 0.8 Mbit/s.",
                "Few points for speed, and none for the upload.", down: 7, up: 0.8),
            cellular(
                "cellular-on-a-train", "A telephone on a train.", "3 and 1.5 Mbit/s.",
                "Three points for the download, one for the upload.", down: 3, up: 1.5),
            SimulatedStory(
                "cellular-in-the-cellar",
                [
                    "A telephone in a cellar, on the last bar.",
                    "0.7 and 0.3 Mbit/s, and round trips that jump by more than 40 ms.",
                    "One point for speed, none for stability.",
                ]
            ) {
                $0.line.link = "cellular"
                $0.line.rates(down: 0.7, up: 0.3, over: 6)
                $0.line.internetDelay = .milliseconds(70)
                $0.line.jitter = .milliseconds(110)
                $0.line.depths(down: .milliseconds(300), up: .milliseconds(350))
            },
        ]
    }

    private static var silences: [SimulatedStory] {
        [
            SimulatedStory(
                "line-goes-dark",
                [
                    "The internet is gone from the middle of the download on.",
                    "No byte moves and no attempt is answered from then on, except by the gateway.",
                    "What was measured before stays; of the line under load nothing is known.",
                ]
            ) { $0.line.internetGoneAt = .second(17) },
            SimulatedStory(
                "silent-gateway",
                [
                    "A gateway that forwards everything and never answers itself.",
                    "All its attempts are lost, and those beyond it are answered.",
                    "An answer that never came says nothing of the hop it would have come from: nobody is blamed.",
                ]
            ) { $0.line.gatewayIsSilent = true },
            SimulatedStory(
                "no-default-gateway",
                [
                    "A VPN or container without a default gateway.",
                    "The gateway's probe has no target and sends nothing.",
                    "Its metrics are unmeasured for that reason; the rest is judged.",
                ]
            ) { $0.line.gatewayAddress = nil },
            SimulatedStory(
                "nothing-answers-at-all",
                [
                    "A network that is down from the first second.",
                    "Every attempt to the internet is lost, and no load moves a byte.",
                    "Loss is 100 %, round trips are unmeasured, and nothing gets a good grade.",
                ]
            ) {
                $0.line.internetGoneAt = .second(0)
                $0.line.downloadServer = .silent
                $0.line.uploadServer = .silent
            },
        ]
    }

    private static var oddities: [SimulatedStory] {
        [
            SimulatedStory(
                "lost-syn-is-not-latency",
                [
                    "Now and then a SYN is lost, and the kernel sends it again after a second.",
                    "Those connects take more than a second and say syn_retransmitted.",
                    "They count as lost packets; no connect of a second enters a round trip.",
                ]
            ) {
                $0.line.loss = Ratio(partsPerMillion: 120_000)
                $0.seed = 10
            },
            SimulatedStory(
                "replies-after-the-timeout",
                [
                    "A queue of three seconds, longer than a ping waits.",
                    "Replies arrive after their timeout of two seconds.",
                    "They count as lost and are said apart: the timeout hides how long.",
                ]
            ) {
                $0.settings = [("streams", "2"), ("load", "8s")]
                $0.line.depths(down: .milliseconds(30), up: .seconds(3))
            },
            SimulatedStory(
                "neighbour-watches-a-film",
                [
                    "Somebody else's traffic of 8 Mbit/s runs over the same interface all the time.",
                    "The interface's counters grow while the line should be idle.",
                    "The verdict says so, and no culprit is certain.",
                ]
            ) { $0.line.foreignTraffic = BitRate(bitsPerSecond: 8_000_000) },
            SimulatedStory(
                "replies-come-twice",
                [
                    "A bridge that doubles one packet in five.",
                    "Duplicates are recorded as what they are.",
                    "No attempt is answered twice, and the verdict is that of the line without them.",
                ]
            ) { $0.line.duplicates = Ratio(partsPerMillion: 200_000) },
        ]
    }
}
