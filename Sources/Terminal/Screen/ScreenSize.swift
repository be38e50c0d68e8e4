import Glibc

/// Columns and rows of a terminal.
public struct ScreenSize: Equatable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Of the terminal behind a descriptor (TIOCGWINSZ, ioctl_tty(2)); 80 × 24 where it does not know, as on a serial line.
    public static func read(_ descriptor: Int32) -> ScreenSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(columns: 80, rows: 24)
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
