import LinecheckCapture
import LinecheckQuantities

/// Keeps the records of one stream readable when its exchanges are tiny: beyond a few of a kind a tick, equal steps are
/// counted instead of written, and the count goes out with the tick.
///
/// A server whose bodies have 300 bytes makes 20,000 exchanges a second on loopback. What a step says, above all its
/// status, is part of its kind, so no status is ever lost. A value; it does no I/O.
struct RepeatedSteps: Equatable, Sendable {
    /// Records of one kind that are written in full between two ticks.
    static let inFull = 10

    /// What makes two steps equal: everything but their times and sizes.
    private struct Kind: Equatable, Sendable {
        var step: StreamEvent.Step
        var status: Int?
        var location: String?
        var host: String?
        var address: String?
        var reason: String?
    }

    private struct Tally: Equatable, Sendable {
        var kind: Kind
        var written = 1
        /// The newest that was not written, standing for all of them.
        var waiting: StreamEvent?
    }

    private var tallies: [Tally] = []

    /// What to write now: the step, or nothing because it is counted. Failures and ends are written always, after what
    /// was counted before them.
    mutating func take(_ event: StreamEvent) -> [StreamEvent] {
        guard event.isOrdinary else { return drain() + [event] }
        let kind = Kind(
            step: event.step, status: event.status, location: event.location, host: event.host,
            address: event.address, reason: event.reason)
        guard let index = tallies.firstIndex(where: { $0.kind == kind }) else {
            tallies.append(Tally(kind: kind))
            return [event]
        }
        if tallies[index].written < Self.inFull {
            tallies[index].written += 1
            return [event]
        }
        var newest = event
        if let before = tallies[index].waiting {
            newest.count = (before.count ?? 1) + 1
            newest.bytes = event.bytes.map { $0 + (before.bytes ?? 0) }
        }
        tallies[index].waiting = newest
        return []
    }

    /// A tick: what was counted, in the order in which it last happened.
    mutating func drain() -> [StreamEvent] {
        defer { tallies.removeAll(keepingCapacity: true) }
        return tallies.compactMap(\.waiting).sorted { $0.at < $1.at }
    }
}

extension StreamEvent {
    /// A step that a healthy load repeats.
    fileprivate var isOrdinary: Bool {
        switch step {
        case .connect, .request, .reopen: true
        case .response: status.map { (200..<300).contains($0) } ?? false
        case .add, .dead, .end: false
        }
    }
}
