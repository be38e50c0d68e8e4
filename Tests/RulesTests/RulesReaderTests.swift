import LinecheckExpressions
import LinecheckJSON
import LinecheckRules
import Testing

@Suite struct RulesReaderTests {
    func problems(_ text: String) -> [Problem] {
        do {
            return try RulesReader.read(SourceText(name: "my.json", text: text)).warnings
        } catch {
            return error.list
        }
    }

    func document(_ body: String) -> String {
        "{\n  \"rules\": 1, \"name\": \"mine\", \"version\": 1,\n  \(body)\n}"
    }

    @Test func `a problem inside an expression is marked under its very token`() throws {
        let found = problems(document(#""metrics": { "rise": "internet.load.rtt.p50 - internt.idle.los" }"#))
        let problem = try #require(found.first)
        #expect(problem.code == "unknown-name")
        #expect(problem.line == 3)
        #expect(problem.column == 49)
        #expect(problem.width == 16)
        #expect(problem.fix == "did you mean \"loss\"?" || problem.fix == "did you mean \"lost\"?")
    }

    @Test func `escapes in the file do not move the marker`() throws {
        let found = problems(document(##""metrics": { "rise": "\u0069nternet.load.rtt.p50 > 2%" }"##))
        let problem = try #require(found.first)
        #expect(problem.column == 54)
        #expect(problem.width == 2)
    }

    @Test(arguments: [
        (#""metrcs": {}"#, "unknown-key", "did you mean \"metrics\"?"),
        (
            #""grades": { "g": { "of": "a.x.jitter", "scale": [{ "grade": "A", "below": "5%" }, { "grade": "B" }] } }"#,
            "bad-threshold", "write a duration, for example 30ms"
        ),
        (
            #""grades": { "g": { "of": "a.x.jitter", "scale": [{ "grade": "A", "below": "5ms" }] } }"#, "open-scale",
            "add a step without a threshold after it"
        ),
        (
            #""grades": { "g": { "of": "a.x.jitter", "scale": [{ "grade": "A" }, { "grade": "B" }] } }"#,
            "unreachable-step", "move that one last"
        ),
        (
            #""grades": { "g": { "of": "a.x.jitter", "scale": [{ "grade": "A", "below": "9ms" }, { "grade": "B", "below": "5ms" }, { "grade": "C" }] } }"#,
            "unreachable-step", "order the steps from the one to try first"
        ),
        (
            #""grades": { "g": { "of": "a.x.jitter", "by": { "loss": "a.x.loss" }, "scale": [{ "grade": "A" }] } }"#,
            "unit-mismatch", nil
        ),
        (
            #""verdicts": { "v": { "title": "V", "first_of": [{ "is": "a", "say": "x" }, { "is": "b", "say": "y" }] } }"#,
            "unreachable-rule", "move that one last"
        ),
        (
            #""verdicts": { "v": { "title": "V", "first_of": [{ "is": "undetermined", "say": "x" }] } }"#, "bad-value",
            "choose another word"
        ),
        (#""verdicts": { "v": { "title": "V", "first_of": [{ "is": "a" }] } }"#, "missing-key", "add \"say\""),
        (#""metrics": { "raw": "a.x.jitter" }"#, "bad-name", "choose another name"),
        (#""metrics": { "b": "c", "c": "a.x.jitter" }"#, "unknown-name", nil),
        (#""under_load": { "load": "down" }"#, "bad-value", "write \"download\" or \"upload\""),
        (#""notes": [{ "when": "a.x.jitter", "say": "x" }]"#, "unit-mismatch", "compare it with something"),
        (
            #""score": { "ratings": [{ "rating": "Good", "at_least": 50 }, { "rating": "Better", "at_least": 70 }, { "rating": "Poor" }], "components": [] }"#,
            "unreachable-step", "order them from the best"
        ),
        (
            #""metrics": { "b": "a.x.jitter ?? 5ms" }"#, "absence-as-value",
            "make sure that nothing scores better for being absent"
        ),
    ])
    func `a mistake is told with its fix`(body: String, code: String, fix: String?) throws {
        let problem = try #require(problems(document(body)).first)
        #expect(problem.code == code, "\(problem.text)")
        #expect(problem.fix == fix, "\(problem.text)")
    }

    @Test func `all problems of a document are told at once`() {
        let found = problems(
            document(
                #""metrics": { "a": "x.y.los", "b": "1 +" }, "grades": { "g": { "of": "x.y.loss > 1", "scale": [] } }"#)
        )
        #expect(found.count == 4)
    }

    @Test func `a newer language is refused with a sentence`() {
        let found = problems(#"{ "rules": 2, "name": "mine", "version": 1 }"#)
        #expect(found.map(\.code) == ["newer-language"])
    }

    @Test func `a threshold may be a number where what is sorted has no unit`() throws {
        let text = document(
            #""score": { "ratings": [{ "rating": "R" }], "components": [{ "name": "c", "max": 5, "inputs": [{ "of": "a.x.lost", "steps": [{ "at_least": 2, "points": 0 }, { "points": 5 }] }] }] }"#
        )
        let rules = try RulesReader.read(SourceText(name: "my.json", text: text))
        #expect(rules.score?.components[0].inputs[0].steps[0].threshold?.value == 2)
    }
}
