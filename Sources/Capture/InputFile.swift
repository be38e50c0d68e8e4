import Glibc

/// A file that somebody named, opened for reading without waiting for anybody.
///
/// Opening a named pipe waits until somebody writes into it (fifo(7)), which may be never; a terminal or a socket is no better.
/// `/dev/stdin` and `/dev/fd/N` are descriptors that are open already, such as a shell's `<(…)`, and stay possible.
public enum InputFile {
    public enum Refusal: Error, Equatable {
        /// errno of open(2).
        case system(Int32)
        /// What it is instead of a file, in words: `a directory`.
        case noFile(String)
    }

    /// The descriptor is the caller's to close.
    public static func open(_ path: String) throws(Refusal) -> Int32 {
        let isOpenAlready = isOpenAlready(path)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isOpenAlready ? 0 : O_NONBLOCK))
        let code = errno
        var status = stat()
        if descriptor < 0 {
            // open(2): ENXIO of a socket.
            guard code == ENXIO, stat(path, &status) == 0, let kind = kind(status) else { throw .system(code) }
            throw .noFile(kind)
        }
        guard fstat(descriptor, &status) == 0, let kind = kind(status),
            !isOpenAlready || status.st_mode & S_IFMT == S_IFDIR
        else { return descriptor }
        _ = close(descriptor)
        throw .noFile(kind)
    }

    /// It names a descriptor of this process, whatever is behind it.
    public static func isOpenAlready(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
    }

    /// nil: a regular file.
    private static func kind(_ status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a directory"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
