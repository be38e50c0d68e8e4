import LinecheckSockets
import Testing

@Suite struct TimedEchoTests {
    @Test func `a question and its answer have the same length and come back as they were`() throws {
        let question = TimedEcho(cookie: 0x0102_0304_0506_0708, number: -2)
        #expect(question.bytes.count == TimedEcho.length)
        #expect(Array(question.bytes[0..<16]) == Array("linechkQ".utf8) + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(try TimedEcho(question.bytes) == question)
        var answer = question
        answer.times = .init(received: 12, sent: .max)
        #expect(answer.bytes.count == TimedEcho.length)
        #expect(try TimedEcho(answer.bytes) == answer)
    }

    @Test func `a changed or cut message is none`() {
        var answer = TimedEcho(cookie: 1, number: 2)
        answer.times = .init(received: 3, sent: 4)
        #expect(throws: TimedEcho.Fault.length) { try TimedEcho(answer.bytes.dropLast()) }
        for place in [0, 7, 24, 40, 63] {
            var bytes = answer.bytes
            bytes[place] ^= 0x80
            #expect(throws: TimedEcho.Fault.content, "byte \(place)") { try TimedEcho(bytes) }
        }
    }
}
