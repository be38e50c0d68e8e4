import CSockets
import Glibc

/// A file in memory full of random bytes: a body that nothing on the way can compress, sent without copying.
public final class RandomFile: @unchecked Sendable {
    private let descriptor: Descriptor
    /// The same bytes, mapped read-only; it lives as long as the file.
    ///
    /// Nobody writes to it, which is why the pointer may cross threads.
    public let bytes: UnsafeRawBufferPointer

    public var number: Int32 { descriptor.number }

    /// Errors: EMFILE, ENOMEM, ENOSYS in a sandbox without memfd_create.
    public init(size: Int) throws(SystemError) {
        let number = try checked("memfd_create") { cs_gnu_memfd("linecheck-body") }
        descriptor = Descriptor(owning: number)
        try checked("ftruncate") { ftruncate(number, off_t(size)) }
        guard let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, Int32(MAP_SHARED), number, 0), mapped != MAP_FAILED
        else { throw SystemError("mmap", errno) }
        bytes = UnsafeRawBufferPointer(start: mapped, count: size)
        var filled = 0
        while filled < size {
            filled += try checked("getrandom") { cs_gnu_getrandom(mapped + filled, size - filled) }
        }
        mprotect(mapped, size, PROT_READ)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
