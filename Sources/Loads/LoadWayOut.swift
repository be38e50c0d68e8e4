public import LinecheckPlan
import LinecheckQuantities
import LinecheckSockets

extension Load {
    /// How its connections leave this host; nil: its source is no address here.
    var socketOptions: TCPSocket.Options? {
        // cubic fills queues as most of the world's senders do; reno is what an unprivileged process may always take.
        var options = TCPSocket.Options(
            interface: interface, congestion: congestionControl.map { [$0] } ?? ["cubic", "reno"],
            requiresCongestion: congestionControl != nil, dscp: dscp,
            receiveBuffer: receiveBuffer.map { Int(clamping: $0.bytes) })
        if let source {
            guard let address = SocketAddress(numeric: source) else { return nil }
            options.source = address
        }
        return options
    }

    /// What it asks of this host and this host does not have: `congestion_control: …`, with the kernel's reason. nil: it has
    /// all. Sends nothing, so a run can ask before its first packet.
    public var missingOnThisHost: String? {
        guard let options = socketOptions else { return "source: \(source ?? "") is no address of this host" }
        do throws(SystemError) {
            try TCPSocket.check(options, for: options.source?.family ?? (family == .ipv6 ? .ipv6 : .ipv4))
            return nil
        } catch {
            switch error.call {
            case "bind": return "source: \(FailureWording.local(error, peer: ""))"
            case "setsockopt SO_BINDTODEVICE": return "interface: \(FailureWording.local(error, peer: ""))"
            case "setsockopt TCP_CONGESTION": return "congestion_control: \(FailureWording.local(error, peer: ""))"
            // Out of descriptors, say: no fault of the plan.
            default: return nil
            }
        }
    }
}
