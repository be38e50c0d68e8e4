import Glibc
import LinecheckQuantities

enum FileSize {
    /// nil: it is not there, or no regular file. A link is not followed.
    static func of(_ path: String) -> ByteCount? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return ByteCount(bytes: Int64(status.st_size))
    }
}
