internal import CLinux
package import CSV
internal import Glibc

/// The error of a failed system call.
package struct SystemError: Error, Equatable {
    /// The error number (`errno`).
    package let number: Int32

    package init(number: Int32) { self.number = number }
    /// The system's message for the error.
    package var text: String { unsafe String(cString: strerror(number)) }
}

extension Result where Failure == SystemError {
    /// Returns the value of a successful call, or throws the error that `error` makes of the error number.
    @discardableResult package func orThrow(_ error: (Int32) -> BatchError) throws(BatchError) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw error(failure.number)
        }
    }
}

/// Makes a system call, which fails with a negative number, again for as long as a signal interrupts it (`EINTR`).
///
/// Only for calls that return within a bounded time; a caller that may block has to check for cancellation.
package func retryOnInterrupt<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, SystemError> {
    while true {
        let value = call()
        if value >= 0 { return .success(value) }
        let reason = errno
        if reason != EINTR { return .failure(SystemError(number: reason)) }
    }
}

/// Writes all given bytes to a blocking descriptor, at an offset or after the last write, with as many calls as needed.
///
/// It fails with `ENOSPC` if the system writes nothing without a reason. A failure may leave some bytes written.
///
/// - Returns: The number of bytes that the system reports as written, which callers that keep count have to check.
package func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, at offset: Int? = nil) -> Result<Int, SystemError> {
    unsafe bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let step = retryOnInterrupt {
                unsafe offset.map { unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t($0 + done)) }
                    ?? write(descriptor, rest.baseAddress, rest.count)
            }
            switch step {
            case .success(0): return .failure(SystemError(number: ENOSPC))
            case .success(let count): done += count
            case .failure(let error): return .failure(error)
            }
        }
        return .success(done)
    }
}

/// Moves a file or folder, relative to open folders, in one step; fails with `EEXIST` if the new path exists.
package func moveWithoutReplacing(
    _ path: some SystemPath, in folder: Int32 = AT_FDCWD, to newPath: some SystemPath, in newFolder: Int32 = AT_FDCWD
) -> Result<Void, SystemError> {
    rename(path, folder, newPath, newFolder, RENAME_NOREPLACE)
}

/// Exchanges the files or folders at two paths in one step; fails with `ENOENT` if one of the paths does not exist.
package func exchangePaths(_ path: String, _ other: String) -> Result<Void, SystemError> {
    rename(path, AT_FDCWD, other, AT_FDCWD, RENAME_EXCHANGE)
}

/// Reads the names in an open folder, in the order of the file system, without `.` and `..`.
package func folderNames(of folder: Int32) -> Result<[[UInt8]], SystemError> {
    // `fdopendir` takes ownership of its descriptor, so it needs one of its own.
    let copy = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, in: folder)
    guard copy >= 0 else { return .failure(SystemError(number: errno)) }
    guard let stream = unsafe fdopendir(copy) else {
        close(copy)
        return .failure(SystemError(number: ENOMEM))
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
        errno = 0
        guard let entry = unsafe readdir(stream) else {
            return errno == 0 ? .success(names) : .failure(SystemError(number: errno))
        }
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        if ![[Ascii.point], [Ascii.point, Ascii.point]].contains(name) { names.append(name) }
    }
}

/// Syncs the entries of a folder to disk, such as those of files that were created in it or moved into it.
package func syncFolder(_ path: String, shownPath: String) throws(BatchError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .inputOutput(path: shownPath, errno: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .inputOutput(path: shownPath, errno: errno) }
}

/// Syncs the folder that contains a path, such as after a file was created, renamed or removed there.
package func syncParent(of path: String, shownPath: String) throws(BatchError) {
    try syncFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", shownPath: shownPath)
}

private func rename(
    _ path: some SystemPath, _ folder: Int32, _ newPath: some SystemPath, _ newFolder: Int32, _ flag: Int
) -> Result<Void, SystemError> {
    let result = unsafe path.withCPath { path in
        unsafe newPath.withCPath { unsafe renameat2(folder, path, newFolder, $0, UInt32(flag)) }
    }
    return result == 0 ? .success(()) : .failure(SystemError(number: errno))
}

/// Locks a byte of a file, which may be after its end, until the open file is closed (`F_OFD_SETLK`).
///
/// - Returns: False if another process holds the lock, or a signal interrupted the call (`EAGAIN`, `EACCES`, `EINTR`).
package func lockByte(_ byte: Int, of descriptor: Int32) -> Result<Bool, SystemError> {
    if lock(descriptor, byte, F_WRLCK, command: Int32(F_OFD_SETLK)) != nil { return .success(true) }
    let reason = errno
    return [EAGAIN, EACCES, EINTR].contains(reason) ? .success(false) : .failure(SystemError(number: reason))
}

