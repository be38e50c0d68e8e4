import CSockets
import Glibc
import LinecheckSockets

/// The frames of one interface, whole, as its link carries them. Wants CAP_NET_RAW and CAP_NET_ADMIN.
struct FrameSocket: ~Copyable {
    /// A frame that came in.
    struct Arrival {
        /// By CLOCK_REALTIME, ns.
        var at: Int64
        var bytes: [UInt8]
    }

    /// A frame of the largest MTU here, with Ethernet's head and a VLAN tag.
    private static let slot = 1_536
    /// Several seconds of a fast line.
    private static let bufferSize: Int32 = 32 << 20

    let descriptor: Descriptor
    private var buffer = [UInt8](repeating: 0, count: slot * Int(CS_FRAMES_AT_ONCE))
    private var frames = [cs_frame](repeating: cs_frame(), count: Int(CS_FRAMES_AT_ONCE))

    init(interface: String) throws(SystemError) {
        let number = cs_frames_open(interface, Self.bufferSize)
        guard number >= 0 else { throw SystemError("packet socket", -number, subject: interface) }
        descriptor = Descriptor(owning: number)
    }

    /// What waits, at most 32 frames; a frame that is longer than the link allows is left out.
    mutating func receive() throws(SystemError) -> [Arrival] {
        let count = buffer.withUnsafeMutableBytes { bytes in
            cs_frames_receive(descriptor.number, bytes.baseAddress, Self.slot, &frames)
        }
        guard count >= 0 else {
            let code = -count
            if code == EAGAIN || code == EINTR || code == ENETDOWN { return [] }
            throw SystemError("recvmmsg", code)
        }
        return (0..<Int(count)).compactMap { index in
            let length = Int(frames[index].length)
            guard length <= Self.slot else { return nil }
            let start = index * Self.slot
            return Arrival(at: frames[index].stamp, bytes: Array(buffer[start..<start + length]))
        }
    }

    /// False when the interface's queue had no room for it.
    func send(_ frame: [UInt8]) -> Bool {
        frame.withUnsafeBytes {
            Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(truncatingIfNeeded: MSG_DONTWAIT))
        }
            == frame.count
    }
}
