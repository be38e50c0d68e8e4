import Glibc

/// Judging captures again: one of five million samples, ten thousand of a thousand records, and a small one, beside jq and
/// DuckDB where those are asked for the same medians.
struct ReplayBenchmark {
    private static let samples = 5_000_000
    /// jq needs minutes for the whole; its time grows with the lines.
    private static let slice = 10
    private static let many = 10_000

    private let folder: String
    private let program: String

    init?() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/linecheck-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        program = "\(Self.ownFolder())/linecheck"
    }

    func run() -> Int32 {
        defer { _ = ChildProcess(["rm", "-rf", folder])?.wait() }
        guard access(program, X_OK) == 0 else {
            print("\(program) is not there: swift build -c release first")
            return 2
        }
        let large = "\(folder)/large.capture.jsonl"
        guard PingCapture(samples: Self.samples).write(to: large) else {
            print("the capture cannot be written to \(folder)")
            return 2
        }
        let size = Self.size(large)
        print("one capture of \(Self.samples) samples, \(size / 1_000_000) MB; medians of five")
        let one = told("linecheck, one core", ["taskset", "-c", "0", program, "replay", large])
        let two = told("linecheck, all cores", [program, "replay", large])
        print("  memory allowed: \((64_000_000 + 8 * Self.samples) / 1_000_000) MB")
        if let jq = jq(large) { print("  jq takes \(decimal(jq / one.seconds)) times as long as one core") }
        if let duck = duckDB(large) {
            print(
                "  DuckDB takes \(decimal(duck.one / one.seconds)) times as long on one core, "
                    + "\(decimal(duck.all / two.seconds)) times on all")
        }
        unlink(large)
        many()
        startUp()
        return 0
    }

    // MARK: Ours

    private func told(_ name: String, _ words: [String]) -> Measured {
        let runs = (0..<5).compactMap { _ in Measured(words) }
        guard let middle = runs.sorted(by: { $0.seconds < $1.seconds }).dropFirst(runs.count / 2).first else {
            print("  \(name): failed, so there is no figure")
            return Measured(seconds: .infinity, cpu: .infinity, peak: 0)
        }
        let rate = Double(Self.samples) / middle.seconds / 1e6
        let possible = Double(Self.samples) / middle.cpu / 1e6
        print(
            "  \(name): \(middle.text): \(decimal(rate)) M samples/s, for a second of processor time "
                + "\(decimal(possible)) M")
        return middle
    }

    private func many() {
        let one = "\(folder)/one"
        guard PingCapture(samples: 1_000).write(to: one), mkdir("\(folder)/many", 0o755) == 0 else { return }
        let copy =
            "for i in $(seq \(Self.many)); do echo \(folder)/many/$i.capture.jsonl; done "
            + "| xargs -n 500 sh -c 'tee \"$@\" < \(one) > /dev/null' tee"
        _ = ChildProcess(["sh", "-c", copy])?.wait()
        let runs = (0..<3).compactMap { _ in Measured([program, "replay", "\(folder)/many"]) }
            .sorted { $0.seconds < $1.seconds }
        guard runs.count == 3 else { return print("\(Self.many) captures: failed, so there is no figure") }
        print("\(Self.many) captures of 1000 records: \(runs[1].text)")
    }

    private func startUp() {
        let one = "\(folder)/small.capture.jsonl"
        guard PingCapture(samples: 100).write(to: one) else { return }
        let runs = (0..<50).compactMap { _ in Measured([program, "replay", one]) }.sorted { $0.seconds < $1.seconds }
        guard runs.count == 50 else { return print("a small capture: failed, so there is no figure") }
        print(
            "a small capture, from exec to exit: \(decimal(runs[25].seconds * 1_000)) ms, of the processor "
                + "\(decimal(runs[25].cpu * 1_000)) ms")
    }

    // MARK: Others

    private func jq(_ large: String) -> Double? {
        let part = "\(folder)/slice.jsonl"
        let lines = Self.samples / Self.slice
        guard ChildProcess(["head", "-n", "\(lines)", large], output: part)?.wait().status == 0 else { return nil }
        let program = """
            [inputs | select(.type == "sample" and .rtt)] | group_by(.probe)[] | {probe: .[0].probe, p50: (map(.rtt) | sort \
            | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2e6)}
            """
        guard let run = Measured(["jq", "-n", program, part]) else {
            print("  jq: skipped, because it is not installed")
            return nil
        }
        let seconds = run.seconds * Double(Self.slice)
        print(
            "  jq: \(decimal(run.seconds)) s for \(lines) lines, so \(decimal(seconds)) s for all; peak "
                + "\(run.peak / 1_000_000) MB for that part")
        return seconds
    }

    /// Seconds for the medians alone, on one core and on all.
    private func duckDB(_ large: String) -> (one: Double, all: Double)? {
        let venv = "\(folder)/venv"
        let install = "python3 -m venv \(venv) && \(venv)/bin/pip install --quiet duckdb"
        guard ChildProcess(["sh", "-c", install])?.wait().status == 0 else {
            print("  DuckDB: skipped, because it could not be installed from PyPI")
            return nil
        }
        let query = """
            import duckdb
            print(duckdb.sql("SELECT probe, median(rtt) FROM read_json('\(large)', format = 'newline_delimited', \
            maximum_object_size = 16777216, columns = {type: 'VARCHAR', probe: 'VARCHAR', rtt: 'BIGINT'}) \
            WHERE type = 'sample' GROUP BY probe").fetchall())
            """
        let words = ["\(venv)/bin/python", "-c", query]
        let times = [("one core", ["taskset", "-c", "0"] + words), ("all cores", words)].compactMap { name, words in
            let runs = (0..<3).compactMap { _ in Measured(words) }.sorted { $0.seconds < $1.seconds }
            guard runs.count == 3 else { return nil as Double? }
            print("  DuckDB, \(name): \(decimal(runs[1].seconds)) s, peak \(runs[1].peak / 1_000_000) MB")
            return runs[1].seconds
        }
        guard times.count == 2 else {
            print("  DuckDB: skipped, because its query failed")
            return nil
        }
        return (times[0], times[1])
    }

    // MARK: Words

    private static func ownFolder() -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// One run of one program to its end.
private struct Measured {
    var seconds: Double
    /// User and system time: on a machine that does nothing else, `seconds` of one core.
    var cpu: Double
    /// Bytes of memory in use at most.
    var peak: Int

    init(seconds: Double, cpu: Double, peak: Int) {
        self.seconds = seconds
        self.cpu = cpu
        self.peak = peak
    }

    /// nil: it could not be started, or failed. A verdict without a grade is none of its failures.
    init?(_ words: [String]) {
        var (start, end) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &start)
        guard let cost = ChildProcess(words)?.wait(), [0, 6 << 8].contains(cost.status) else { return nil }
        clock_gettime(CLOCK_MONOTONIC, &end)
        self.init(
            seconds: Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9,
            cpu: cost.cpu, peak: cost.peak)
    }

    var text: String {
        "\(decimal(seconds)) s, processor \(decimal(cpu)) s, peak \(peak / 1_000_000) MB"
    }
}

/// With two decimals.
private func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}
