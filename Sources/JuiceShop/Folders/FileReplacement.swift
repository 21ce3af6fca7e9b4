internal import CSV
internal import Glibc
internal import JuiceBatch

extension OpenFolder {
    /// Puts a small file in its place in this folder, whole or not at all.
    ///
    /// - Parameters:
    ///   - staging: the name under which it is written first; what a killed run has left there goes.
    ///   - isDurable: whether to wait until the disk has it.
    func replace(_ name: String, with text: String, staging: String, isDurable: Bool) throws(BatchError) {
        let bytes = Array(text.utf8)
        do {
            try write(name, staging: staging, isDurable: isDurable) { file in
                try writeAll(bytes.span.bytes, to: file).orThrow { .inputOutput(path: name, errno: $0) }
            }
        } catch let error as BatchError {
            throw error
        } catch {
            throw .invariant("\(error)")
        }
        try put(name, staging: staging, isDurable: isDurable)
    }

    /// The same of what comes piece by piece, and waits until the disk has it.
    ///
    /// - Parameter content: is given what writes the next piece.
    func replace(
        _ name: String, staging: String, content: (_ write: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void
    ) throws {
        try write(name, staging: staging, isDurable: true) { file in
            try content { piece in
                try writeAll(piece.span.bytes, to: file).orThrow {
                    .inputOutput(path: name, errno: $0)
                }
            }
        }
        try put(name, staging: staging, isDurable: true)
    }

    /// Adds the bytes of an input as a file, whole; under a name with a number where another file has its name.
    ///
    /// One that lies there already stays the only one. It is of the same time as the input, which may say its date.
    func add(_ input: InputFile, as wanted: FileName, _ interruption: Interruption) throws {
        var number = 1
        while status(of: wanted.numbered(number)) != nil {
            if try holds(input, as: wanted.numbered(number), interruption) { return }
            number += 1
        }
        let staging = FileName(".\(wanted.text)").shortened(to: FileName.byteCountMax - 4).text + ".new"
        try write(wanted.text, staging: staging, isDurable: true) { file in
            var buffer = ByteBuffer()
            var offset = 0
            while offset < input.sizeBytes {
                try interruption.check()
                buffer.removeAll()
                offset += try input.read(at: offset, count: 1 << 18, into: &buffer)
                try writeAll(buffer.bytes.span.bytes, to: file).orThrow {
                    .inputOutput(path: wanted.text, errno: $0)
                }
            }
            let time = timespec(tv_sec: input.identity.modifiedSeconds, tv_nsec: 0)
            guard futimens(file, [time, time]) == 0 else {
                throw BatchError.inputOutput(path: wanted.text, errno: errno)
            }
        }
        _ = try move(FileName(staging), to: self, as: wanted).orThrow { .cannotCreate(path: path, errno: $0) }
        if fsync(descriptor) != 0 { throw BatchError.inputOutput(path: path, errno: errno) }
    }

    /// Whether a file has the bytes of an input.
    private func holds(_ input: InputFile, as name: FileName, _ interruption: Interruption) throws -> Bool {
        guard let (file, sizeBytes) = try file(name), sizeBytes == input.sizeBytes, let identity = file.identity else {
            return false
        }
        let there = try InputFile(
            opened: file, path: name.text, name: name.text, identity: identity, interruption: interruption)
        return try there.sha256(interruption: interruption) == input.sha256(interruption: interruption)
    }

    /// Removes a file; one that is not there, or cannot be removed, is left.
    func remove(_ name: FileName) {
        unlinkat(descriptor, name.cString, 0)
    }

    /// Writes a file under the name that it is staged by.
    private func write(
        _ name: String, staging: String, isDurable: Bool, _ content: (_ file: Int32) throws -> Void
    ) throws {
        if unlinkat(descriptor, staging, 0) != 0 && errno != ENOENT {
            throw BatchError.cannotCreate(path: name, errno: errno)
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, staging, flags, 0o666)
        guard file >= 0 else { throw BatchError.cannotCreate(path: name, errno: errno) }
        do {
            defer { close(file) }
            try content(file)
            if isDurable && fsync(file) != 0 { throw BatchError.inputOutput(path: name, errno: errno) }
        } catch {
            unlinkat(descriptor, staging, 0)
            throw error
        }
    }

    /// Puts what is staged in its place.
    func put(_ name: String, staging: String, isDurable: Bool) throws(BatchError) {
        guard renameat(descriptor, staging, descriptor, name) == 0 else {
            let number = errno
            unlinkat(descriptor, staging, 0)
            throw .cannotCreate(path: name, errno: number)
        }
        if isDurable && fsync(descriptor) != 0 { throw .inputOutput(path: name, errno: errno) }
    }
}
