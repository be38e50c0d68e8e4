internal import Glibc

/// The machine that measures.
public struct HostFacts: Equatable, Sendable {
    /// `Linux`, `6.18.44`, `x86_64`, as uname(2) says.
    public var os: String
    public var kernel: String
    public var arch: String
    /// Processors that are online.
    public var cpus: Int

    public static func read() -> HostFacts {
        var names = utsname()
        uname(&names)
        return HostFacts(
            os: text(names.sysname), kernel: text(names.release), arch: text(names.machine),
            cpus: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
