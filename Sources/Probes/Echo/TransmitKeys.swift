/// Which attempt a transmit stamp belongs to.
///
/// The kernel numbers a socket's sends from 0 (SOF_TIMESTAMPING_OPT_ID, timestamping.rst §1.3.3) and tells only that
/// number. Whether a send that failed used one up differs between kernels, so after a failure the counter is started
/// again, and a stamp that could belong to a send before or after that is given to neither.
struct TransmitKeys {
    private var next: UInt32 = 0
    private var attempts: [UInt32: Int64] = [:]
    /// Keys from before a restart whose stamps have not come.
    private var ambiguous: Set<UInt32> = []

    /// A driver without stamps would let the table grow for ever.
    private static let remembered: UInt32 = 4096

    mutating func sent(_ number: Int64) {
        attempts[next] = number
        attempts[next &- Self.remembered] = nil
        next &+= 1
    }

    /// The attempt whose packet left; nil when that cannot be told.
    mutating func attempt(for key: UInt32) -> Int64? {
        let number = attempts.removeValue(forKey: key)
        return ambiguous.remove(key) == nil ? number : nil
    }

    /// The kernel counts from 0 again.
    mutating func restarted() {
        ambiguous.formUnion(attempts.keys)
        attempts = [:]
        next = 0
    }
}
