package import CSV
package import Glibc

// Overloads of system calls that take Swift strings and arrays, with the results and `errno` of the calls. A path is
// relative to the working folder or, if given, to an open folder.

/// A path that can be passed to the system, whose bytes need not be valid text.
package protocol SystemPath {
    /// Calls `body` with the path as a C string, which is valid only during the call.
    func withCPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value
}

extension String: SystemPath {
    package func withCPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value { unsafe withCString(body) }
}

extension [UInt8]: SystemPath {
    package func withCPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let string = map { CChar(bitPattern: $0) } + [0]
        return unsafe string.withUnsafeBufferPointer { unsafe body($0.baseAddress.unsafelyUnwrapped) }
    }
}

/// Opens a file, and returns its descriptor or -1 (openat(2)).
package func open(_ path: some SystemPath, _ flags: Int32, _ mode: mode_t = 0, in folder: Int32 = AT_FDCWD) -> Int32 {
    unsafe path.withCPath { unsafe Glibc.openat(folder, $0, flags, mode) }
}

/// Reads into an array, at an offset or after the last read; returns the count or -1 (read(2), pread(2)).
package func readBytes(from descriptor: Int32, into bytes: inout [UInt8], at offset: Int? = nil) -> Int {
    unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe offset.map { unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t($0)) }
            ?? read(descriptor, bytes.baseAddress, bytes.count)
    }
}

/// Appends at most `count` bytes from an offset of a file to a buffer, and returns their number or -1 (pread(2)).
package func appendBytes(from descriptor: Int32, at offset: Int, count: Int, to buffer: inout ByteBuffer) -> Int {
    buffer.reserve(count)
    let read = unsafe pread(descriptor, buffer.base + buffer.count, count, off_t(offset))
    buffer.count += max(0, read)
    return read
}

/// Waits until a descriptor is ready for events such as `POLLIN`; returns 1, 0 after the time or -1 (poll(2)).
package func waitUntilReady(_ descriptor: Int32, for events: Int32, timeoutMs: Int32) -> Int32 {
    var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&state, 1, timeoutMs)
}

/// Checks whether a file exists or can be accessed, and returns 0 or -1 (faccessat(2)).
package func access(_ path: some SystemPath, _ mode: Int32, in folder: Int32 = AT_FDCWD) -> Int32 {
    unsafe path.withCPath { unsafe Glibc.faccessat(folder, $0, mode, 0) }
}

/// The status of a file, or of a link itself; nil with the reason in `errno` (fstatat(2)).
package func fileStatus(_ path: some SystemPath, in folder: Int32 = AT_FDCWD, followsLink: Bool = true) -> stat? {
    var status = stat()
    let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
    return unsafe path.withCPath { unsafe fstatat(folder, $0, &status, flags) } == 0 ? status : nil
}

/// The status of an open file; nil with the reason in `errno` (fstat(2)).
package func fileStatus(of descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
    /// Whether the status is that of a regular file.
    package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Sets the times of access and modification of an open file, and returns 0 or -1 (futimens(2)).
package func setTimes(of descriptor: Int32, to time: timespec) -> Int32 {
    unsafe [time, time].withUnsafeBufferPointer { unsafe futimens(descriptor, $0.baseAddress) }
}

/// Creates a folder, relative to an open folder if one is given, and returns 0 or -1 (mkdir(2), mkdirat(2)).
@discardableResult package func mkdir(_ path: some SystemPath, _ mode: mode_t, in folder: Int32? = nil) -> Int32 {
    unsafe path.withCPath { path in
        unsafe folder.map { unsafe mkdirat($0, path, mode) } ?? Glibc.mkdir(path, mode)
    }
}

/// Removes a file, and returns 0 or -1 (unlink(2)).
@discardableResult
package func unlink(_ path: some SystemPath) -> Int32 { unsafe path.withCPath { unsafe Glibc.unlink($0) } }

/// Removes an empty folder, and returns 0 or -1 (rmdir(2)).
@discardableResult
package func rmdir(_ path: some SystemPath) -> Int32 { unsafe path.withCPath { unsafe Glibc.rmdir($0) } }

/// Removes a file, or with `AT_REMOVEDIR` an empty folder, and returns 0 or -1 (unlinkat(2)).
@discardableResult package func unlinkat(_ folder: Int32, _ path: some SystemPath, _ flags: Int32) -> Int32 {
    unsafe path.withCPath { unsafe Glibc.unlinkat(folder, $0, flags) }
}

/// Renames a file, replacing one that has the new path, and returns 0 or -1 (renameat(2)).
@discardableResult package func rename(_ path: String, _ newPath: String, in folder: Int32 = AT_FDCWD) -> Int32 {
    unsafe path.withCString { path in unsafe newPath.withCString { unsafe Glibc.renameat(folder, path, folder, $0) } }
}

/// Creates a folder with a name that begins as given and that no file has; nil with the reason in `errno` (mkdtemp(3)).
package func makeUniqueFolder(_ prefix: String) -> String? {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    return unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
}

/// The target of a symbolic link; nil if the path is not a link (readlink(2)).
package func linkTarget(at path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The path without links and dots, in which all components exist; nil with the reason in `errno` (realpath(3)).
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

/// The width in columns of a terminal; nil if it does not report one (`TIOCGWINSZ`).
package func terminalWidth(of descriptor: Int32) -> Int? {
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
}

/// Writes bytes once, and returns the number of bytes that were accepted or -1 (write(2)).
package func writeBytes(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}

/// The value of an environment variable; nil if it is not set.
package func environmentVariable(_ name: String) -> String? {
    unsafe name.withCString { unsafe getenv($0).map { unsafe String(cString: $0) } }
}

/// Makes a folder the working folder of the process, and returns 0 or -1 (chdir(2)).
@discardableResult package func chdir(_ path: String) -> Int32 { unsafe path.withCString { unsafe Glibc.chdir($0) } }

/// Sets the permissions of a file, and returns 0 or -1 (chmod(2)).
@discardableResult
package func chmod(_ path: String, _ mode: mode_t) -> Int32 { unsafe path.withCString { unsafe Glibc.chmod($0, mode) } }

/// Whether a name matches a pattern of the shell, such as `gang*` (fnmatch(3)).
package func matchesGlob(_ name: String, _ pattern: String) -> Bool {
    unsafe name.withCString { name in unsafe pattern.withCString { unsafe fnmatch($0, name, 0) == 0 } }
}

/// The time of a clock in nanoseconds; by default, those since 1970.
package func clockNs(_ clock: clockid_t = CLOCK_REALTIME) -> Int {
    var now = timespec()
    unsafe clock_gettime(clock, &now)
    return now.tv_sec &* 1_000_000_000 &+ now.tv_nsec
}
