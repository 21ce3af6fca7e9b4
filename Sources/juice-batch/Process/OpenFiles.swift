internal import Glibc

/// The limit of files that this process may have open.
enum OpenFiles {
    /// Raises the limit to what the system allows: each export of a chain, and each shop at work, has some.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Where it may not be raised it is what it was.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
