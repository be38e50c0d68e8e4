import CSockets
import Glibc
import LinecheckSockets

/// Answers STAMP test packets on one address, see ``StampPacket``.
struct Reflector {
    private let socket: UDPSocket
    private let waker: Waker

    /// Errors: see ``UDPSocket``.
    init(boundTo address: SocketAddress, waker: Waker) throws(SystemError) {
        socket = try UDPSocket(boundTo: address)
        self.waker = waker
    }

    /// Returns when the waker is woken.
    func run() {
        var reader = MessageReader(capacity: 65_536)
        while case .ready = waker.wait(for: socket.number, events: POLLIN) {
            do throws(SystemError) {
                while !waker.isWoken, let datagram = try reader.receive(from: socket.number) {
                    guard let source = datagram.source else { continue }
                    var packet = reader.bytes(datagram.length)
                    let now = KernelClock.realtime
                    let isTest = StampPacket.reflect(
                        &packet, received: datagram.stamp ?? now, sent: now, hopLimit: datagram.hopLimit)
                    if isTest { socket.send(packet, to: source) }
                }
            } catch {
                // A complaint about an earlier answer: the next receive goes on.
            }
        }
    }
}
