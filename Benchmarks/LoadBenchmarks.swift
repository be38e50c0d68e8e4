import Glibc
import LinecheckPlan

/// Nine alternating pairs of each comparison: whatever else the machine does, it does to both.
struct LoadBenchmarks {
    struct Comparison: Sendable {
        let name: String
        let title: String
        /// Our rate is to be at least so many times theirs.
        let rateAtLeast: Double
        /// Our processor time for each byte is to be at most so many times theirs; nil: not asked.
        let cpuAtMost: Double?
        let ours: @Sendable (BenchSite) -> Figure?
        let theirs: @Sendable (BenchSite) -> Figure?
    }

    private static let pairs = 9

    static let all: [Comparison] = [
        Comparison(
            name: "download", title: "plain download from nginx, one stream, against curl", rateAtLeast: 2,
            cpuAtMost: 0.3, ours: { _ in OurLoad.run(.download, BenchSite.plain, streams: 1) },
            theirs: { _ in TheirLoad.curlDownload(BenchSite.plain, times: 24) }),
        Comparison(
            name: "tls", title: "TLS download from nginx, one stream, against curl", rateAtLeast: 0.95,
            cpuAtMost: 0.95, ours: { _ in OurLoad.run(.download, BenchSite.tls, streams: 1) },
            theirs: { _ in TheirLoad.curlDownload(BenchSite.tls, times: 8) }),
        Comparison(
            name: "upload", title: "plain upload to linecheck serve, one stream, against curl -T", rateAtLeast: 2,
            cpuAtMost: 0.4, ours: { _ in OurLoad.run(.upload, BenchSite.embedded + "/__up", streams: 1) },
            theirs: { TheirLoad.curlUpload(BenchSite.embedded + "/__up", file: $0.file, times: 24) }),
        Comparison(
            name: "four-up", title: "four streams up to linecheck serve, against iperf3 -P 4", rateAtLeast: 1.3,
            cpuAtMost: nil, ours: { _ in OurLoad.run(.upload, BenchSite.embedded + "/__up", streams: 4) },
            theirs: { TheirLoad.iperf3(reverse: false, directory: $0.directory) }),
        Comparison(
            name: "four-down", title: "four streams down from linecheck serve, against iperf3 -P 4 -R",
            rateAtLeast: 1.3, cpuAtMost: nil,
            ours: { _ in OurLoad.run(.download, BenchSite.embedded + "/__down?bytes=100000000000", streams: 4) },
            theirs: { TheirLoad.iperf3(reverse: true, directory: $0.directory) }),
    ]

    private let names: [String]

    init(only names: [String]) { self.names = names }

    /// 0 when every bound holds, else 1.
    func run() -> Int32 {
        do {
            try BenchNamespace.enter()
            let site = try BenchSite()
            let chosen = Self.all.filter { names.isEmpty || names.contains($0.name) }
            let held = chosen.map { compare($0, site) }
            let memory = names.isEmpty || names.contains("memory") ? measureMemory() : true
            withExtendedLifetime(site) {}
            return held.allSatisfy { $0 } && memory ? 0 : 1
        } catch {
            print("linecheck-bench: \(error)")
            return 2
        }
    }

    private func compare(_ comparison: Comparison, _ site: BenchSite) -> Bool {
        print(comparison.title)
        var ours: [Figure] = []
        var theirs: [Figure] = []
        for pair in 0..<Self.pairs {
            // Who begins alternates too, so that a machine that warms up favours nobody.
            let first = pair % 2 == 0 ? comparison.ours(site) : nil
            guard let other = comparison.theirs(site), let own = first ?? comparison.ours(site) else { return false }
            ours.append(own)
            theirs.append(other)
        }
        let rate = Spread(zip(ours, theirs).map { $0.rate / $1.rate })
        let cpu = Spread(zip(ours, theirs).map { $0.cpu / $1.cpu })
        print("  ours    \(Spread(ours.map { $0.rate / 1e9 })) GB/s   \(Spread(ours.map(\.cpu))) CPU s/GB")
        print("  theirs  \(Spread(theirs.map { $0.rate / 1e9 })) GB/s   \(Spread(theirs.map(\.cpu))) CPU s/GB")
        let rateHolds = rate.median >= comparison.rateAtLeast
        print("  rate    \(rate) ×, at least \(comparison.rateAtLeast) ×: \(rateHolds ? "holds" : "MISSED")")
        guard let most = comparison.cpuAtMost else { return rateHolds }
        let cpuHolds = cpu.median <= most
        print("  CPU     \(cpu) ×, at most \(most) ×: \(cpuHolds ? "holds" : "MISSED")")
        return rateHolds && cpuHolds
    }

    /// Growth over the idle process, for each of 32 streams.
    private func measureMemory() -> Bool {
        // What the first streams of a process make once is no growth of a stream.
        _ = OurLoad.growth(BenchSite.plain, streams: 2)
        _ = OurLoad.growth(BenchSite.tls, streams: 2)
        let bounds = [("plain", BenchSite.plain, 32.0), ("TLS", BenchSite.tls, 128.0)]
        return bounds.map { name, url, most in
            let growth = OurLoad.growth(url, streams: 32) / 1_000
            print("memory for each \(name) stream: \(Int(growth)) kB, at most \(Int(most)) kB: ", terminator: "")
            print(growth <= most ? "holds" : "MISSED")
            return growth <= most
        }.allSatisfy { $0 }
    }
}
