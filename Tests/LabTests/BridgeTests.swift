import Glibc
import LinecheckLab
import LinecheckQuantities
import Testing

extension LabTests {
    @Suite struct `What the bridge does to frames` {
        @Test func `a known delay is held to the tenth of a millisecond, and ping sees it`() throws {
            let seen = try Self.ping("far-server", count: 40, interval: "0.05")
            for way in [seen.report.up, seen.report.down] {
                let held = try #require(way.held)
                #expect(held.p50 >= .milliseconds(20) && held.p50 < .microseconds(20_300), "\(held.p50.text)")
            }
            #expect(seen.received == 40)
            let rtt = try #require(seen.median)
            #expect(rtt >= .milliseconds(40) && rtt < .milliseconds(42), "\(rtt.text)")
        }

        @Test func `a tenth is lost, exactly`() throws {
            let seen = try Self.ping("loss-convicts", count: 60, interval: "0.02")
            #expect(seen.received == 54)
            #expect(seen.report.down.lost == 6)
            #expect(seen.report.up.lost == 0)
        }

        @Test func `a fifth arrives twice, and each copy is whole`() throws {
            // The last doubled one is not the last one, after which ping waits for nothing.
            let seen = try Self.ping("duplicates", count: 62, interval: "0.02")
            #expect(seen.duplicates == 12)
            #expect(seen.received == 62)
        }

        private struct Seen {
            var report: BridgeReport
            var received: Int
            var duplicates: Int
            /// Of the round trips as ping(8) tells them.
            var median: Duration?
        }

        /// By a program that is not ours.
        private static func ping(_ name: String, count: Int, interval: String) throws -> Seen {
            let network = try LabNetwork(Lab.line(name), program: Program.find())
            defer { network.close() }
            let child = try Child(
                network.space(.client).command([
                    "ping", "-c", String(count), "-i", interval, "-W", "1", network.addresses.server,
                ]))
            try child.wait(within: .seconds(30))
            let report = try #require(try network.finishBridges().first).report
            let lines = child.output.split(separator: "\n")
            let answers = lines.filter { $0.contains("time=") }
            let first = answers.filter { !$0.contains("(DUP!)") }
            let times = first.compactMap { line in
                line.split(separator: "time=").last.flatMap { Double($0.prefix { $0 != " " }) }
            }.sorted()
            return Seen(
                report: report, received: first.count, duplicates: answers.count - first.count,
                median: times.isEmpty ? nil : .nanoseconds(Int64(times[times.count / 2] * 1e6)))
        }
    }
}
