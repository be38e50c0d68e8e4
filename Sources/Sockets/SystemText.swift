internal import Glibc

/// Texts that the kernel shows below /proc and /sys.
enum SystemText {
    /// The whole text, at most 1 MiB; nil when it cannot be read.
    static func read(_ path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(owning: number)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        // These files have no size; they end where read says so.
        while text.count < 1 << 20 {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor.number, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            text += chunk.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// One number alone in a file, as most of /sys.
    static func readNumber(_ path: String) -> Int64? {
        read(path).flatMap { Int64($0.filter { !$0.isWhitespace }) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension StringProtocol {
    /// Fields between blanks and tabs.
    var fields: [SubSequence] { split { $0 == " " || $0 == "\t" } }
    var lines: [SubSequence] { split(separator: "\n") }
}
