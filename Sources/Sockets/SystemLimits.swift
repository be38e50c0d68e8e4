internal import Glibc

/// What the system allows this process.
public enum SystemLimits {
    /// Allows as many open files as the administrator does (RLIMIT_NOFILE): the usual soft limit of 1,024 is for
    /// programs that use select(2). The number that is then allowed.
    @discardableResult
    public static func raiseOpenFiles() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        _ = getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
