internal import CSV
internal import Glibc
internal import JuiceBatch

/// A folder that is accessed through its descriptor, so that a change of its path does not affect operations.
final class OpenFolder: Sendable {
    let descriptor: Int32
    let path: String

    /// Opens a folder relative to another one or the working folder, and creates it if it is missing.
    init(_ path: String, in parent: OpenFolder? = nil, followsLink: Bool = true) throws(BatchError) {
        let base = parent?.descriptor ?? AT_FDCWD
        self.path = (parent.map { $0.path.isEmpty ? "" : $0.path + "/" } ?? "") + path
        guard mkdir(path, 0o777, in: base) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: self.path, errno: errno)
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW), in: base)
        guard descriptor >= 0 else { throw .cannotCreate(path: self.path, errno: errno) }
    }

    /// Opens the folder that paths in messages are relative to.
    init(root: String) throws(BatchError) {
        path = ""
        descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: root, errno: errno) }
    }

    /// Creates a folder from an open descriptor, and takes ownership of the descriptor.
    private init(_ opened: Int32, path: String) { (descriptor, self.path) = (opened, path) }

    deinit { close(descriptor) }

    func names() throws(BatchError) -> [FileName] {
        let names = try folderNames(of: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
        return names.map { FileName($0) }.sorted()
    }

    /// The status of an entry, without following links; nil if it does not exist.
    func status(of name: FileName) -> stat? { fileStatus(name.bytes, in: descriptor, followsLink: false) }

    /// Whether an entry is a regular file, and not a link to one.
    func isFile(_ name: FileName) -> Bool { status(of: name).map { $0.isRegularFile } ?? false }

    /// Moves an entry to a folder, adding a number to a name that is taken; returns the new name.
    func move(_ name: FileName, to folder: OpenFolder, as preferredName: FileName) -> Result<FileName, SystemError> {
        var number = 1
        while true {
            let free = preferredName.numbered(number)
            let result = moveWithoutReplacing(
                name.bytes, in: descriptor, to: free.bytes, in: folder.descriptor)
            guard case .failure(SystemError(number: EEXIST)) = result else { return result.map { free } }
            number += 1
        }
    }

    /// Opens a subfolder; nil if the entry is no folder or does not exist, a failure if the folder cannot be read.
    func subfolder(
        _ name: FileName, followsLink: Bool = false
    ) throws(BatchError) -> Result<OpenFolder?, SystemError> {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let opened = open(name.bytes, flags, in: descriptor)
        if opened >= 0 { return .success(OpenFolder(opened, path: path(of: name))) }
        switch errno {
        case ENOENT, ENOTDIR, ELOOP: return .success(nil)
        case EMFILE, ENFILE, ENOMEM: throw .inputOutput(path: path, errno: errno)
        default: return .failure(SystemError(number: errno))
        }
    }

    /// Opens a subfolder, or a folder within it, without following links; nil if there is none that can be read.
    func folder(_ names: FileName...) throws(BatchError) -> OpenFolder? { try folder(names) }

    /// Opens a folder within this one by the names on its path, as above.
    func folder(_ names: [FileName]) throws(BatchError) -> OpenFolder? {
        var folder = self
        for name in names {
            guard case .success(let subfolder?) = try folder.subfolder(name) else { return nil }
            folder = subfolder
        }
        return folder
    }

    /// Opens a subfolder that is no link, nil if there is none; throws `unreadable` if it cannot be read.
    func readable(_ name: FileName) throws(BatchError) -> OpenFolder? {
        try subfolder(name).orThrow { .unreadable(path: path(of: name), errno: $0) }
    }

    /// Throws `unreadable` if an entry exists and the process may not read it.
    func checkReadable(_ name: FileName) throws(BatchError) {
        guard access(name.bytes, R_OK, in: descriptor) != 0, errno == EACCES else { return }
        throw .unreadable(path: path(of: name), errno: EACCES)
    }

    func path(of name: FileName) -> String { path.isEmpty ? name.text : "\(path)/\(name.text)" }

    /// Opens a regular file; nil if it is a link, is missing or cannot be read.
    func file(_ name: FileName) throws(BatchError) -> ReadDescriptor? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = open(name.bytes, flags, in: descriptor)
        guard opened >= 0 else {
            if [EMFILE, ENFILE, ENOMEM].contains(errno) { throw .inputOutput(path: path, errno: errno) }
            return nil
        }
        let file = ReadDescriptor(opened)
        return fileStatus(of: opened)?.isRegularFile == true ? file : nil
    }

    /// Opens a regular file as an input, without following a symbolic link; nil if there is none that can be read.
    func input(
        _ name: FileName, path: String, name shownName: String, _ cancellation: CancellationToken
    ) throws(BatchError) -> InputFile? {
        guard let file = try file(name), let identity = file.identity else { return nil }
        return try InputFile(
            opened: file, path: path, name: shownName, identity: identity, cancellation: cancellation)
    }

    /// The bytes of a regular file, or nil if none can be read; throws `unreadable` if it exceeds `sizeBytesMax`.
    func content(
        of name: String, sizeBytesMax: Int = smallFileBytesMax, _ cancellation: CancellationToken
    ) throws(BatchError) -> [UInt8]? {
        guard let file = try file(FileName(name)) else { return nil }
        return try readSmallFile(
            file, path: path(of: FileName(name)), sizeBytesMax: sizeBytesMax, cancellation: cancellation)
    }

    /// The bytes of a regular file; nil if none can be read or it exceeds `sizeBytesMax`.
    func readableContent(
        of name: String, sizeBytesMax: Int = smallFileBytesMax, _ cancellation: CancellationToken
    ) throws(BatchError) -> [UInt8]? {
        guard let file = try file(FileName(name)) else { return nil }
        let bytes = try? readSmallFile(file, path: name, sizeBytesMax: sizeBytesMax, cancellation: cancellation)
        try cancellation.check()
        return bytes
    }

    /// The name of the settings file in a chain's folder.
    static let chainSettings = "chain.json"
    /// The name of the folder with the records of a chain's runs, within the chain's folder.
    static let chainRecords = ".night"

    /// Whether a folder, absolute or relative to the working folder, has a chain.json or records of a chain's runs.
    static func isChain(_ path: String) -> Bool {
        [chainSettings, chainRecords].contains { access("\(path)/\($0)", F_OK) == 0 }
    }

    /// Replaces a small file with a text, as a whole or not at all.
    func replace(
        _ name: String, with text: String, staging: String? = nil, isDurable: Bool = true
    ) throws(BatchError) {
        let bytes = Array(text.utf8)
        try replace(name, staging: staging, isDurable: isDurable) { write throws(BatchError) in try write(bytes.span) }
    }

    /// Replaces a file whose content is written in pieces, as a whole or not at all.
    ///
    /// A file with the staging name, by default a hidden one, is overwritten.
    func replace(
        _ name: String, staging: String? = nil, isDurable: Bool = true,
        content: (_ write: (Span<UInt8>) throws(BatchError) -> Void) throws(BatchError) -> Void
    ) throws(BatchError) {
        let staging = staging ?? (name.hasPrefix(".") ? "" : ".") + name + ".new"
        try write(name, staging: staging, isDurable: isDurable) { file throws(BatchError) in
            try content { piece throws(BatchError) in
                try writeAll(piece, to: file).orThrow { .inputOutput(path: name, errno: $0) }
            }
        }
        try put(name, staging: staging, isDurable: isDurable)
    }

    /// Adds a file with the bytes of an input, as a whole or not at all, unless one with the same bytes is there.
    ///
    /// If the name is taken, a number is added to it. The file gets the modification time of the input, from which its
    /// business day may be derived.
    func add(_ input: InputFile, as preferredName: FileName, _ cancellation: CancellationToken) throws(BatchError) {
        var number = 1
        while case let name = preferredName.numbered(number), status(of: name) != nil {
            if let there = try self.input(name, path: name.text, name: name.text, cancellation),
                there.sizeBytes == input.sizeBytes,
                try there.sha256(cancellation: cancellation) == input.sha256(cancellation: cancellation)
            {
                return
            }
            number += 1
        }
        let staging = FileName(".\(preferredName.text)").shortened(to: FileName.byteCountMax - 4).text + ".new"
        try write(preferredName.text, staging: staging, isDurable: true) { file throws(BatchError) in
            var buffer = ByteBuffer()
            var offset = 0
            while offset < input.sizeBytes {
                try cancellation.check()
                buffer.removeAll()
                offset += try input.read(at: offset, count: 1 << 18, into: &buffer)
                try buffer.bytes.withSpan { writeAll($0, to: file) }.orThrow {
                    .inputOutput(path: preferredName.text, errno: $0)
                }
            }
            let time = timespec(tv_sec: input.identity.modifiedSeconds, tv_nsec: 0)
            guard setTimes(of: file, to: time) == 0 else { throw .inputOutput(path: preferredName.text, errno: errno) }
        }
        _ = try move(FileName(staging), to: self, as: preferredName).orThrow { .cannotCreate(path: path, errno: $0) }
        if fsync(descriptor) != 0 { throw .inputOutput(path: path, errno: errno) }
    }

    func remove(_ name: FileName) { unlinkat(descriptor, name.bytes, 0) }

    private func write(
        _ name: String, staging: String, isDurable: Bool, _ content: (_ file: Int32) throws(BatchError) -> Void
    ) throws(BatchError) {
        if unlinkat(descriptor, staging, 0) != 0 && errno != ENOENT { throw .cannotCreate(path: name, errno: errno) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = open(staging, flags, 0o666, in: descriptor)
        guard file >= 0 else { throw .cannotCreate(path: name, errno: errno) }
        do throws(BatchError) {
            defer { close(file) }
            try content(file)
            if isDurable && fsync(file) != 0 { throw .inputOutput(path: name, errno: errno) }
        } catch {
            unlinkat(descriptor, staging, 0)
            throw error
        }
    }

    /// Overwrites an existing file in place; returns false if that fails.
    func overwrite(_ name: String, with text: String) -> Bool {
        let file = open(name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC, in: descriptor)
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard case .success = writeAll(bytes.span, to: file) else { return false }
        return ftruncate(file, off_t(bytes.count)) == 0 && fsync(file) == 0
    }

    /// Renames a staged file to its final name; if that fails, removes the staged file.
    func put(_ name: String, staging: String, isDurable: Bool) throws(BatchError) {
        guard rename(staging, name, in: descriptor) == 0 else {
            let number = errno
            unlinkat(descriptor, staging, 0)
            throw .cannotCreate(path: name, errno: number)
        }
        if isDurable && fsync(descriptor) != 0 { throw .inputOutput(path: name, errno: errno) }
    }
}