/// Releases a lock on a byte of a file.
package func unlockByte(_ byte: Int, of descriptor: Int32) {
    // Unlocking an open file cannot fail in a way that the program could handle.
    _ = lock(descriptor, byte, F_UNLCK, command: Int32(F_OFD_SETLK))
}

/// Whether another open file description, of this process or another, has a lock on a byte of a file (`F_OFD_GETLK`).
package func isByteLocked(_ byte: Int, of descriptor: Int32) -> Result<Bool, SystemError> {
    lock(descriptor, byte, F_WRLCK, command: Int32(F_OFD_GETLK)).map { .success(Int32($0.l_type) != F_UNLCK) }
        ?? .failure(SystemError(number: errno))
}

/// Whether a process has a file open for writing; false also if the system cannot tell, or for another user's file.
package func isOpenForWriting(_ descriptor: Int32) -> Bool {
    // The system grants no lease for reading then; one that it grants is given back at once.
    guard fcntl(descriptor, Int32(F_SETLEASE), F_RDLCK) == 0 else { return errno == EAGAIN }
    _ = fcntl(descriptor, Int32(F_SETLEASE), F_UNLCK)
    return false
}

/// Executes a command on the lock of a byte, and returns the lock that the system reports; nil with `errno` on failure.
private func lock(_ descriptor: Int32, _ byte: Int, _ type: Int32, command: Int32) -> flock? {
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(type), Int16(SEEK_SET), off_t(byte), 1)
    return unsafe fcntl(descriptor, command, &lock) == 0 ? lock : nil
}

/// Maps zeroed memory, for tables whose entries are accessed at random; nil if the system cannot provide it.
package func mapMemory(byteCount: Int) -> UnsafeMutableRawPointer? {
    guard let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        unsafe memory != MAP_FAILED
    else { return nil }
    // Huge pages avoid most TLB misses. They are only a hint, so failure is ignored.
    unsafe madvise(memory, byteCount, MADV_HUGEPAGE)
    return unsafe memory
}

/// Whether the process ignores a signal, as its parent may have arranged.
package func isSignalIgnored(_ number: Int32) -> Bool { is_signal_ignored(number) }

/// A temporary file without a name, which the system removes when the program ends in any way.
package final class AnonymousFile: Sendable {
    package let descriptor: Int32
    private let folder: String

    /// Creates an empty file without a name on the file system of a folder.
    package init(in folder: String) throws(BatchError) {
        self.folder = folder
        // O_TMPFILE, which Swift does not import because C defines it as a combination of flags.
        let nameless = 0o20_000_000 | O_DIRECTORY
        let made = open(folder, nameless | O_RDWR | O_CLOEXEC, 0o600)
        descriptor = made < 0 && [EOPNOTSUPP, EISDIR].contains(errno) ? Self.makeNamed(in: folder) : made
        guard descriptor >= 0 else { throw .cannotCreate(path: folder, errno: errno) }
    }

    /// Creates a file that loses its name at once, and returns its descriptor, or a negative number (`errno`).
    package static func makeNamed(in folder: String) -> Int32 {
        var template = Array("\(folder)/.juice-batch-spool-XXXXXX".utf8CString)
        // With O_CLOEXEC, a process that is started meanwhile does not inherit the descriptor.
        let descriptor = unsafe mkostemp(&template, O_CLOEXEC)
        if descriptor >= 0 { unsafe unlink(template) }
        return descriptor
    }

    /// The number of bytes that this user can still write to the file system; `Int.max` if unknown.
    package var freeBytes: Int {
        var status = statvfs()
        guard unsafe fstatvfs(descriptor, &status) == 0 else { return .max }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    deinit { close(descriptor) }

    package func append(_ bytes: ArraySlice<UInt8>) throws(BatchError) {
        try writeAll(bytes.span, to: descriptor).orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Writes bytes at an offset, from 0, and returns their number; several threads can write to different ranges.
    @discardableResult package func write(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) -> Int {
        try writeAll(bytes, to: descriptor, at: offset).orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Appends a range of bytes of the file to a buffer; several threads can read at the same time.
    package func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws(BatchError) {
        var at = range.lowerBound
        while at < range.upperBound {
            let count = try retryOnInterrupt {
                appendBytes(from: descriptor, at: at, count: range.upperBound - at, to: &buffer)
            }.orThrow { .inputOutput(path: folder, errno: $0) }
            // At the end of the file, the bytes were written but can no longer be read.
            guard count > 0 else { throw .inputOutput(path: folder, errno: EIO) }
            at += count
        }
    }

    /// Passes all bytes of the file to `body` in pieces.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = 0
        while true {
            let step = try retryOnInterrupt { readBytes(from: descriptor, into: &block, at: offset) }
                .orThrow { .inputOutput(path: folder, errno: $0) }
            if step == 0 { return }
            try body(Array(block[..<step]))
            offset += step
        }
    }

    package func removeAll() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .inputOutput(path: folder, errno: errno)
        }
    }
}
