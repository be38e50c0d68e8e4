internal import CSockets
internal import Glibc
internal import LinecheckCapture
internal import LinecheckSockets

/// A TCP connection, with TLS over it where asked, that never waits. Letting go of it resets it.
final class ConversationChannel {
    private let descriptor: Descriptor
    private let target: PinnedTarget
    private let client: TLSClient?
    private(set) var tls: TLSChannel?
    private var errors = MessageReader(capacity: 512)
    private var output: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    /// When connecting began, the connection stood, and all of it stood; ns of CLOCK_MONOTONIC.
    let began: Int64
    private(set) var connected: Int64?
    private(set) var opened: Int64?

    var number: Int32 { descriptor.number }
    var isOpen: Bool { opened != nil }

    /// - Parameters:
    ///   - client: nil: no TLS.
    ///   - source: the local address to bind; nil: the routing table's choice.
    init(
        to target: PinnedTarget, tls client: TLSClient?, interface: String?, source: SocketAddress?
    ) throws(ConversationFault) {
        self.target = target
        self.client = client
        do {
            descriptor = try Self.socket(target.address.family, interface, source)
        } catch {
            throw ConversationFault(FailureWord(localErrno: error.errno), code: Int(error.errno))
        }
        began = KernelClock.monotonic
        if let code = descriptor.connect(to: target.address) { throw refusal(code, isImmediate: true) }
    }

    private static func socket(
        _ family: SocketAddress.Family, _ interface: String?, _ source: SocketAddress?
    ) throws(SystemError) -> Descriptor {
        let descriptor = try Descriptor.socket(family: family, type: .stream)
        try descriptor.resetOnClose()
        try descriptor.set(.receiveErrors(family), to: 1)
        try descriptor.set(.sendAtOnce, to: 1)
        if let interface { try descriptor.bind(toInterface: interface) }
        if let source {
            try descriptor.set(.bindAddressNoPort, to: 1)
            try descriptor.bind(to: source.with(port: 0))
        }
        return descriptor
    }

    private func refusal(_ code: Int32, isImmediate: Bool = false) -> ConversationFault {
        errors.takeICMPError(from: number).map { ConversationFault($0, about: target) }
            ?? ConversationFault(errno: code, isImmediate: isImmediate)
    }

    /// A step towards the open connection; true when it is open.
    func open() throws(ConversationFault) -> Bool {
        if opened != nil { return true }
        guard try connect() else { return false }
        if let tls {
            let isDone = try tls.handshake()
            acknowledgeAtOnce()
            guard isDone else { return false }
        }
        opened = KernelClock.monotonic
        return true
    }

    private func connect() throws(ConversationFault) -> Bool {
        if connected != nil { return true }
        let now = KernelClock.monotonic
        if let code = descriptor.takePendingError() { throw refusal(code) }
        guard let handshake = try? TCPHandshake(of: descriptor), !handshake.isWaiting else {
            // During connect() itself an ICMP error reaches only the queue.
            if let error = errors.takeICMPError(from: number) { throw ConversationFault(error, about: target) }
            return false
        }
        if handshake.isClosed && handshake.rttMicroseconds == 0 { throw ConversationFault(errno: ECONNRESET) }
        connected = now
        if let client { tls = try TLSChannel(client, socket: number) }
        return true
    }

    /// Writes now what goes now, the rest with ``flush()``.
    func write(_ bytes: [UInt8]) throws(ConversationFault) {
        output += bytes
        try flush()
    }

    func flush() throws(ConversationFault) {
        while !output.isEmpty {
            guard case .moved(let count) = try send(output) else { return }
            output.removeFirst(count)
        }
        acknowledgeAtOnce()
    }

    /// TLS 1.3 tickets that the kernel acknowledges only after its delay of 40 ms hold back the first answer of a server
    /// that has Nagle's algorithm on: DNS over TLS took 43–47 ms on a path of 0.1 ms, and 0.7 ms with this. The kernel
    /// forgets the setting, hence after every write (tcp(7), TCP_QUICKACK).
    private func acknowledgeAtOnce() { try? descriptor.set(.acknowledgeAtOnce, to: 1) }

    private func send(_ bytes: [UInt8]) throws(ConversationFault) -> Transfer {
        if let tls {
            return try bytes.span.bytes.withUnsafeBytes { (raw) throws(ConversationFault) in try tls.write(raw) }
        }
        let sent = bytes.withUnsafeBytes { cs_tcp_send(number, $0.baseAddress, $0.count) }
        return try transfer(sent, awaiting: .awaitsWriting)
    }

    /// What has come, at most a buffer full; nil: nothing now. Empty: the peer has ended its direction.
    func read() throws(ConversationFault) -> [UInt8]? {
        let transfer: Transfer
        if let tls {
            var moved = Transfer.ended
            var fault: ConversationFault?
            buffer.withUnsafeMutableBytes { raw in
                do throws(ConversationFault) { moved = try tls.read(into: raw) } catch { fault = error }
            }
            if let fault { throw fault }
            transfer = moved
        } else {
            let count = buffer.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, 0) }
            transfer = try self.transfer(count, awaiting: .awaitsReading)
        }
        switch transfer {
        case .moved(let count): return Array(buffer.prefix(count))
        case .ended: return []
        case .awaitsReading, .awaitsWriting: return nil
        }
    }

    private func transfer(_ count: Int, awaiting: Transfer) throws(ConversationFault) -> Transfer {
        if count >= 0 { return .moved(count) }
        let code = errno
        if code == EAGAIN || code == EINTR { return awaiting }
        throw refusal(code)
    }
}
