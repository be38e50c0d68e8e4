import Glibc
import LinecheckSockets

/// The same work by the programs that people use for it.
enum TheirLoad {
    /// One curl that asks for the file so many times on one connection.
    static func curlDownload(_ url: String, times: Int) -> Figure? {
        timed(["curl", "-sk", "-o", "/dev/null", "\(url)?[1-\(times)]"], bytes: times * BenchSite.fileSize)
    }

    /// One curl that sends the file so many times on one connection.
    static func curlUpload(_ url: String, file: String, times: Int) -> Figure? {
        timed(
            ["curl", "-s", "-o", "/dev/null", "-X", "POST", "-T", file, "\(url)?[1-\(times)]"],
            bytes: times * BenchSite.fileSize)
    }

    private static func timed(_ words: [String], bytes: Int) -> Figure? {
        let began = KernelClock.monotonic
        guard let cost = ChildProcess(words)?.wait(), cost.status == 0 else {
            print("  \(words[0]) failed")
            return nil
        }
        return Figure(bytes: Double(bytes), seconds: Double(KernelClock.monotonic - began) / 1e9, cpu: cost.cpu)
    }

    /// iperf3 with four streams for two seconds against its own server; what arrived.
    static func iperf3(reverse: Bool, directory: String) -> Figure? {
        let output = directory + "/iperf3.json"
        let words =
            ["iperf3", "-c", "127.0.0.1", "-p", "8082", "-P", "4", "-t", "2", "-J"] + (reverse ? ["-R"] : [])
        guard let cost = ChildProcess(words, output: output)?.wait(), cost.status == 0,
            let rate = received(in: output)
        else {
            print("  iperf3 failed")
            return nil
        }
        return Figure(bytes: rate / 8 * 2, seconds: 2, cpu: cost.cpu)
    }

    /// `bits_per_second` of `sum_received`, the last of its kind in iperf3's answer.
    private static func received(in path: String) -> Double? {
        guard let stream = fopen(path, "r") else { return nil }
        defer { fclose(stream) }
        var line = [CChar](repeating: 0, count: 4_096)
        var isSum = false
        var rate: Double?
        while fgets(&line, Int32(line.count), stream) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.contains("\"sum_received\"") { isSum = true }
            guard isSum, text.contains("\"bits_per_second\""), let colon = text.firstIndex(of: ":") else { continue }
            rate = Double(text[text.index(after: colon)...].filter { !" ,\n\t".contains($0) })
            isSum = false
        }
        return rate
    }
}
