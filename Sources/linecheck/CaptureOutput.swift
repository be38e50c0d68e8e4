import Glibc
import LinecheckCapture
import LinecheckQuantities
import LinecheckSockets

/// Where a run's capture goes.
///
/// For `-` it is written to a file first, since the verdict is made by reading it back, and copied to standard output at the end.
struct CaptureOutput {
    let path: String
    let isStream: Bool
    private let isDefault: Bool

    /// - Parameter option: the value of `-o`; nil: a new name in the data folder.
    init(_ option: String?, plan: String) {
        isStream = option == "-"
        isDefault = option == nil
        if let option, option != "-" {
            path = option
        } else if isStream {
            let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            path = "\(folder)/linecheck-\(getpid())-\(KernelClock.monotonic).capture.jsonl"
        } else {
            path = DataFolder.capturePath(plan: plan, started: WallTime(nanosecondsSinceEpoch: KernelClock.realtime))
        }
    }

    /// Finds out before the first packet what would keep the capture from being begun.
    func prepare() throws(CaptureError) {
        if isDefault {
            do throws(SystemError) { try Files.makeFolder(DataFolder.path) } catch {
                throw CaptureError(
                    path: DataFolder.path, reason: "cannot make the folder for captures: \(error.reason)",
                    advice: "choose another place with -o", errno: error.errno)
            }
        }
        for name in [path, path + ".partial"] {
            var status = stat()
            guard lstat(name, &status) == 0 else { continue }
            throw CaptureError(
                path: name, reason: "exists already, and a capture is never written over",
                advice: "choose another name with -o", errno: EEXIST)
        }
    }

    /// Copies the finished capture to standard output and removes the file; where that fails the file stays.
    func stream(_ name: String) throws(SystemError) {
        let file = Descriptor(owning: try checked("open", subject: name) { open(name, O_RDONLY | O_CLOEXEC) })
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try checked("read", subject: name) { read(file.number, &chunk, chunk.count) }
            if count == 0 { break }
            var sent = 0
            while sent < count {
                sent += try checked("write", subject: "standard output") {
                    chunk.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + sent, count - sent) }
                }
            }
        }
        unlink(name)
    }
}
