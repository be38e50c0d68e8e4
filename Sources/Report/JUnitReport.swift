/// Test results as CI systems read them: the JUnit XML that Jenkins, GitLab and GitHub's reporters take
/// (schema: github.com/testmoapp/junitxml). It has no times: a replay has no clock, and the same input gives the same file.
public struct JUnitReport {
    public enum Result: Equatable, Sendable {
        case passed
        /// What was looked at is not as expected.
        case failed(String)
        /// It could not be looked at.
        case error(String)
    }

    public struct Case: Equatable, Sendable {
        public var name: String
        public var result: Result

        public init(name: String, result: Result) {
            self.name = name
            self.result = result
        }
    }

    private let suite: String
    private let cases: [Case]

    public init(suite: String, cases: [Case]) {
        self.suite = suite
        self.cases = cases
    }

    public var text: String {
        let failures = cases.count { if case .failed = $0.result { true } else { false } }
        let errors = cases.count { if case .error = $0.result { true } else { false } }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
        lines.append("  <testsuite name=\"\(Self.escaped(suite))\" \(counts)>")
        lines += cases.map(Self.element)
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func element(_ entry: Case) -> String {
        let start = "    <testcase classname=\"replay\" name=\"\(escaped(entry.name))\""
        switch entry.result {
        case .passed: return start + "/>"
        case .failed(let words): return start + ">" + body("failure", words) + "</testcase>"
        case .error(let words): return start + ">" + body("error", words) + "</testcase>"
        }
    }

    private static func body(_ element: String, _ words: String) -> String {
        let first = words.prefix { $0 != "\n" }
        return "<\(element) message=\"\(escaped(String(first)))\">\(escaped(words))</\(element)>"
    }

    /// XML 1.0 §2.2 and §2.4: what cannot stand in an attribute, and control characters, which cannot stand anywhere.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            default: result.unicodeScalars.append(scalar.value < 0x20 || scalar.value > 0xFFFD ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}
