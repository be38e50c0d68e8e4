import LinecheckSockets
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: ["127.0.0.1", "::1", "2001:db8::1", "fe80::1%lo", "::ffff:192.0.2.1"])
    func `a numeric address reads back as itself`(text: String) throws {
        #expect(try #require(SocketAddress(numeric: text)).host == text)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "fe80::1%no-such-link", "fe80::1%", "::1 "])
    func `what is no numeric address is none`(text: String) { #expect(SocketAddress(numeric: text) == nil) }

    @Test func `the same link-local address on another link is another host`() throws {
        let bare = try #require(SocketAddress(numeric: "fe80::1"))
        #expect(bare.needsScope)
        #expect(bare.with(scope: 2).hasSameHost(as: bare))
        #expect(!bare.with(scope: 2).hasSameHost(as: bare.with(scope: 3)))
    }

    @Test func `a mapped address means the IPv4 address in it`() throws {
        let mapped = try #require(SocketAddress(numeric: "::ffff:192.0.2.1", port: 443))
        #expect(mapped.unmapped == SocketAddress(numeric: "192.0.2.1", port: 443))
        let plain = try #require(SocketAddress(numeric: "2001:db8::ffff"))
        #expect(plain.unmapped == plain)
    }

    @Test func `the kernel's form and back is the same address`() throws {
        for text in ["192.0.2.7", "2001:db8::7"] {
            let address = try #require(SocketAddress(numeric: text))
            let socket = try Descriptor.socket(family: address.family, type: .datagram)
            let own = try #require(SocketAddress(numeric: address.family == .ipv4 ? "127.0.0.1" : "::1"))
            try socket.bind(to: own)
            let bound = try #require(try socket.localAddress())
            #expect(bound.host == own.host && bound.port != 0)
        }
    }
}
