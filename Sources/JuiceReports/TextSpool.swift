internal import Glibc
package import JuiceBatch

/// Text that may become long and must not be seen before it is known to be right: kept in a nameless file.
package final class TextSpool: Sendable {
    private let folder: String
    private let descriptor: Int32

    /// An empty spool in a folder for temporary files.
    package init(folder: String) throws(BatchError) {
        self.folder = folder
        var template = Array("\(folder)/.juice-batch-spool-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .cannotCreate(path: folder, errno: errno) }
        unlink(template)
    }

    deinit {
        close(descriptor)
    }

    /// Forgets all text.
    package func removeAll() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .inputOutput(path: folder, errno: errno)
        }
    }

    /// Appends text.
    package func append(_ text: String) throws(BatchError) {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done) }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw .inputOutput(path: folder, errno: errno) }
            done += step
        }
    }

    /// Gives all text, from the start and in pieces that may end within a character.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = 0
        while true {
            let step = pread(descriptor, &block, block.count, off_t(offset))
            if step < 0 && errno == EINTR { continue }
            guard step >= 0 else { throw BatchError.inputOutput(path: folder, errno: errno) }
            if step == 0 { return }
            try body(Array(block[..<step]))
            offset += step
        }
    }
}
