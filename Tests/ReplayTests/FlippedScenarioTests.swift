import Foundation
import LinecheckCapture
import LinecheckJSON
import LinecheckReplay
import TestSupport
import Testing

/// Real captures with one bit changed: none is taken for another, and none crashes a reader that recovers.
@Suite struct FlippedScenarioTests {
    /// Those that are whole.
    private static let whole = ScenarioTests.names.filter { name in
        (try? CaptureReplay.load(path: path(name)))?.damages.isEmpty == true
    }

    private static func path(_ name: String) -> String { Repository.scenarios.path + "/\(name)/capture.jsonl" }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    private func isNoticed(_ bytes: [UInt8]) -> Bool {
        var reader = CaptureReader(bytes: bytes, name: "flipped")
        do { while try reader.next() != nil {} } catch { return true }
        return !reader.isComplete
    }

    private func flipped(_ bytes: [UInt8], _ place: Int, _ bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 1 << UInt8(bit)
        return bytes
    }

    @Test(arguments: whole)
    func `a bit flipped anywhere in a capture is noticed, and recovering survives it`(name: String) throws {
        let bytes = try Self.bytes(name)
        var random = SeededGenerator(seed: UInt64(bytes.count))
        for index in 0..<6 {
            let place = Int.random(in: bytes.indices, using: &random)
            let changed = flipped(bytes, place, Int.random(in: 0..<8, using: &random))
            // The last line end may be missing, which is no damage; what stands there instead is.
            #expect(isNoticed(changed), "byte \(place)")
            guard index < 2 else { continue }
            do {
                let capture = try CaptureReplay.load(bytes: changed, name: "flipped", recover: true)
                #expect(!capture.damages.isEmpty)
                _ = capture.judge(rules: capture.rules)
            } catch is Damage {
            } catch is Problems {}
        }
    }

    /// One bit, another one from byte to byte. Of a capture of all records `DamageTests` flips each.
    @Test(arguments: 0..<8)
    func `each ninth byte of a small capture counts`(part: Int) throws {
        let bytes = try Self.bytes("load-failure-aborts")
        for place in stride(from: part, to: bytes.count, by: 8 * 9) {
            #expect(isNoticed(flipped(bytes, place, (place / 8 + part) % 8)), "byte \(place)")
        }
    }
}
