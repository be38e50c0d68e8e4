extension Character {
    /// One that steers a terminal instead of standing on it (C0, DEL and C1 of ISO 6429).
    var isControl: Bool { unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } }
}

extension String {
    /// The same with a sign in place of what would steer a terminal; ends of lines stay.
    var withoutControls: String {
        guard contains(where: { $0.isControl && $0 != "\n" }) else { return self }
        return String(map { $0.isControl && $0 != "\n" ? "\u{FFFD}" : $0 })
    }
}
