import Glibc
import LinecheckCapture
import LinecheckReplay

/// The reader takes any bytes without crashing or hanging, and what it takes can be judged; by all cores it reads the same.
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    for recover in [false, true] {
        guard let capture = try? CaptureReplay.load(bytes: bytes, name: "fuzz", recover: recover) else { continue }
        _ = capture.difference(from: capture.judge(rules: capture.rules))
    }
    if let alone = CaptureReader(bytes: bytes, name: "fuzz").digest(ahead: false),
        let together = readByAllCores(bytes)
    {
        precondition(alone == together, "read by all cores: \(together), alone: \(alone)")
    }
    return 0
}

private func readByAllCores(_ bytes: [UInt8]) -> [Int64]? {
    var template = Array("/tmp/linecheck-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    defer { close(file) }
    unlink(template)
    guard bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count,
        let reader = try? CaptureReader(path: "/proc/self/fd/\(file)")
    else { return nil }
    return reader.digest(ahead: true)
}

extension CaptureReader {
    /// What came of it, in numbers; nil where it is no capture. Of a portion that ends in damage nothing comes, and portions are cut
    /// at other places by all cores, so that then only the damage counts.
    fileprivate consuming func digest(ahead: Bool) -> [Int64]? {
        guard let first = try? next(), case .header(let header) = first.record else { return nil }
        let probes = ProbeNames(header.plan["probes"]?.members?.map(\.key) ?? [])
        if ahead { readAhead(of: probes, from: 0) }
        var (samples, lines): (Int64, Int64) = (0, 0)
        var portion = CapturePortion()
        do throws(Damage) {
            while try next(&portion, of: probes) {
                for piece in portion.pieces {
                    switch piece {
                    case .samples(let places, _):
                        for sample in portion.samples[places] {
                            samples = samples &* 31 &+ sample.sequence &+ sample.sentAt &+ (sample.rtt ?? -1)
                        }
                    case .line(let line):
                        guard case .sample(let sample) = line.record else {
                            lines = lines &* 31 &+ Int64(line.number) &+ line.byteOffset
                            continue
                        }
                        var rtt: Int64 = -1
                        if case .reply(let time) = sample.outcome { rtt = time.nanoseconds }
                        samples = samples &* 31 &+ sample.sequence &+ sample.at.nanoseconds &+ rtt
                    }
                }
            }
        } catch {
            return [Int64(error.line), error.byteOffset]
        }
        return [samples, lines] + damages.map { Int64($0.line) &* 31 &+ $0.byteOffset }
    }
}

/// libFuzzer's own loop; SwiftPM gives every executable a main, so the library's cannot be used.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main enum Fuzzer {
    static func main() {
        var count = CommandLine.argc
        var words = CommandLine.unsafeArgv
        _ = runDriver(&count, &words) { fuzzOneInput($0, $1) }
    }
}
