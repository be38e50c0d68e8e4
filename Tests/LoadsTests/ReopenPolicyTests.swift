import Testing

@testable import LinecheckLoads

@Suite struct ReopenPolicyTests {
    @Test func `the fifth failure in a row is the last`() {
        var policy = ReopenPolicy()
        let waits = (1...5).map { _ in policy.connectionEnded(.broken, moved: 0) }
        #expect(waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), nil])
    }

    @Test func `a connection that moved something is replaced at once, however often`() {
        var policy = ReopenPolicy()
        for _ in 0..<4 { _ = policy.connectionEnded(.broken, moved: 0) }
        for _ in 0..<100 { #expect(policy.connectionEnded(.orderly, moved: 1) == .zero) }
        #expect(policy.connectionEnded(.orderly, moved: 0) == .milliseconds(100))
    }

    @Test func `one that breaks within the initial window has failed, one that breaks later has loaded`() {
        var policy = ReopenPolicy()
        #expect(policy.connectionEnded(.broken, moved: 14_599) == .milliseconds(100))
        #expect(policy.connectionEnded(.broken, moved: 14_600) == .zero)
    }
}
