/// Turns checks into changes worth telling: a line is bad after some bad checks in a row, and good after some good ones.
///
/// Single bad checks happen on every line. A check that says nothing counts neither way and breaks no row.
public struct Hysteresis: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// Nothing has been found often enough yet.
        case undecided
        case good
        /// - Parameter cause: as in ``Condition``.
        case bad(cause: String)

        public var isBad: Bool { if case .bad = self { true } else { false } }
    }

    public struct Change: Equatable, Sendable {
        public var from: State
        public var to: State

        public init(from: State, to: State) {
            self.from = from
            self.to = to
        }
    }

    /// Checks in a row that found something else than ``state``.
    public struct Row: Equatable, Sendable {
        public var finding: State
        public var count: Int

        public init(finding: State, count: Int) {
            self.finding = finding
            self.count = count
        }
    }

    /// Bad checks in a row that make a line bad, from 1.
    public let down: Int
    /// Good checks in a row that make it good again, from 1.
    public let up: Int
    public private(set) var state: State
    public private(set) var row: Row?

    public init(down: Int, up: Int, state: State = .undecided, row: Row? = nil) {
        self.down = max(1, down)
        self.up = max(1, up)
        self.state = state
        self.row = row
    }

    /// - Returns: the change that this check completes; that a line is good from the start is not worth telling.
    public mutating func observe(_ condition: Condition) -> Change? {
        let finding: State
        switch condition {
        case .unknown: return nil
        case .good: finding = .good
        case .bad(let cause): finding = .bad(cause: cause)
        }
        if finding == state {
            row = nil
            return nil
        }
        if state == .undecided, finding == .good {
            (state, row) = (.good, nil)
            return nil
        }
        let count = (row.map { continues($0.finding, finding) } ?? false) ? (row?.count ?? 0) + 1 : 1
        row = Row(finding: finding, count: count)
        guard count >= (finding.isBad ? down : up) else { return nil }
        defer { (state, row) = (finding, nil) }
        return Change(from: state, to: finding)
    }

    /// On the way down any trouble goes on with the row, since one outage shows in many ways; one trouble takes the place of
    /// another only when it is the same each time.
    private func continues(_ before: State, _ finding: State) -> Bool {
        before == finding || before.isBad && finding.isBad && !state.isBad
    }
}
