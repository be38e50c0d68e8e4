import Foundation
import LinecheckCapture
import Testing

/// Captures of real runs, kept for good: `fixtures/captures/v<version>/`. What could once be read can always be read.
@Suite struct KeptCaptureTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("fixtures/captures")

    static let kept: [String] = {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".capture.jsonl") }.sorted()
    }()

    @Test(arguments: kept)
    func `a kept capture is whole`(name: String) throws {
        let reading = try Reading(path: Self.folder.path + "/" + name)
        #expect(reading.thrown == nil)
        #expect(reading.isComplete)
        guard case .header(let header)? = reading.records.first else {
            Issue.record("no header")
            return
        }
        #expect(name.hasPrefix("v\(header.version)/"))
    }

    @Test func `each version of the format has its folder`() {
        for version in 1...FormatVersion.current {
            #expect(FileManager.default.fileExists(atPath: Self.folder.path + "/v\(version)"))
        }
    }
}
