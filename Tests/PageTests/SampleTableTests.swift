import Foundation
import LinecheckPage
import TestSupport
import Testing

struct SampleTableTests {
    @Test func `each sample of the capture is a row, and each row has every field`() throws {
        let table = SampleTable(try account("lab-loss-convicts")).text
        let rows = table.components(separatedBy: "\r\n")
        #expect(rows.last == "")
        #expect(rows[0] == "probe,target,phase,scored,seq,sent_ns,outcome,rtt_ns,late_ns,failure,up_ns,down_ns")
        #expect(rows.dropLast().allSatisfy { $0.components(separatedBy: ",").count == 12 })
        let file = Repository.scenarios.appending(path: "lab-loss-convicts/capture.jsonl")
        let samples =
            try String(contentsOf: file, encoding: .utf8).components(separatedBy: "{\"type\":\"sample\"").count - 1
        #expect(rows.count - 2 == samples)
    }

    @Test func `fields with commas, quotes or formulas are quoted as RFC 4180 says`() throws {
        let file = Repository.scenarios.appending(path: "clean-fibre/capture.jsonl")
        var text = try String(contentsOf: file, encoding: .utf8)
        let header = try #require(text.range(of: "\n"))
        let target = try #require(text.range(of: "\"address\":\"192.0.2.1\"", range: header.upperBound..<text.endIndex))
        text.replaceSubrange(target, with: "\"address\":\"=HYPERLINK(\\\"x\\\",1)\"")
        let table = SampleTable(try account(withoutCheckpoints(text))).text
        #expect(table.contains("gateway,\"'=HYPERLINK(\"\"x\"\",1)\",idle,"))
    }
}
