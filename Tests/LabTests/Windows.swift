import LinecheckCapture
import LinecheckQuantities

/// When the phases of a capture loaded the line, by ``WallClock``.
struct Windows: Sendable {
    /// What a plan says nothing about: settle under load.
    private static let settle = Duration.seconds(1)

    /// From `loaded` to the end of the phase.
    var loaded: [String: ClosedRange<Int64>] = [:]
    /// From `running` to the end of the phase.
    var whole: [String: ClosedRange<Int64>] = [:]

    /// The part of a loaded phase whose pings are scored; nil: it never was loaded, or for less than the settle time.
    func scored(_ phase: String) -> ClosedRange<Int64>? {
        guard let window = loaded[phase] else { return nil }
        let start = window.lowerBound + Self.settle.nanoseconds
        return start < window.upperBound ? start...window.upperBound : nil
    }
}

extension Windows {
    init(capture path: String) throws {
        self.init()
        var reader = try CaptureReader(path: path)
        var changes: [PhaseChange] = []
        while let line = try reader.next() {
            if case .phase(let change) = line.record { changes.append(change) }
        }
        guard let end = reader.end, let wall = WallClock.parse(end.wall) else { return }
        let began = wall - end.at.nanoseconds
        for phase in Set(changes.map(\.phase)) {
            let own = changes.filter { $0.phase == phase }
            guard let running = own.first(where: { $0.state == .running }), let last = own.last, last.at > running.at
            else { continue }
            whole[phase] = began + running.at.nanoseconds...began + last.at.nanoseconds
            guard let start = own.first(where: { $0.state == .loaded }) else { continue }
            loaded[phase] = began + start.at.nanoseconds...began + last.at.nanoseconds
        }
    }
}
