import Foundation
import Glibc
import LinecheckJSON
import Testing

/// The program that was built beside this test bundle.
enum Linecheck {
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("linecheck").path

    /// Whether this user may make namespaces and become other users: root, and not in a container that forbids it.
    static let mayIsolate: Bool = {
        guard getuid() == 0 else { return false }
        return (try? Running(["unshare", "--net", "--mount", "ip", "link", "set", "lo", "up"]).wait().status) == 0
    }()

    /// Runs a command to its end.
    static func call(
        _ words: String..., input: [UInt8]? = nil, environment: [String: String] = [:]
    ) throws -> Ended {
        try Running([path] + words, input: input, environment: environment).wait()
    }

    /// Starts `run PLAN --loopback --concurrent`, since other tests run at the same time.
    static func start(_ plan: String, _ words: [String], environment: [String: String] = [:]) throws -> Running {
        try Running([path, "run", plan, "--loopback", "--concurrent"] + words, environment: environment)
    }

    static func run(_ plan: String, _ words: String..., environment: [String: String] = [:]) throws -> Ended {
        try start(plan, words, environment: environment).wait()
    }

    /// The words that run a command as nobody: without rights, and by default in a new network without an interface up.
    static func asNobody(_ words: [String], newNetwork: Bool = true) -> [String] {
        (newNetwork ? ["unshare", "--net"] : [])
            + ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--bounding-set", "-all"] + words
    }
}

extension Ended {
    /// Standard output as the one JSON value that it must be.
    func json() throws -> JSONValue { try JSONReader.read(SourceText(name: "stdout", bytes: bytes)).plain }
}

/// A folder of a test's own, which anybody may write to, removed with it.
final class Workplace: Sendable {
    let folder: String

    init() {
        folder = NSTemporaryDirectory() + "linecheck-command-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o777)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map { Array($0) } }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    @discardableResult func put(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    @discardableResult func put(_ text: String, _ name: String) throws -> String { try put(Array(text.utf8), name) }

    /// A copy of the program that every user may run, wherever the build folder is.
    func program() throws -> String {
        // Copied by another process: a child that another test starts meanwhile would hold the file open for writing, and
        // then it cannot be executed (ETXTBSY).
        _ = try Running(["cp", Linecheck.path, path("linecheck")]).wait()
        chmod(path("linecheck"), 0o755)
        return path("linecheck")
    }
}
