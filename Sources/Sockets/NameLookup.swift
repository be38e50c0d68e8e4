internal import Glibc

/// Host names to addresses, by the system's resolver.
public enum NameLookup {
    /// Why a name gave no address.
    public struct Failure: Error, Equatable, Sendable {
        /// What gai_strerror says.
        public var reason: String
        /// No name server answered, or not usefully: worth another try. Else the name has no such address.
        public var isTemporary: Bool
    }

    /// The addresses in the order of getaddrinfo (RFC 6724, gai.conf), which puts those last that no route leads to.
    ///
    /// Blocks for as long as the system's resolver does.
    /// - Parameter family: only this one; nil: both.
    public static func addresses(of name: String, family: SocketAddress.Family?) throws(Failure) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = family?.number ?? AF_UNSPEC
        // One entry for each address instead of one for each socket type.
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else {
            let reason = code == EAI_SYSTEM ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
            throw Failure(reason: reason, isTemporary: code != EAI_NONAME && code != EAI_FAIL)
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ai_next
            var storage = sockaddr_storage()
            let length = min(Int(entry.pointee.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
            withUnsafeMutableBytes(of: &storage) { target in
                if let address = entry.pointee.ai_addr {
                    target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
                }
            }
            if let address = SocketAddress(storage) { addresses.append(address) }
        }
        return addresses
    }
}
