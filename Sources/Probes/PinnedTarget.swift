public import LinecheckCapture
public import LinecheckSockets

/// The one address that every attempt of a probe goes to in this run.
public struct PinnedTarget: Equatable, Sendable {
    /// With the port of a TCP probe; port 0 for ping.
    public var address: SocketAddress
    /// The local address that the routing table chooses for it; nil when unknown.
    public var source: SocketAddress?
    /// Where the times of its samples usually come from; a sample says so when it differs. Of an echo, `kernelReceive` sets the
    /// kernel's transmit stamps aside, to compare with programs that have none.
    public var stamp: Target.Stamp

    public init(address: SocketAddress, source: SocketAddress? = nil, stamp: Target.Stamp = .kernel) {
        self.address = address
        self.source = source
        self.stamp = stamp
    }
}