extension ReadDescriptor {
    /// The current identity of the file; nil if the system cannot determine it.
    var identity: FileIdentity? { fileStatus(of: number).map { FileIdentity($0) } }
}

/// A file name as the bytes that the file system stores, which need not be valid text.
package struct FileName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    /// The longest name, in bytes, that Linux file systems store (`NAME_MAX`).
    package static let byteCountMax = 255

    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The name as text; invalid UTF-8 becomes U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package static func < (one: FileName, other: FileName) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    /// The suffixes of files that are still being written, or that an editor keeps for an open file.
    private static let unfinishedSuffixes = [
        ".part", ".partial", ".tmp", ".crdownload", ".opdownload", ".download", ".filepart", "~",
    ]

    /// Whether the name begins with a full stop or is that of a file that Windows adds to a folder that it shows.
    var isHidden: Bool { bytes.first == UInt8(ascii: ".") || ["desktop.ini", "Thumbs.db"].contains(self) }

    /// Whether the name is hidden, begins with `~$` or has one of the `unfinishedSuffixes`.
    package var isHiddenOrUnfinished: Bool {
        isHidden || bytes.starts(with: Array("~$".utf8))
            || Self.unfinishedSuffixes.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Whether the name is that of a checksum file, such as `orders.csv.sha256`.
    package var isChecksum: Bool {
        bytes.count > ChecksumFile.suffix.utf8.count
            && bytes.suffix(ChecksumFile.suffix.utf8.count).elementsEqual(ChecksumFile.suffix.utf8)
    }

    /// The name of the checksum file that belongs to this file.
    package var checksum: FileName { FileName(bytes + Array(ChecksumFile.suffix.utf8)) }

    /// The index of the full stop before the extension; the end of the name if it has none.
    private var stemEnd: Int {
        // An extension of more than 32 bytes counts as part of the stem.
        bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && bytes.count - $0 <= 32 ? $0 : nil } ?? bytes.count
    }

    /// The name without its extension.
    package var stem: FileName { FileName(Array(bytes[..<stemEnd])) }

    /// The name with a number, unless it is 1, before its extension; a stem that would be too long is shortened.
    package func numbered(_ number: Int) -> FileName {
        let tail = (number == 1 ? [] : Array(".\(number)".utf8)) + bytes[stemEnd...]
        return FileName(stem.shortened(to: Self.byteCountMax - tail.count).bytes + tail)
    }

    /// The name cut to a maximum length in bytes, at the end of a character.
    package func shortened(to byteCountMax: Int) -> FileName {
        var end = min(bytes.count, byteCountMax)
        // A cut before a continuation byte would split a UTF-8 character.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return FileName(Array(bytes[..<end]))
    }
}
