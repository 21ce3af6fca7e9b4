internal import Glibc

/// A temporary file that has no name, so that nothing is left of it however the program ends.
package final class NamelessFile: Sendable {
    package let descriptor: Int32
    private let folder: String

    /// An empty file.
    ///
    /// - Parameter folder: whose file system holds it.
    package init(in folder: String) throws(BatchError) {
        self.folder = folder
        var template = Array("\(folder)/.juice-batch-spool-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotCreate(path: folder, errno: errno) }
        unlink(template)
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes.
    package func append(_ bytes: ArraySlice<UInt8>) throws(BatchError) {
        try writeAll(bytes.span.bytes, to: descriptor).orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Forgets all bytes.
    package func removeAll() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .inputOutput(path: folder, errno: errno)
        }
    }
}
