import Glibc
import LinecheckLab

/// The linecheck that was built together with these tests.
enum Program {
    /// Beside the test bundle, which the test runner names among its arguments or is itself.
    static func find() throws -> String {
        var link = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &link, link.count - 1)
        let own = String(decoding: link.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let places = CommandLine.arguments + [own]
        for place in places where place.contains("/") {
            let path = place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if access(path + "/linecheck", X_OK) == 0 { return path + "/linecheck" }
        }
        throw Child.Failure(description: "there is no linecheck beside the tests: \(places.joined(separator: ", "))")
    }
}
