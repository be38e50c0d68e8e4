import Foundation
import LinecheckJSON
import Testing

/// The documents in a folder of the repository; a file that the program does not list would be left out silently.
private func documents(_ folder: String) throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return Set(files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.map { String($0.dropLast(5)) })
}

@Suite struct BundledCommandTests {
    private let workplace = Workplace()

    @Test func `plans lists every bundled plan and rules document with its title`() throws {
        let ended = try Linecheck.call("plans")
        #expect(ended.status == 0)
        let plans = try documents("plans")
        let rules = try documents("plans/rules")
        for name in plans.union(rules).subtracting(["servers"]) {
            #expect(ended.stdout.contains(try Regex("\n  \(name) +[A-Z]")), "\(name)")
        }
        let json = try Linecheck.call("plans", "--json").json()
        #expect(
            json["plans"]?.array?.compactMap { $0["name"]?.string }.sorted() == plans.subtracting(["servers"]).sorted())
        #expect(json["rules"]?.array?.compactMap { $0["name"]?.string }.sorted() == rules.sorted())
    }

    @Test func `a plan that is shown can be run as a file`() throws {
        let shown = try Linecheck.call("plans", "--show", "bufferbloat")
        #expect(shown.status == 0)
        #expect(try Linecheck.call("check", workplace.put(shown.bytes, "mine.json")).status == 0)
    }

    @Test func `the schema is a JSON Schema that allows no unknown key`() throws {
        let ended = try Linecheck.call("schema", "plan")
        #expect(ended.status == 0)
        let schema = try ended.json()
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["additionalProperties"]?.bool == false)
        #expect(try Linecheck.call("schema").stdout == ended.stdout)
    }
}
