import Glibc

/// Reads of a descriptor, which may be closed with it.
struct RawInput: ~Copyable {
    /// Most captures fit into one, and much larger ones gain nothing from more.
    static let readSize = 128 << 10
    private static let leastRead = 32 << 10

    let descriptor: Int32
    private let closes: Bool

    /// - Parameter closing: whether the descriptor is closed together with this value.
    init(descriptor: Int32, closing: Bool) {
        self.descriptor = descriptor
        closes = closing
    }

    /// Nothing to read.
    init() { self.init(descriptor: -1, closing: false) }

    deinit { if closes { _ = close(descriptor) } }

    /// Reads once, behind the first `offset` bytes of an array that grows when it must; 0 at the end.
    func read(into bytes: inout [UInt8], behind offset: Int) throws(LineSource.Failure) -> Int {
        guard descriptor >= 0 else { return 0 }
        if bytes.count - offset < Self.leastRead {
            bytes.append(contentsOf: repeatElement(0, count: max(Self.readSize, bytes.count)))
        }
        while true {
            let count = bytes.withUnsafeMutableBytes { bytes in
                guard let first = bytes.baseAddress else { return 0 }
                return Glibc.read(descriptor, first + offset, min(bytes.count - offset, Self.readSize))
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .system(errno) }
        }
    }
}
