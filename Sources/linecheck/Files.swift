import Glibc
import LinecheckCapture
import LinecheckJSON
import LinecheckSockets

/// Reads and finds the files that a command names.
enum Files {
    /// A whole file, or standard input for `-`; at most 1 MiB, since plans and rules are written by hand.
    static func source(_ path: String) throws(SystemError) -> SourceText {
        SourceText(name: path == "-" ? "<stdin>" : path, bytes: try read(path))
    }

    private static let limit = 1 << 20

    private static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let file = Descriptor(owning: path == "-" ? dup(STDIN_FILENO) : try opened(path))
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = try checked("read", subject: path) { Glibc.read(file.number, &chunk, chunk.count) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw SystemError("read", EFBIG, subject: path)
    }

    /// A plan that is a named pipe is refused as a capture is.
    private static func opened(_ path: String) throws(SystemError) -> Int32 {
        do throws(InputFile.Refusal) { return try InputFile.open(path) } catch {
            switch error {
            case .system(let code): throw SystemError("open", code, subject: path)
            case .noFile("a directory"): throw SystemError("open", EISDIR, subject: path)
            case .noFile(let kind):
                throw SystemError(
                    "open", EINVAL, subject: path,
                    explanation: "it is \(kind); what comes through it is read from standard input, named -")
            }
        }
    }

    /// Whether a regular file can be read and begins with these bytes. What is read from a pipe would be gone from it.
    static func begins(_ path: String, with start: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return false }
        let file = Descriptor(owning: number)
        let wanted = Array(start.utf8)
        var bytes = [UInt8](repeating: 0, count: wanted.count)
        return Glibc.read(file.number, &bytes, bytes.count) == wanted.count && bytes == wanted
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether another process holds it for itself (flock(2)).
    static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// A regular file that may be read whole just to look what it is: at most 1 MiB.
    static func isSmall(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size <= 1 << 20
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Two names of one file.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    /// The names in a folder, sorted by their bytes.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let directory = opendir(folder) else { throw SystemError("opendir", errno, subject: folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }

    /// A symbolic link is none, wherever it leads.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func makeFolder(_ path: String) throws(SystemError) {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/\(part)"
            if !isDirectory(partial) { try checked("mkdir", subject: partial) { mkdir(partial, 0o755) } }
        }
    }

    /// Refuses a name that is taken, unless it was said that it may be written over; a capture never is, not even then. Writing
    /// to a pipe or a device takes nothing from anybody.
    static func mayWrite(_ path: String, force: Bool) throws(UsageError) {
        guard path != "-", exists(path) || isLink(path), !isStream(path) else { return }
        try refuseCapture(path)
        guard force, exists(path) else {
            throw UsageError("\(path) exists already", hint: "choose another name, or write over it with --force")
        }
    }

    /// A pipe, a terminal or another device.
    private static func isStream(_ path: String) -> Bool { exists(path) && !isRegular(path) && !isDirectory(path) }

    /// What was measured cannot be measured again.
    private static func refuseCapture(_ path: String) throws(UsageError) {
        guard isRegular(path), CaptureFiles.isCapture(path) else { return }
        throw UsageError("\(path) is a capture, and captures are never written over", hint: "choose another name")
    }

    /// Gives a text the name at once: whoever reads sees the old file or the new one, never half of it (rename(2)).
    ///
    /// The text waits in a file beside it whose name does not end like the final one, since collectors read `*.prom`.
    ///
    /// What is no regular file (a device, a pipe, a link) stays what it is and is written to. Who may read a file may read what
    /// replaces it, and nobody else.
    ///
    /// - Parameter force: over whatever file has the name; else one that has appeared meanwhile is an error.
    static func replace(_ path: String, with text: String, force: Bool) throws(SystemError) {
        if isLink(path) || isStream(path) { return try write(text, to: path, force: force) }
        let waiting = "\(path).\(getpid())"
        do throws(SystemError) {
            let old = status(of: path)
            // Never for a moment open to more people than the old one.
            try write(text, to: waiting, force: true, mode: (old?.st_mode ?? 0o644) & 0o777 | 0o600)
            let file = Descriptor(owning: try checked("open", subject: waiting) { open(waiting, O_RDONLY | O_CLOEXEC) })
            if let old {
                // Whose file it was it stays, where this user may give files away.
                _ = fchown(file.number, old.st_uid, old.st_gid)
                try checked("fchmod", subject: waiting) { fchmod(file.number, old.st_mode & 0o7777) }
            }
            try checked("fsync", subject: waiting) { fsync(file.number) }
            // link(2) does not replace, where rename(2) does.
            if !force { try checked("link", subject: path) { link(waiting, path) } }
            if force { try checked("rename", subject: path) { rename(waiting, path) } } else { unlink(waiting) }
        } catch {
            unlink(waiting)
            throw error
        }
    }

    /// nil: there is no such file.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Writes a whole text; ENXIO: it is a pipe that nobody reads.
    ///
    /// - Parameters:
    ///   - force: over whatever file has the name; else a file that has appeared meanwhile is an error.
    ///   - mode: of a file that is made.
    static func write(_ text: String, to path: String, force: Bool, mode: mode_t = 0o644) throws(SystemError) {
        let creating = isStream(path) ? 0 : force ? O_CREAT | O_TRUNC : O_CREAT | O_EXCL
        // A pipe that nobody reads is refused with ENXIO instead of waited for (fifo(7)); one that is read may be slow.
        let number = try checked("open", subject: path) {
            open(path, O_WRONLY | creating | O_CLOEXEC | O_NONBLOCK, mode)
        }
        let file = Descriptor(owning: number)
        try checked("fcntl", subject: path) { fcntl(file.number, F_SETFL, O_WRONLY) }
        try write(text, to: file.number, path)
    }

    /// The same to an open descriptor, with its name for what may go wrong.
    static func write(_ text: String, to descriptor: Int32, _ path: String) throws(SystemError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = try checked("write", subject: path) {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
