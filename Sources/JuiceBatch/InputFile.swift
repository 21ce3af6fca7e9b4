package import CSV
internal import Glibc

/// An input that is open for reading: a regular file, or a copy of what a pipe delivered.
package final class InputFile {
    /// The path as the user gave it; `-` for standard input.
    package let path: String
    /// The name in the reports: the last path component, with `#2` and so on behind a repeated one.
    package private(set) var name: String
    private let descriptor: Int32
    private let openedAs: stat
    /// The copy of what a pipe delivered, which owns the descriptor then.
    private let spool: NamelessFile?
    private var isSpooled: Bool { spool != nil }

    /// Opens a file, or spools what is none.
    ///
    /// The encoding is decided by the whole file and the header is read before the first row is applied, so a
    /// pipe is copied to a nameless temporary file first, which the system removes whatever happens.
    ///
    /// - Parameters:
    ///   - path: the path, or `-` for standard input.
    ///   - name: the name in the reports.
    ///   - spoolFolder: where the copy of a pipe goes.
    ///   - interruption: is asked while a pipe is read.
    ///   - progress: is told how many bytes of a pipe have been copied.
    package init(
        path: String, name: String, spoolFolder: String, interruption: Interruption,
        progress: (Int) -> Void = { _ in }
    ) throws(BatchError) {
        self.path = path
        self.name = name
        let source = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .unreadable(path: path, errno: errno) }
        var status = stat()
        guard fstat(source, &status) == 0 else { throw Self.unreadable(path, closing: source) }
        if status.st_mode & S_IFMT == S_IFDIR {
            close(source)
            throw .unreadable(path: path, errno: EISDIR)
        }
        if status.st_mode & S_IFMT == S_IFREG && (path != "-" || lseek(source, 0, SEEK_CUR) == 0) {
            descriptor = source
            spool = nil
        } else {
            defer { close(source) }
            let copy = try Self.spool(
                source, path: path, into: spoolFolder, interruption: interruption, progress: progress)
            guard fstat(copy.descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
            descriptor = copy.descriptor
            spool = copy
        }
        openedAs = status
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit {
        if !isSpooled { close(descriptor) }
    }

    private static func unreadable(_ path: String, closing descriptor: Int32) -> BatchError {
        let reason = errno
        close(descriptor)
        return .unreadable(path: path, errno: reason)
    }

    /// Copies a pipe.
    private static func spool(
        _ source: Int32, path: String, into folder: String, interruption: Interruption, progress: (Int) -> Void
    ) throws(BatchError) -> NamelessFile {
        let copy = try NamelessFile(in: folder)
        var block = [UInt8](repeating: 0, count: 256 * 1024)
        var total = 0
        while true {
            let count = Glibc.read(source, &block, block.count)
            try interruption.check()
            if count == 0 { return copy }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(path: path, errno: errno) }
            try copy.append(block[..<count])
            total += count
            progress(total)
        }
    }

    /// Gives the input another name in the reports, since an input before it is left out.
    package func rename(_ name: String) {
        self.name = name
    }

    /// The SHA-256 of all its bytes in hex: what tells that an earlier run has applied it.
    package func sha256(interruption: Interruption) throws(BatchError) -> String {
        let digest = SHA256()
        var buffer = ByteBuffer()
        var offset = 0
        while true {
            try interruption.check()
            buffer.removeAll()
            let count = try read(at: offset, count: 1 << 20, into: &buffer)
            digest.update(buffer.bytes)
            offset += count
            if count < 1 << 20 { break }
        }
        try checkUnchanged(bytesRead: offset)
        return digest.finishHex()
    }

    /// Whether it is the file at a path.
    package func isFile(at path: String) -> Bool {
        var status = stat()
        return !isSpooled && stat(path, &status) == 0 && status.st_dev == openedAs.st_dev
            && status.st_ino == openedAs.st_ino
    }

    /// Whether both are the same file on disk.
    package func isSameFile(as other: InputFile) -> Bool {
        openedAs.st_dev == other.openedAs.st_dev && openedAs.st_ino == other.openedAs.st_ino
    }

    /// Bytes as of opening.
    package var size_bytes: Int { Int(openedAs.st_size) }

    /// Appends up to `count` bytes from `offset` (from 0); fewer only at the end of the file.
    ///
    /// - Returns: how many bytes came.
    package func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        buffer.reserve(count)
        var done = 0
        while done < count {
            let step = pread(descriptor, buffer.base + buffer.count, count - done, off_t(offset + done))
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw .unreadable(path: path, errno: errno) }
            if step == 0 { break }
            buffer.count += step
            done += step
        }
        return done
    }

    /// Notices that the file was changed since it was opened.
    ///
    /// - Parameter bytesRead: how many bytes reading it to its end gave.
    package func checkUnchanged(bytesRead: Int) throws(BatchError) {
        guard !isSpooled else { return }
        var now = stat()
        guard fstat(descriptor, &now) == 0 else { throw .unreadable(path: path, errno: errno) }
        let isSame =
            now.st_size == openedAs.st_size && Int(now.st_size) == bytesRead
            && now.st_mtim.tv_sec == openedAs.st_mtim.tv_sec && now.st_mtim.tv_nsec == openedAs.st_mtim.tv_nsec
        guard isSame else { throw .changedWhileRead(path: path) }
    }
}
