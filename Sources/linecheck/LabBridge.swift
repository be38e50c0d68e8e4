import LinecheckJSON
import LinecheckLab
import LinecheckSockets

/// `linecheck lab --bridge TASK`: carries the frames of one leg until it is told to end, and then tells what it did.
///
/// Nobody types this; the lab starts it in the namespace between two ends of a line.
struct LabBridge {
    private let task: BridgeTask

    init(_ text: String) throws(Problems) { task = try BridgeTask(SourceText(name: "--bridge", text: text)) }

    func perform() throws(SystemError) -> ExitStatus {
        InterruptWatch.block()
        let end = try Waker()
        InterruptWatch.start { _ in end.wake() }
        // A frame that leaves late is another delay than the line's.
        KernelThread.raisePriority()
        let bridge = try FrameBridge(task)
        Console.say("bridging \(task.client) and \(task.server)")
        Console.data(try bridge.carry(until: end).json.canonicalText)
        return .success
    }
}
