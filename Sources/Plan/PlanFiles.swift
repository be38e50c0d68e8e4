public import LinecheckJSON

/// Finds the text behind a reference in a plan: a bundled name or a path.
///
/// `reference` is as the author wrote it and `from` the name of the file that holds it, so that paths can be relative to
/// it. The error is one sentence for the author, with the names that exist where that helps.
public typealias SourceFinder = (_ reference: String, _ from: SourceText) -> Result<SourceText, SourceNotFound>

/// Why a referenced file cannot be had.
public struct SourceNotFound: Error, Equatable, Sendable {
    public var message: String
    public var fix: String?

    public init(_ message: String, fix: String? = nil) {
        self.message = message
        self.fix = fix
    }
}

/// One file of a plan: the root document, or one that is included, with what it includes.
struct PlanFile {
    var document: Field
    /// The included files by the index of the phase that includes them.
    var includes: [Int: PlanFile]

    var phases: [Field] { document["phases"]?.elements ?? [] }

    /// This file and all below it, deepest first.
    var innermostFirst: [PlanFile] {
        includes.sorted { $0.key < $1.key }.flatMap { $0.value.innermostFirst } + [self]
    }

    /// The same files with every document rewritten.
    func mapDocuments(_ transform: (Field) -> Field) -> PlanFile {
        PlanFile(document: transform(document), includes: includes.mapValues { $0.mapDocuments(transform) })
    }
}

/// Reads a document and everything that it includes.
struct PlanFileLoader {
    /// More files than any plan needs; two includes in each of thirty files would be a billion.
    private static let most = 64

    let find: SourceFinder
    /// A resolved plan was written by this program, and may hold what many files held.
    let isResolved: Bool
    var problems: [Problem] = []
    private var count = 0

    init(find: @escaping SourceFinder, isResolved: Bool) {
        self.find = find
        self.isResolved = isResolved
    }

    /// nil when the document itself could not be read.
    mutating func load(_ source: SourceText, including chain: [SourceText] = []) -> PlanFile? {
        do throws(Problems) {
            let node = try JSONReader.read(source)
            if !isResolved, let crowding = node.crowding(in: source) { throw Problems([crowding]) }
            let document = Field(document: node, of: source)
            guard node.members != nil else {
                problems.append(document.problem("wrong-type", "a plan is an object, this is \(node.kindName)"))
                return nil
            }
            return PlanFile(document: document, includes: includes(of: document, chain: chain + [source]))
        } catch {
            problems += error.list
            return nil
        }
    }

    /// A file that is met again is known by its name or, since one file has many paths, by its text.
    private mutating func includes(of document: Field, chain: [SourceText]) -> [Int: PlanFile] {
        var files: [Int: PlanFile] = [:]
        for (index, phase) in (document["phases"]?.elements ?? []).enumerated() {
            guard let include = phase["include"], let reference = include.node.string, count <= Self.most else {
                continue
            }
            count += 1
            guard count <= Self.most else {
                problems.append(include.problem("too-many-includes", "more than \(Self.most) files are included"))
                continue
            }
            switch find(reference, document.source) {
            case .failure(let reason):
                problems.append(include.problem("unknown-plan", reason.message, fix: reason.fix))
            case .success(let source) where chain.contains { $0.name == source.name || $0.bytes == source.bytes }:
                let circle = (chain.drop { $0.name != source.name && $0.bytes != source.bytes } + [source])
                    .map(\.name).joined(separator: " → ")
                problems.append(include.problem("include-cycle", "this includes itself: \(circle)"))
            case .success(let source):
                if let file = load(source, including: chain) { files[index] = file }
            }
        }
        return files
    }
}
