import Glibc
import LinecheckTerminal
import LinecheckText
import Synchronization

/// The two streams of a command: results go to standard output, everything else to standard error.
enum Console {
    /// errno of the first result that could not be written; 0: all were.
    private static let failure = Atomic<Int32>(0)

    /// Occupies the standard streams that the caller has closed.
    ///
    /// The next file to be opened would get their numbers, and that is the capture: what is said would be written into it.
    /// Standard output is only occupied, not made writable, so that a lost result is noticed.
    static func claimStandardStreams() {
        for (number, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(number, F_GETFD) < 0 {
            let opened = open("/dev/null", mode)
            if opened >= 0, opened != number {
                dup2(opened, number)
                close(opened)
            }
        }
    }

    /// Writes a result for people and a line end to standard output.
    ///
    /// Lines that are too wide for a terminal are folded there; in a pipe a finding stays a line, for grep(1) and editors.
    static func result(_ text: String) { data(fitted(text, to: STDOUT_FILENO)) }

    /// What results for people are laid out for: a terminal that is narrower than 80 columns as it is, anything else in 80.
    static var medium: TextMedium {
        TextMedium(columns: max(narrowest, columns(of: STDOUT_FILENO) ?? usual), isUnicode: isUnicode)
    }

    /// The same for a file, which is not read on this terminal.
    static var fileMedium: TextMedium { TextMedium(columns: usual, isUnicode: isUnicode) }

    private static let usual = TextMedium().columns
    /// Tables have no room in fewer.
    private static let narrowest = 40

    /// As the picture of a run decides it: by the locale, for terminals and pipes alike.
    private static let isUnicode = TerminalManners { name in getenv(name).map { String(cString: $0) } }.isUnicode

    private static func fitted(_ text: String, to descriptor: Int32) -> String {
        let text = plain(text)
        return columns(of: descriptor).map { TextLayout.folded(lines: text, columns: $0) } ?? text
    }

    /// A text for people in the charset of the locale.
    static func plain(_ text: String) -> String {
        if isUnicode { return text }
        return VisibleText.ascii(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.escaped(String($0), isUnicode: false) }.joined(separator: "\n")
    }

    /// Columns of a terminal, but no more than are easily read; nil: it is none. A narrower one keeps its last column free,
    /// since some go on in a new row when that is written to.
    private static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) != 0 else { return nil }
        let columns = ScreenSize.read(descriptor).columns
        if columns >= usual { return usual }
        return columns >= narrowest ? max(narrowest, columns - 1) : max(20, columns - 1)
    }

    /// Writes a result for programs, and a line end, to standard output.
    static func data(_ text: String) { whole(text + "\n") }

    /// Writes a result that has its own line ends.
    static func whole(_ text: String) {
        let code = write(text, to: STDOUT_FILENO)
        _ = failure.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }

    /// Who takes what is said while a picture stands on standard error; nil: nobody.
    private static let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// From here on what is said goes there, or again to standard error.
    static func divert(to listener: (@Sendable (String) -> Void)?) { self.listener.withLock { $0 = listener } }

    /// Writes one line for people to standard error, folded as a result is; where nobody listens any more it is lost.
    static func say(_ text: String) {
        if let listener = listener.withLock({ $0 }) {
            listener(text)
        } else {
            _ = write(fitted(text, to: STDERR_FILENO) + "\n", to: STDERR_FILENO)
        }
    }

    /// The exit status, given that a result may have been lost on the way: a full disk must not pass for a success.
    static func delivered(_ status: ExitStatus) -> ExitStatus {
        let code = failure.load(ordering: .relaxed)
        // A reader that went away, as head(1) does, has heard enough.
        guard code != 0, code != EPIPE else { return status }
        say("linecheck: the result could not be written to standard output: \(String(cString: strerror(code)))")
        return .first(of: [status, .incomplete])
    }

    /// 0, or the errno of what could not be written.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if count == 0 {
                return EIO
            } else if errno == EAGAIN {
                // Somebody else made the descriptor non-blocking, as a terminal shared with node(1) is.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// `1 warning`, `2 warnings`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
