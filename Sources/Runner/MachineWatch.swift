package import LinecheckQuantities

/// From cumulative busy times of the machine to those of each second.
package struct MachineWatch {
    /// What was told so far of the kernel's count, in ns; nil: the kernel did not tell.
    private var told: Int64?
    private var looked: RunInstant?
    private let processors: Int64

    /// - Parameter busy: of all processors since boot, in ns; nil when the kernel does not tell.
    package init(busy: Int64?, processors: Int) {
        told = busy
        self.processors = Int64(max(1, processors))
    }

    /// The busy time since the look before; nil when one of the two was not told.
    package mutating func next(_ busy: Int64?, at now: RunInstant) -> Duration? {
        // The kernel counts in ticks of 10 ms: what a short time seems to have too much belongs to the next.
        let most = looked.map { (now - $0).nanoseconds * processors } ?? .max
        looked = now
        guard let busy, let before = told else {
            told = busy
            return nil
        }
        let shown = max(0, min(busy - before, most))
        told = before + shown
        return .nanoseconds(shown)
    }
}
