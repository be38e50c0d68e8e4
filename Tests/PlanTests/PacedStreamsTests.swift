import LinecheckJSON
import LinecheckQuantities
import Testing

@testable import LinecheckPlan

@Suite struct PacedStreamsTests {
    private func load(_ pace: Int64?, streams: Int, _ direction: Load.Direction = .download) -> Load {
        Load(
            name: "l", direction: direction, url: "http://a.example/", streams: streams,
            pace: pace.map { BitRate(bitsPerSecond: $0) })
    }

    @Test(arguments: [(8_000, 1), (100_000, 1), (1_000_000, 6), (20_000_000, 122)] as [(Int64, Int)])
    func `a pace feeds so many streams`(_ pace: Int64, _ streams: Int) {
        #expect(load(pace, streams: 16).streamsFed == streams)
        #expect(load(pace, streams: 16).withStreamsFed.streams == min(16, streams))
    }

    @Test(arguments: [1, 4, 16, 64], [8_000, 100_000, 1_000_000, 20_000_000, 1_000_000_000] as [Int64])
    func `the receive buffers of all streams hold less than half a second of the pace, or the least there is`(
        _ streams: Int, _ pace: Int64
    ) throws {
        let load = load(pace, streams: streams).withStreamsFed
        let buffer = try #require(load.receiveBuffer?.bytes)
        #expect(buffer >= 8_192)
        #expect(Int64(load.streams) * buffer <= max(8_192, pace / 8 / 2))
    }

    @Test func `what is not paced, and what is sent, has the system's buffers`() {
        #expect(load(nil, streams: 4).receiveBuffer == nil)
        #expect(load(nil, streams: 64).withStreamsFed.streams == 64)
        #expect(load(1_000_000, streams: 4, .upload).receiveBuffer == nil)
    }

    @Test func `the plan of a run has no more streams than its pace feeds, and a capture's plan what it ran with`()
        throws
    {
        let none: SourceFinder = { name, _ in .failure(SourceNotFound("no \(name)")) }
        let text = """
            { "plan": 1, "name": "p", "loads": { "l": { "type": "http", "direction": "download",
              "url": "http://a.example/", "streams": 16, "pace": "1Mbps" } },
              "phases": [{ "name": "a", "duration": "5s", "loads": ["l"] }] }
            """
        let read = try PlanReader(findPlan: none, findRules: none).read(SourceText(name: "p.json", text: text))
        #expect(read.plan.loads[0].streams == 6)
        #expect(read.warnings.map(\.code) == ["unfed-streams"])
        var old = read.plan
        old.loads[0].streams = 16
        #expect(try PlanReader.resolved(old.json).loads[0].streams == 16)
    }
}
