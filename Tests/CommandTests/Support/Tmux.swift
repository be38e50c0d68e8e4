import Foundation

/// A terminal of a test's own: one window of a tmux server that nobody else talks to.
final class Tmux {
    /// Whether tmux is there.
    static let isInstalled = (try? Running(["tmux", "-V"]).wait().status) == 0

    private let socket = "linecheck-" + UUID().uuidString

    /// - Parameter command: for a shell; the window stays when it has ended. Ctrl-C is for the command alone.
    init(_ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        let variables = environment.merging(["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]) { own, _ in own }
        let settings = variables.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        try call(
            ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + settings
                + ["sh", "-c", "trap : INT; \(command); echo \"status $?\"; exec cat"])
    }

    deinit { _ = try? call(["kill-server"]) }

    @discardableResult private func call(_ words: [String]) throws -> String {
        try Running(["tmux", "-u", "-L", socket, "-f", "/dev/null"] + words).wait().stdout
    }

    func keys(_ words: String...) throws { try call(["send-keys"] + words) }
    func resize(columns: Int, rows: Int = 24) throws {
        try call(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// What is on the screen.
    func screen() throws -> [String] { try lines(["capture-pane", "-p"]) }
    /// The same with what has scrolled away.
    func history() throws -> [String] { try lines(["capture-pane", "-p", "-S", "-"]) }
    /// The screen with its control sequences.
    func styled() throws -> String { try call(["capture-pane", "-p", "-e"]) }
    func isCursorVisible() throws -> Bool { try call(["display-message", "-p", "#{cursor_flag}"]) == "1\n" }

    private func lines(_ words: [String]) throws -> [String] {
        var lines = try call(words).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Waits until some line of the screen or above it holds a text; false after a minute without it.
    func shows(_ text: String) throws -> Bool {
        for _ in 0..<1_200 {
            if try history().contains(where: { $0.contains(text) }) { return true }
            usleep(50_000)
        }
        return false
    }
}
