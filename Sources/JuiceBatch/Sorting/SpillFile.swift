internal import CSV
internal import Glibc

/// A nameless file that holds packed rows in stretches, each of which is in order.
final class SpillFile {
    private let file: NamelessFile
    private let folder: String
    /// How many bytes it holds.
    private(set) var byteCount = 0

    /// An empty file on the file system of a folder.
    init(in folder: String) throws(BatchError) {
        file = try NamelessFile(in: folder)
        self.folder = folder
    }

    /// Appends bytes.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(BatchError) {
        byteCount += try writeAll(bytes.span.bytes, to: file.descriptor, at: byteCount)
            .orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Appends bytes of the file to a buffer.
    func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws(BatchError) {
        buffer.reserve(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            let count = try retryOnInterrupt {
                pread(file.descriptor, buffer.base + buffer.count, range.upperBound - at, off_t(at))
            }.orThrow { .inputOutput(path: folder, errno: $0) }
            // What was written and cannot be read any more is lost.
            guard count > 0 else { throw .inputOutput(path: folder, errno: EIO) }
            buffer.count += count
            at += count
        }
    }
}
