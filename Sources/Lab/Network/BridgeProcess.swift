import LinecheckJSON

/// A ``FrameBridge`` in a process of its own, which is in the namespace of the interfaces.
public enum BridgeProcess {
    /// Starts `program lab --bridge TASK` and waits until frames pass.
    public static func start(_ task: BridgeTask, in space: NamedNamespace, program: String) throws -> Child {
        let child = try Child(space.command([program, "lab", "--bridge", task.json.canonicalText]))
        try child.wait(toSay: "bridging")
        return child
    }

    /// Ends it and reads its report.
    public static func finish(_ child: Child) throws -> BridgeReport {
        guard child.isRunning else {
            throw Child.Failure(description: "the bridge has ended by itself: \(child.errors)")
        }
        child.end()
        let output = child.output
        guard let json = try? JSONReader.read(SourceText(name: "the bridge", text: output)).plain,
            let report = BridgeReport(json)
        else { throw Child.Failure(description: "the bridge gives no report: \(output) \(child.errors)") }
        return report
    }
}
