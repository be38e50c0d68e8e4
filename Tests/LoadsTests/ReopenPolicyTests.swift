import Testing

@testable import LinecheckLoads

@Suite struct ReopenPolicyTests {
    @Test func `the fifth failure in a row is the last`() {
        var policy = ReopenPolicy()
        let waits = (0..<5).map { _ in policy.connectionEnded(moved: false) }
        #expect(
            waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), nil])
    }

    @Test func `a connection that moved something is replaced at once, however often`() {
        var policy = ReopenPolicy()
        _ = policy.connectionEnded(moved: false)
        for _ in 0..<100 { #expect(policy.connectionEnded(moved: true) == .zero) }
        #expect(policy.failures == 0)
    }
}
