import Foundation
import TestSupport
import Testing

@testable import LinecheckCapture

/// `redact` leaves the words that every copy of this program holds; whatever else stands in a text may be a name.
@Suite struct VocabularyTests {
    /// The modules whose words reach a capture or a verdict.
    private static let modules = [
        "Quantities", "Statistics", "JSON", "Expressions", "Rules", "Plan", "Capture", "Phases", "Judge", "Replay",
        "Sockets",
        "Loads", "Probes", "Runner",
    ]

    private static func swiftFiles(_ folder: String) -> [URL] {
        let root = Repository.root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Redaction/") }.map {
            root.appending(path: $0)
        }
    }

    /// The words of a file's string literals, without what is interpolated, and the names of its cases.
    private static func words(_ file: URL) throws -> Set<String> {
        var words: Set<String> = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            // An escaped quote ends no literal.
            let code = line.replacing("\\\\", with: "").replacing("\\\"", with: "'").drop { $0 == " " }
            guard !code.hasPrefix("//") else { continue }
            var literal = 1
            for part in code.split(separator: "\"", omittingEmptySubsequences: false).dropFirst() {
                if literal % 2 == 1 { words.formUnion(tokens(part)) }
                literal += 1
            }
            let names = code.prefix { $0 != "=" }
            if names.hasPrefix("case "), !names.contains(where: { ".:(".contains($0) }) {
                words.formUnion(tokens(names.dropFirst(5)))
            }
        }
        return words
    }

    private static func tokens(_ text: Substring) -> [String] {
        guard !text.contains("\\") else { return [] }
        return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }.map(String.init)
    }

    @Test func `redact knows every word of our own sentences`() throws {
        let table = Repository.root.appending(path: "Sources/linecheck/CommandTable.swift")
        let files = Self.modules.flatMap { Self.swiftFiles("Sources/\($0)") } + [table]
        #expect(files.count > 200)
        let unknown = try files.reduce(into: Set<String>()) { $0.formUnion(try Self.words($1)) }
            .filter { !PlainToken.isPlain($0) && $0.utf8.first.map { !(0x30...0x39).contains($0) } == true }
        #expect(
            unknown.isEmpty,
            "add to Vocabulary.swift: \(unknown.map { $0.lowercased() }.sorted().joined(separator: " "))")
    }

    @Test func `redact knows every word of the bundled plans and rules`() throws {
        for folder in ["plans", "plans/rules"] {
            let root = Repository.root.appending(path: folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: root.path)
            where name.hasSuffix(".json") && !name.hasSuffix(".schema.json") {
                let parts = try String(contentsOf: root.appending(path: name), encoding: .utf8).split(separator: "\"")
                // What begins with a digit and is no number is a commit's.
                let unknown = parts.flatMap { Self.tokens($0) }.filter {
                    !PlainToken.isPlain($0) && $0.first?.isLetter == true
                }
                #expect(unknown.isEmpty, "add to Vocabulary.swift for \(name): \(unknown.joined(separator: " "))")
            }
        }
    }

    @Test(arguments: [
        "alice", "cellar-ap", "a1b2c3d4", "deadbeef", "0x0a4d4237", "172835383172835383", "10-77-66-55",
        "enx001122334455",
        "00-11-22-33-44-55", "eth-alice", "ÄpfelNetz", "home-server", "p9999",
    ])
    func `a word that may be a name is none of ours`(word: String) { #expect(!PlainToken.isPlain(word)) }

    @Test(arguments: [
        "internet", "p95", "200ms", "1m30s", "2026-11-30T03", "eth0", "enp3s0", "HTTP", "isp-downstream", "attempts",
        "x", "connection_refused", "42", "--set",
    ])
    func `a number, a unit, a word of ours names nobody`(word: String) { #expect(PlainToken.isPlain(word)) }
}
