internal import Glibc
package import JuiceBatch

/// Text that may become long and must not be seen before it is known to be right: kept in a nameless file.
package final class TextSpool: Sendable {
    private let folder: String
    private let file: NamelessFile

    /// An empty spool in a folder for temporary files.
    package init(folder: String) throws(BatchError) {
        self.folder = folder
        file = try NamelessFile(in: folder)
    }

    package func removeAll() throws(BatchError) { try file.removeAll() }

    package func append(_ text: String) throws(BatchError) { try file.append(Array(text.utf8)[...]) }

    /// Gives all text, from the start and in pieces that may end within a character.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = 0
        while true {
            let step = try retryOnInterrupt { pread(file.descriptor, &block, block.count, off_t(offset)) }
                .orThrow { .inputOutput(path: folder, errno: $0) }
            if step == 0 { return }
            try body(Array(block[..<step]))
            offset += step
        }
    }
}
