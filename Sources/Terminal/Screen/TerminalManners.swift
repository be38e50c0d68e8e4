/// What a terminal can do and what its user wants, as the environment tells.
public struct TerminalManners: Equatable, Sendable {
    /// It moves its cursor when told to.
    public var canRedraw: Bool
    public var colours: Bool
    /// It shows more than ASCII.
    public var isUnicode: Bool
    /// Lines that are longer than a narrowed screen go on in a further row. Where they are cut off instead, a picture takes as
    /// many rows as before.
    public var reflows: Bool

    public init(canRedraw: Bool = true, colours: Bool = true, isUnicode: Bool = true, reflows: Bool = true) {
        self.canRedraw = canRedraw
        self.colours = colours
        self.isUnicode = isUnicode
        self.reflows = reflows
    }

    /// - Parameter variable: the environment.
    public init(environment variable: (String) -> String?) {
        let kind = variable("TERM") ?? "dumb"
        canRedraw = kind != "dumb" && !kind.isEmpty
        // no-color.org: present and not empty, whatever it says.
        colours = canRedraw && (variable("NO_COLOR") ?? "").isEmpty
        // The first of these that says anything decides (locale(7)).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? "C"
        isUnicode = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
        // xterm names itself, GNU screen and the Linux console are known by their kind.
        let isTmux = variable("TMUX") != nil
        reflows = variable("XTERM_VERSION") == nil && kind != "linux" && (isTmux || !kind.hasPrefix("screen"))
    }
}
