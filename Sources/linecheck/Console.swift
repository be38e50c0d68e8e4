import Glibc

/// The two streams of a command: results go to standard output, everything else to standard error.
enum Console {
    /// Writes a result and a line end to standard output.
    static func result(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes one line for people to standard error.
    static func say(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return  // a closed pipe: the reader has heard enough
            }
        }
    }
}
