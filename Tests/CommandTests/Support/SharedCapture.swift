import Testing

/// One real run that the tests of replay share: five seconds are spent once.
enum SharedCapture {
    struct NoCapture: Error { let stderr: String }

    /// What `run` wrote for ``Plans/graded``, sealed with its verdict.
    static let graded = Result<[UInt8], any Error> {
        let workplace = Workplace()
        let plan = try workplace.put(Plans.graded, "plan.json")
        let ended = try Linecheck.run(plan, "-o", workplace.path("run.capture.jsonl"))
        guard let bytes = workplace.bytes("run.capture.jsonl") else { throw NoCapture(stderr: ended.stderr) }
        return bytes
    }

    /// The same without an expectation or load, for what needs only some capture.
    static let idle = Result<[UInt8], any Error> {
        let workplace = Workplace()
        let plan = try workplace.put(Plans.idle, "plan.json")
        let ended = try Linecheck.run(plan, "-o", workplace.path("run.capture.jsonl"))
        guard let bytes = workplace.bytes("run.capture.jsonl") else { throw NoCapture(stderr: ended.stderr) }
        return bytes
    }
}
