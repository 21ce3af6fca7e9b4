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
        var rest = bytes
        while !rest.isEmpty {
            let step = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw .inputOutput(path: folder, errno: errno) }
            rest = rest.dropFirst(step)
        }
    }

    /// Forgets all bytes.
    package func removeAll() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .inputOutput(path: folder, errno: errno)
        }
    }
}
