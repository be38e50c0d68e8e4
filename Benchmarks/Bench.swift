import Glibc

/// `linecheck-bench pings`: sixty thousand hosts once beside fping, and ten thousand each second.
/// `linecheck-bench accuracy`: round trips beside ping, fping, irtt and mtr, as a table for the README.
/// `linecheck-bench calm`: pings beside the program's own loads, as root and as a plain user.
/// `linecheck-bench replay`: captures judged again, beside jq and DuckDB.
/// `linecheck-bench loads`: the load generators beside curl and iperf3, in a network namespace of its own under cubic.
@main
enum Bench {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        var words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case "loads":
            words.removeFirst()
            exit(LoadBenchmarks(only: words).run())
        case "pings": exit(PingBenchmarks().run())
        case "replay": exit(ReplayBenchmark()?.run() ?? 2)
        case "accuracy": exit(AccuracyBenchmark().run())
        case "calm": exit(CalmBenchmark().run())
        case "ask": AskedProbe.run(Array(words.dropFirst()))
        // The other side of the wire, as a process of its own, so that its processor time is not ours.
        case "serve": BenchServer.run(port: words.dropFirst().first.flatMap { UInt16($0) } ?? 8_081)
        default:
            print("usage: linecheck-bench loads [NAME…]    needs root, nginx, curl and iperf3")
            print("       linecheck-bench pings            needs root and fping")
            print("       linecheck-bench accuracy         needs root, fping, irtt, mtr, iperf3 and tcpdump")
            print("       linecheck-bench calm             needs root, fping and setpriv")
            print("       linecheck-bench replay           needs jq, and python3 with PyPI for DuckDB")
            print("names: \(LoadBenchmarks.all.map(\.name).joined(separator: ", "))")
            exit(2)
        }
    }
}
