internal import Glibc
internal import JuiceBatch

extension OpenFolder {
    /// Puts a small file in its place in this folder, whole or not at all.
    ///
    /// - Parameters:
    ///   - staging: the name under which it is written first; what a killed run has left there goes.
    ///   - isDurable: whether to wait until the disk has it.
    func replace(_ name: String, with text: String, staging: String, isDurable: Bool) throws(BatchError) {
        let cannotCreate = { BatchError.cannotCreate(path: name, errno: errno) }
        if unlinkat(descriptor, staging, 0) != 0 && errno != ENOENT { throw cannotCreate() }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, staging, flags, 0o666)
        guard file >= 0 else { throw cannotCreate() }
        do throws(BatchError) {
            defer { close(file) }
            let bytes = Array(text.utf8)
            try writeAll(bytes.span.bytes, to: file).orThrow { .inputOutput(path: name, errno: $0) }
            if isDurable && fsync(file) != 0 { throw .inputOutput(path: name, errno: errno) }
            guard renameat(descriptor, staging, descriptor, name) == 0 else { throw cannotCreate() }
        } catch {
            unlinkat(descriptor, staging, 0)
            throw error
        }
        if isDurable && fsync(descriptor) != 0 { throw .inputOutput(path: name, errno: errno) }
    }
}
