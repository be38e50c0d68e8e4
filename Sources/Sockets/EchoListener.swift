internal import CSockets
internal import Glibc

/// A UDP socket that answers timed echoes (``TimedEcho``).
public final class EchoListener: Sendable {
    private let descriptor: Descriptor

    public var number: Int32 { descriptor.number }

    /// Errors: EADDRINUSE, EADDRNOTAVAIL, EACCES below port 1024; EMFILE, ENOMEM.
    public init(_ address: SocketAddress) throws(SystemError) {
        descriptor = try .socket(family: address.family, type: .datagram)
        if address.family == .ipv6 { try descriptor.set(.onlyIPv6, to: 1) }
        try descriptor.bind(to: address)
        let result = cs_echo_prepare(descriptor.number, address.family.number)
        if result < 0 { throw SystemError("setsockopt", -result, subject: "timestamps and addresses") }
    }

    /// Questions answered at one go, so that a flood cannot keep the caller from looking elsewhere.
    private static let burst = 256

    /// Answers what waits. What is no question is left without an answer, and so is who cannot be reached.
    public func answerAll() {
        var buffer = [UInt8](repeating: 0, count: TimedEcho.length + 1)
        var asked = cs_asked()
        for _ in 0..<Self.burst {
            let length = buffer.withUnsafeMutableBytes {
                cs_echo_receive(descriptor.number, $0.baseAddress, $0.count, &asked)
            }
            // An error of an earlier answer is told here once (ICMP port unreachable does not reach this socket).
            if length < 0 { return }
            guard length == TimedEcho.length, var echo = try? TimedEcho(buffer.prefix(TimedEcho.length)),
                echo.times == nil
            else { continue }
            let now = ClockPair.read()
            // Stamps may come only a moment after they were asked for; until then this thread's clock has to do.
            let received = asked.stamp == 0 ? now.monotonic : asked.stamp - now.realtimeOffset
            echo.times = .init(received: min(received, now.monotonic), sent: KernelClock.monotonic)
            _ = echo.bytes.withUnsafeBytes { cs_echo_answer(descriptor.number, $0.baseAddress, $0.count, &asked) }
        }
    }
}
