import Glibc
import LinecheckSockets

/// This program's own file.
enum Program {
    /// - Throws: ``SystemError`` when /proc is not there.
    static func path() throws(SystemError) -> String {
        var link = [CChar](repeating: 0, count: 4_096)
        let length = try checked("readlink", subject: "/proc/self/exe") {
            readlink("/proc/self/exe", &link, link.count)
        }
        return String(decoding: link.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
