import LinecheckCapture
import LinecheckLoads
import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets
import TestSupport
import Testing

@testable import LinecheckJudge

/// What limited a load, seen from its own connections.
@Suite(.serialized) struct SaturationTests {
    private func load(_ direction: Load.Direction, _ url: String) -> Load {
        Load(name: "load", direction: direction, url: url, streams: 1, body: ByteCount(bytes: 50_000_000))
    }

    @Test func `a server that sends evenly and no faster leaves no trace of a full line`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while !peer.stopping(), peer.send([UInt8](repeating: 1, count: 20_000)) { pause(.milliseconds(10)) }
        }
        defer { server.stop() }
        let judged = JudgedLoad(load(.download, server.url), window: .milliseconds(3_600))
        #expect(judged.reason == nil)
        #expect(judged.evidence.outOfOrder == 0)
        #expect(judged.evidence.trend == .plateau)
        #expect(judged.evidence.restRTT.map { $0 < .milliseconds(20) } == true)
        #expect(
            judged.evidence.hasQueue != true, "its pauses look like a queue to the receiver, and are not taken for one")
    }

    @Test func `a server that sends faster and faster is still growing when the window closes`() throws {
        let server = try ScriptedServer { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            var size = 2_000
            while !peer.stopping(), peer.send([UInt8](repeating: 1, count: size)) {
                size += 100
                pause(.milliseconds(10))
            }
        }
        defer { server.stop() }
        let judged = JudgedLoad(load(.download, server.url), window: .milliseconds(3_600))
        #expect(judged.reason == nil)
        #expect(judged.evidence.trend == .growing)
        #expect(judged.evidence.shortfall == "the line may not have been full: it was still growing at the end")
    }

    @Test func `a load that gives a third of its window has shown no plateau`() throws {
        let server = try LoadServer.onLoopback()
        defer { server.stop() }
        let judged = JudgedLoad(load(.download, server.url("/__down?bytes=1000000000")), window: .milliseconds(1_300))
        #expect(judged.reason == nil)
        #expect(judged.evidence.trend == .unknown)
        #expect(
            judged.evidence.shortfall
                == "the line may not have been full: it ran too short to show whether it was still growing")
    }

    @Test func `a receiver that reads slowly shows as its window`() throws {
        let server = try ScriptedServer(receiveBuffer: 8_192) { peer in
            _ = peer.readHead()
            while !peer.stopping(), !peer.read(20_000).isEmpty { pause(.milliseconds(20)) }
        }
        defer { server.stop() }
        let judged = JudgedLoad(load(.upload, server.url))
        #expect(judged.reason == nil)
        #expect(judged.evidence.limits.contains(.receiveWindow))
    }

    @Test func `each limit has its threshold`() {
        var evidence = Saturation()
        #expect(evidence.limits.isEmpty, "nothing recorded is no evidence")
        evidence.machineBusy = 960_000
        #expect(evidence.limits.isEmpty, "one busy second limits no other")
        evidence.isMachineBusy = true
        #expect(evidence.limits == [.thisHost])
        evidence.isMachineBusy = false
        evidence.ownBusy = 970_000
        evidence.isOwnBusy = true
        #expect(evidence.limits == [.thisHost])
        evidence.hasMoved = false
        #expect(evidence.limits.isEmpty, "nothing limits a load that moved nothing")
        evidence = Saturation()
        evidence.timerLate = .milliseconds(6)
        evidence.areTimersLate = true
        #expect(evidence.limits == [.thisHost])
        evidence = Saturation()
        evidence.bufferLimited = 300_000
        #expect(evidence.limits == [.sendBuffer])
    }

    @Test func `a queue that nobody could see is no full line`() {
        var evidence = Saturation()
        evidence.isDownload = true
        evidence.trend = .plateau
        evidence.isRateOfLosses = true
        let reason = "the line may not have been full: no record tells whether anything queued on its way"
        #expect(evidence.hasQueue == nil && evidence.shortfall == reason)
        (evidence.restRTT, evidence.loadedRTT) = (.milliseconds(14), .milliseconds(60))
        #expect(
            evidence.hasQueue == nil && evidence.shortfall == reason, "a receiver's round trip holds pauses as well")
        evidence.probeRise = .milliseconds(40)
        evidence.isFilling = false
        #expect(evidence.shortfall == nil)
    }

    @Test func `a queue on the way clears the server and the window`() {
        var evidence = Saturation()
        evidence.isDownload = true
        evidence.trend = .plateau
        evidence.windowLimited = 950_000
        evidence.restRTT = .milliseconds(14)
        evidence.probeRise = .milliseconds(1)
        #expect(evidence.limits == [.receiveWindow])
        evidence.windowLimited = 100_000
        #expect(evidence.limits.isEmpty, "a loss that nobody counted may have been one")
        evidence.isRateOfLosses = false
        #expect(evidence.limits == [.server])
        evidence.trend = .falling
        #expect(evidence.limits == [.server], "one that holds back more and more is no other")
        evidence.trend = .plateau
        evidence.isRateOfLosses = true
        #expect(evidence.limits.isEmpty, "losses are what a full line without a queue looks like")
        evidence.isRateOfLosses = false
        evidence.probeRise = .milliseconds(40)
        #expect(evidence.limits.isEmpty)
        evidence.probeRise = nil
        evidence.loadedRTT = .milliseconds(15)
        #expect(evidence.limits == [.server], "without probes, a receiver's round trip that did not rise is enough")
        evidence.loadedRTT = .milliseconds(60)
        #expect(evidence.limits.isEmpty)
    }
}
