package import CSV
internal import Glibc

/// An input: a regular file, a copy of a pipe's content, or a partition of an export; for one thread at a time.
///
/// A file with a path is open only while it is read, so that a run can have more inputs than a process open files.
package final class InputFile {
    /// The path of the file; `-` for standard input.
    package let path: String
    /// The path as given by the user, for messages; nil if the user gave none, and messages then use `name`.
    package var givenPath: String?
    /// The name in reports: the last path component, followed by `#2` and so on if it occurs repeatedly.
    package var name: String
    /// The SHA-256 that the bytes must have, in lower-case hex, from the checksum file; nil if there is none.
    package var expectedSHA256: String?
    /// The metadata of the partition of an export; nil for any other input.
    package let partition: PartitionMetadata?
    private var source: Source
    /// The identity and state of the file when it was opened; for a partition, those of the export.
    package let identity: FileIdentity
    let cancellation: CancellationToken

    private enum Source {
        /// A regular file that is opened by its path whenever it is read.
        case path(ReadDescriptor?)
        /// A regular file that was opened by the caller and stays open.
        case open(ReadDescriptor)
        /// A copy of the content of a pipe.
        case copy(AnonymousFile)
        case part(Partition)
    }

    /// Opens a regular file, or copies any other input to a temporary file, because it is read more than once.
    ///
    /// The file is unnamed and in `spillFolder`; `progress` is called with the number of bytes copied so far.
    package init(
        path: String, name: String, spillFolder: String, cancellation: CancellationToken,
        progress: (Int) -> Void = { _ in }
    ) throws(BatchError) {
        (self.path, self.name, partition, self.cancellation) = (path, name, nil, cancellation)
        let opened = try ReadDescriptor(opening: path, cancellation: cancellation)
        let status = try Self.status(of: opened.number, path: path)
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .unreadable(path: path, errno: EISDIR)
        case S_IFREG where path != "-" || lseek(opened.number, 0, SEEK_CUR) == 0:
            source = path == "-" ? .open(opened) : .path(nil)
            identity = FileIdentity(status)
        default:
            let copy = try Self.copyPipe(
                opened, path: path, into: spillFolder, cancellation: cancellation, progress: progress)
            source = .copy(copy)
            identity = FileIdentity(try Self.status(of: copy.descriptor, path: path))
        }
    }

    /// Creates an input from a file that the caller has opened, even if its path, which messages show, now leads to
    /// another; throws `changedWhileRead` if it is not regular or its identity or state differs.
    package init(
        opened: ReadDescriptor, path: String, name: String, identity: FileIdentity,
        partition: PartitionMetadata? = nil, cancellation: CancellationToken
    ) throws(BatchError) {
        (self.path, self.name, self.partition, self.cancellation) = (path, name, partition, cancellation)
        let status = try Self.status(of: opened.number, path: path)
        guard status.isRegularFile, FileIdentity(status) == identity else { throw .changedWhileRead(path: path) }
        source = .open(opened)
        self.identity = identity
    }

    init(_ metadata: PartitionMetadata, of part: Partition, cancellation: CancellationToken) {
        (path, name, partition, self.cancellation) = (metadata.path, metadata.name, metadata, cancellation)
        source = .part(part)
        identity = part.identity
    }

    /// Creates another reader of the same input, so that a second thread can read it at the same time.
    package init(rereading other: InputFile) {
        (path, givenPath, name, partition) = (other.path, other.givenPath, other.name, other.partition)
        (expectedSHA256, identity, cancellation) = (other.expectedSHA256, other.identity, other.cancellation)
        source = if case .path = other.source { .path(nil) } else { other.source }
    }

    private var part: Partition? { if case .part(let part) = source { part } else { nil } }

    private static func status(of descriptor: Int32, path: String) throws(BatchError) -> stat {
        guard let status = fileStatus(of: descriptor) else { throw ReadDescriptor.error(path: path) }
        return status
    }

    private static func copyPipe(
        _ source: ReadDescriptor, path: String, into folder: String, cancellation: CancellationToken,
        progress: (Int) -> Void
    ) throws(BatchError) -> AnonymousFile {
        let copy = try AnonymousFile(in: folder)
        let bytesMax = copy.freeBytes / 10 * 9
        var block = [UInt8](repeating: 0, count: 256 * 1024)
        var total = 0
        while true {
            let count = try source.read(into: &block, path: path, cancellation: cancellation)
            if count == 0 { return copy }
            // The limit keeps a pipe that never ends from filling the disk, which other programs need too.
            guard total + count <= bytesMax else { throw .inputOutput(path: path, errno: ENOSPC) }
            try copy.append(block[..<count])
            total += count
            progress(total)
        }
    }

    /// The SHA-256 of all bytes, in hex, by which later runs recognize a known input.
    package func sha256(cancellation: CancellationToken) throws(BatchError) -> String {
        let digest = SHA256()
        var buffer = ByteBuffer()
        var offset = 0
        while true {
            try cancellation.check()
            buffer.removeAll()
            let count = try read(at: offset, count: 1 << 20, into: &buffer)
            digest.update(buffer.bytes)
            offset += count
            if count < 1 << 20 { break }
        }
        try checkUnchanged(bytesRead: offset)
        return digest.finishHex()
    }

    /// Whether this input is the file at a path.
    package func isFile(at path: String) -> Bool {
        if case .copy = source { return false }
        return fileStatus(path).map { identity.isSameFile(as: FileIdentity($0)) } ?? false
    }

    /// The number of bytes when the file was opened.
    package var sizeBytes: Int { part?.byteCount ?? identity.sizeBytes }

    /// Appends up to `count` bytes from `offset` (from 0), fewer only at the end of the file, and returns their number.
    package func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        if let part { return try part.read(at: offset, count: count, into: &buffer) }
        let descriptor = try descriptor()
        var done = 0
        while done < count {
            let step = try retryOnInterrupt {
                appendBytes(from: descriptor, at: offset + done, count: count - done, to: &buffer)
            }.orThrow { .unreadable(path: path, errno: $0) }
            if step == 0 { break }
            done += step
        }
        return done
    }

    /// Closes the file until it is read again; throws `changedWhileRead` if it has changed or its size is not `bytesRead`.
    package func checkUnchanged(bytesRead: Int) throws(BatchError) {
        if case .copy = source { return }
        let now = try part == nil ? FileIdentity(Self.status(of: descriptor(), path: path)) : identity
        guard now == identity, bytesRead == sizeBytes else { throw .changedWhileRead(path: path) }
        closeUntilRead()
    }

    /// Closes the descriptor until it is needed again, if the file can be opened again by its path.
    package func closeUntilRead() { if case .path = source { source = .path(nil) } }

    /// The descriptor of the file, which, if it was closed, is opened again and must be the same in the same state.
    private func descriptor() throws(BatchError) -> Int32 {
        switch source {
        case .open(let opened), .path(let opened?): return opened.number
        case .copy(let copy): return copy.descriptor
        case .part: preconditionFailure("a part has no descriptor of its own")
        case .path(nil): break
        }
        let opened: ReadDescriptor
        do throws(BatchError) {
            opened = try ReadDescriptor(opening: path, cancellation: cancellation)
        } catch .unreadable(_, ENOENT) {
            throw .changedWhileRead(path: path)
        }
        guard FileIdentity(try Self.status(of: opened.number, path: path)) == identity else {
            throw .changedWhileRead(path: path)
        }
        posix_fadvise(opened.number, 0, 0, POSIX_FADV_SEQUENTIAL)
        source = .path(opened)
        return opened.number
    }
}
