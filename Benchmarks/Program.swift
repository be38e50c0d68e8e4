import Glibc
import LinecheckLab

/// This program and those that were built beside it.
enum Program {
    static let process = getpid()

    static func path() throws -> String {
        var link = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &link, link.count)
        guard count > 0 else { throw Child.Failure(description: "/proc/self/exe cannot be read") }
        return String(decoding: link.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func sibling(_ name: String) throws -> String {
        let path =
            try path().split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/" + name
        guard access(path, X_OK) == 0 else {
            throw Child.Failure(description: "there is no \(path): swift build -c release --product \(name)")
        }
        return path
    }
}
