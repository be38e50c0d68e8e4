import LinecheckJSON
import LinecheckPlan
import LinecheckRules

/// The reader takes any bytes without crashing, and what it accepts prints and reads back as itself.
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    let source = SourceText(name: "fuzz.json", bytes: bytes)
    let none: SourceFinder = { name, _ in .failure(SourceNotFound("there is no \(name)")) }
    do {
        let plan = try PlanReader(findPlan: none, findRules: none).read(source).plan
        guard try PlanReader.resolved(plan.json) == plan else { fatalError("the printed plan is another one") }
    } catch {
        precondition(!error.text.isEmpty && error.hasErrors)
    }
    do {
        let rules = try RulesReader.read(source)
        guard try RulesDocument(resolved: rules.json) == rules else { fatalError("the printed rules are others") }
    } catch {
        precondition(!error.text.isEmpty && error.hasErrors)
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
