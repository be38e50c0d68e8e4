import Glibc

/// The system calls under a capture writer. Nothing here can replace a file that is there already.
struct CaptureFile: ~Copyable {
    private let descriptor: Int32
    /// Final name; nil for a descriptor that somebody else opened.
    private let path: String?
    private let isRegular: Bool
    /// Bytes of whole lines.
    private var length: Int64 = 0
    /// Part of a line went out and cannot be taken back: no further line would be readable.
    private var isBroken = false

    /// Creates `path.partial`; fails if that or `path` exists.
    init(creating path: String) throws(CaptureError) {
        descriptor = try Self.create(path)
        self.path = path
        isRegular = true
    }

    private static func create(_ path: String) throws(CaptureError) -> Int32 {
        var status = stat()
        if lstat(path, &status) == 0 {
            throw CaptureError(
                path: path, reason: "exists already, and a capture is never written over",
                advice: "choose another name with -o", errno: EEXIST)
        }
        let partial = path + ".partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o644)
        if descriptor >= 0 {
            // Held for as long as somebody writes, so that nobody takes it for a killed run's: time tells nothing of a machine
            // that sleeps. A file system without locks has none.
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
            return descriptor
        }
        let code = errno
        guard code == EEXIST else { throw CaptureError("create the capture", partial, errno: code) }
        throw CaptureError(
            path: partial, reason: "exists already: another run is writing it, or was killed while it did",
            advice: "`linecheck check` tells what is in it; choose another name with -o", errno: EEXIST)
    }

    /// Writes to an open descriptor, such as standard output, and leaves it open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        path = nil
        var status = stat()
        isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { if path != nil { _ = close(descriptor) } }

    /// For messages.
    var name: String { path.map { $0 + ".partial" } ?? "the capture's output" }

    /// Writes one line, in one write(2) unless the kernel takes less. Either all of it is stored or nothing.
    mutating func write(_ line: [UInt8]) throws(CaptureError) {
        guard !isBroken else { throw CaptureError("write", name, errno: EIO) }
        var done = 0
        while done < line.count {
            let count = line.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, line.count - done)
            }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                let code = count == 0 ? ENOSPC : errno
                if done > 0 { takeBack() }
                throw CaptureError("write", name, errno: code)
            }
        }
        length += Int64(done)
    }

    /// Cuts off the part of a line that was stored before the disk was full.
    private mutating func takeBack() {
        isBroken = path == nil || ftruncate(descriptor, off_t(length)) != 0
    }

    /// Returns when everything written is on the disk. Nothing to wait for on a pipe or terminal.
    func sync() throws(CaptureError) {
        guard isRegular else { return }
        while fsync(descriptor) != 0 {
            let code = errno
            if code != EINTR { throw CaptureError("bring the capture to the disk", name, errno: code) }
        }
    }

    /// Gives the file its final name, unless something has taken it meanwhile.
    ///
    /// link(2) fails with EEXIST where rename(2) would replace; a file system without hard links answers EPERM or
    /// EOPNOTSUPP, and there the name is first reserved with O_EXCL.
    func publish() throws(CaptureError) {
        guard let path else { return }
        let partial = path + ".partial"
        if link(partial, path) == 0 {
            _ = unlink(partial)
        } else {
            let code = errno
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) else { throw taken(path, code) }
            let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard reserved >= 0 else { throw taken(path, errno) }
            _ = close(reserved)
            guard rename(partial, path) == 0 else { throw CaptureError("rename \(partial)", path, errno: errno) }
        }
        try syncDirectory()
    }

    private func taken(_ path: String, _ code: Int32) -> CaptureError {
        guard code == EEXIST else { return CaptureError("give the capture its name", path, errno: code) }
        return CaptureError(
            path: path, reason: "has appeared during the run, and a capture is never written over",
            advice: "this run's capture is \(name)", errno: EEXIST)
    }

    /// Brings the file's name to the disk.
    func syncDirectory() throws(CaptureError) {
        guard let path else { return }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder may be writable and not readable; then its entry is on the disk when the kernel likes.
        guard directory >= 0 else { return }
        defer { _ = close(directory) }
        // Some file systems cannot sync a directory and say EINVAL.
        guard fsync(directory) == 0 || errno == EINVAL else {
            throw CaptureError("bring the capture's name to the disk", folder, errno: errno)
        }
    }
}
