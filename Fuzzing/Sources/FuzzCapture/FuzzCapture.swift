import LinecheckCapture
import LinecheckReplay

/// The reader takes any bytes without crashing or hanging, and what it takes can be judged.
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    for recover in [false, true] {
        guard let capture = try? CaptureReplay.load(bytes: bytes, name: "fuzz", recover: recover) else { continue }
        _ = capture.difference(from: capture.judge(rules: capture.rules))
    }
    return 0
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
