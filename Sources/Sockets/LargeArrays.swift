internal import CSockets

/// How the allocator treats arrays of a megabyte and more.
public enum LargeArrays {
    /// Gives their memory back whenever one is let go.
    ///
    /// By itself glibc raises its limit with each of them and then keeps their room; while columns grow, a day's samples would
    /// take 103 MB of memory instead of 91.
    public static func giveBackAtOnce() { _ = cs_gnu_set_mmap_threshold(1 << 20) }
}
