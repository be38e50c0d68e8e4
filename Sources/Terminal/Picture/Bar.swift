/// How much of something is done.
enum Bar {
    /// - Parameter share: 0 … 1.
    static func line(_ share: Double, columns: Int, isUnicode: Bool, style: Style) -> StyledLine {
        let filled = min(columns, max(0, Int(share * Double(columns))))
        var line = StyledLine(String(repeating: isUnicode ? "█" : "#", count: filled), style)
        line.append(String(repeating: isUnicode ? "░" : ".", count: columns - filled), .faint)
        return line
    }
}
