import Glibc
import LinecheckQuantities

enum FileSize {
    /// nil: it is not there, or no regular file. A link is not followed.
    static func of(_ path: String) -> ByteCount? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return ByteCount(bytes: Int64(status.st_size))
    }

    /// When a file's content last changed; nil: there is no such file.
    static func written(_ path: String) -> WallTime? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let (seconds, part) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLarge ? nil : WallTime(nanosecondsSinceEpoch: product + part)
    }
}
