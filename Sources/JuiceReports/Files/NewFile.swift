internal import Glibc
package import JuiceBatch

/// A file that is made where none was.
package enum NewFile {
    /// Makes a file with a text in it; both it and its name in the folder are synced to disk when this returns.
    ///
    /// - Throws: `cannotCreate` where something is there already, whatever it is.
    package static func write(_ text: String, to path: String) throws(BatchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
        defer { close(descriptor) }
        do throws(BatchError) {
            try write(Array(text.utf8), to: descriptor, path: path)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            try SystemDisk().sync(folder)
        } catch {
            // It is half of what it is to be.
            unlink(path)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(BatchError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let step = try retryOnInterrupt {
                rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            .orThrow { .inputOutput(path: path, errno: $0) }
            rest = rest.dropFirst(step)
        }
        guard fsync(descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }
}
