import Glibc

/// Socket options of TCP connections (tcp(7), socket(7)).
enum TCPOptions {
    static func set(_ number: Int32, level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// TCP_NODELAY: a request's head must not wait for the acknowledgment of what went before.
    static func sendAtOnce(_ number: Int32) { set(number, level: Int32(IPPROTO_TCP), TCP_NODELAY) }

    /// SO_RCVLOWAT, which the kernel bounds by the buffer it may give.
    static func setReceiveLowMark(_ number: Int32, _ count: Int) {
        var count = Int32(clamping: count)
        setsockopt(number, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
    }

    /// SO_RCVBUF, which the kernel doubles for its own accounting (socket(7)): what lay unread came to 0.75 to 0.95 of the
    /// doubled value on Linux 6.18, so half of what is wanted is asked for. Before connecting, since the window's scale is
    /// settled then.
    static func setReceiveBuffer(_ number: Int32, _ count: Int) {
        var half = Int32(clamping: count / 2)
        setsockopt(number, SOL_SOCKET, SO_RCVBUF, &half, socklen_t(MemoryLayout<Int32>.size))
    }

    /// SO_LINGER {1, 0}: close(2) resets. A plain close leaves the send buffer to the kernel, which went on filling
    /// the queue of a 6 Mbit/s line for 1.2 s (cubic) to 3.2 s (BBR) after the load had ended.
    static func resetOnClose(_ number: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Takes the first congestion control that this host has and allows; false when it refused all.
    @discardableResult
    static func setCongestion(_ number: Int32, _ names: [String]) -> Bool {
        names.contains { name in
            setsockopt(number, Int32(IPPROTO_TCP), TCP_CONGESTION, name, socklen_t(name.utf8.count)) == 0
        }
    }

    /// The upper six bits of the traffic class (RFC 2474); the lower two are the kernel's for ECN.
    static func setTrafficClass(_ number: Int32, _ family: SocketAddress.Family, dscp: Int) throws(SystemError) {
        var value = Int32(dscp) << 2
        let (level, option) =
            family == .ipv4 ? (Int32(IPPROTO_IP), IP_TOS) : (Int32(IPPROTO_IPV6), IPV6_TCLASS)
        try checked("setsockopt traffic class") {
            setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    static func congestion(_ number: Int32) -> String? {
        // TCP_CA_NAME_MAX is 16.
        var name = [UInt8](repeating: 0, count: 16)
        var length = socklen_t(name.count)
        guard getsockopt(number, Int32(IPPROTO_TCP), TCP_CONGESTION, &name, &length) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }

    static func bind(_ number: Int32, toInterface name: String) throws(SystemError) {
        try checked("setsockopt SO_BINDTODEVICE", subject: name) {
            setsockopt(number, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.utf8.count))
        }
    }

    static func bind(_ number: Int32, to address: SocketAddress) throws(SystemError) {
        try checked("bind", subject: address.text) { address.withSockaddr { Glibc.bind(number, $0, $1) } }
    }
}
