import LinecheckJSON
import Testing

@Suite struct BundledCommandTests {
    private let workplace = Workplace()

    @Test func `plans lists every bundled plan and rules document with its title`() throws {
        let ended = try Linecheck.call("plans")
        #expect(ended.status == 0)
        for name in ["bufferbloat", "health", "bufferbloat-1", "health-1"] {
            #expect(ended.stdout.contains(try Regex("\n  \(name) +[A-Z]")), "\(name)")
        }
        let json = try Linecheck.call("plans", "--json").json()
        #expect(json["plans"]?.array?.compactMap { $0["name"]?.string } == ["bufferbloat", "health"])
        #expect(json["rules"]?.array?.compactMap { $0["name"]?.string } == ["bufferbloat-1", "health-1"])
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
