import CSockets
import Glibc
import LinecheckSockets

/// Answers STAMP test packets on one address, see ``StampPacket``.
struct Reflector {
    private let socket: AnsweringSocket
    private let waker: Waker

    /// Errors: see ``AnsweringSocket``.
    init(boundTo address: SocketAddress, waker: Waker) throws(SystemError) {
        socket = try AnsweringSocket(boundTo: address)
        self.waker = waker
    }

    /// Returns when the waker is woken.
    func run() {
        while case .ready = waker.wait(for: socket.number, events: POLLIN) {
            do throws(SystemError) {
                while !waker.isWoken, let question = try socket.receive(capacity: 65_536) {
                    var packet = question.bytes
                    let now = KernelClock.realtime
                    let isTest = StampPacket.reflect(
                        &packet, received: question.stamp ?? now, sent: now, hopLimit: question.hopLimit)
                    if isTest { socket.answer(question, with: packet) }
                }
            } catch {
                // A complaint about an earlier answer: the next receive goes on.
            }
        }
    }
}
