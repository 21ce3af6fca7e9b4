internal import Glibc
internal import JuiceBatch

/// The inbox of a shop or chain, to which other programs write, so that any entry may change at any time.
struct Inbox {
    let folder: OpenFolder

    /// A regular file of the inbox, as it was listed.
    struct Entry: Equatable {
        let name: FileName
        let identity: FileIdentity
        /// The identity of the entry with the name of this file's checksum; nil if there is none.
        let checksum: FileIdentity?
        let isChecksumRegular: Bool
    }

    /// The content of the inbox, sorted by name: the files to process, the entries that are not regular files, the
    /// checksums without their file, and the files that are still being written.
    typealias Listing = (
        files: [Entry], others: [FileName], orphans: [FileName], unfinished: [FileName]
    )

    enum Opening {
        case opened(ReadDescriptor)
        /// The name belongs to another file now, or the file was written to or is open for writing.
        case changed
        case missing
        case unreadable(BatchError)
    }

    private static let pauseMs: Int32 = 50
}

extension Inbox {
    /// Opens the inbox of a shop or chain, and creates it if the folder is new; throws `missingInbox` as `check` does.
    init(in root: OpenFolder) throws(BatchError) {
        try Self.check(in: root)
        self.init(folder: try OpenFolder(NightlyRun.inboxFolder, in: root))
    }

    /// Throws `missingInbox` if the folder was used before and has no inbox, whose share may not be mounted.
    ///
    /// An archive folder, or an entry with one of `usedNames`, shows that the folder was used.
    static func check(in root: OpenFolder, usedNames: [String] = []) throws(BatchError) {
        func exists(_ name: String) -> Bool { root.status(of: FileName(name)) != nil }
        if !exists(NightlyRun.inboxFolder),
            (NightlyRun.ArchiveFolder.allCases.map(\.rawValue) + usedNames).contains(where: exists)
        {
            throw .missingInbox(path: (root.path.isEmpty ? "" : root.path + "/") + NightlyRun.inboxFolder)
        }
    }

    /// The current entries of the inbox; hidden ones are left out.
    func entries() throws(BatchError) -> Listing {
        var listing: Listing = ([], [], [], [])
        let all = try folder.names()
        listing.unfinished = all.filter { $0.isHiddenOrUnfinished && !$0.isHidden }
        let names = all.filter { !$0.isHiddenOrUnfinished }
        let checksums = Set(names.filter { !$0.isChecksum }.map(\.checksum))
        for name in names {
            guard let status = folder.status(of: name) else { continue }
            if !status.isRegularFile {
                listing.others.append(name)
            } else if !name.isChecksum {
                let checksum = folder.status(of: name.checksum)
                listing.files.append(
                    Entry(
                        name: name, identity: FileIdentity(status), checksum: checksum.map { FileIdentity($0) },
                        isChecksumRegular: checksum?.isRegularFile == true))
            } else if !checksums.contains(name) {
                listing.orphans.append(name)
            }
        }
        return listing
    }

    /// The SHA-256 in an entry's checksum file, nil if there is none; throws `changedWhileRead` if that has changed.
    func digest(of entry: Entry, cancellation: CancellationToken) throws(BatchError) -> String? {
        guard let checksum = entry.checksum else { return nil }
        let path = "\(folder.path)/\(entry.name.text)"
        guard entry.isChecksumRegular else {
            throw .badChecksum(path: path + ChecksumFile.suffix, error: .malformed(line: 1))
        }
        let checksumEntry = Entry(
            name: entry.name.checksum, identity: checksum, checksum: nil, isChecksumRegular: false)
        switch try open(checksumEntry, cancellation: cancellation) {
        case .opened(let opened):
            return try ChecksumFile.digest(of: path, in: opened, cancellation: cancellation)
        case .changed, .missing: throw .changedWhileRead(path: path)
        case .unreadable(let error): throw error
        }
    }

    func input(
        _ entry: Entry, _ opened: ReadDescriptor, cancellation: CancellationToken
    ) throws(BatchError) -> InputFile {
        try InputFile(
            opened: opened, path: "\(folder.path)/\(entry.name.text)", name: entry.name.text, identity: entry.identity,
            cancellation: cancellation)
    }

    func open(_ entry: Entry, cancellation: CancellationToken) throws(BatchError) -> Opening {
        let path = "\(folder.path)/\(entry.name.text)"
        while true {
            try cancellation.check()
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let descriptor = JuiceBatch.open(entry.name.bytes, flags, in: folder.descriptor)
            guard descriptor < 0 else {
                let opened = ReadDescriptor(descriptor)
                // A file with the identity that was listed is the same file, unchanged.
                guard let found = opened.identity else { throw .inputOutput(path: path, errno: errno) }
                guard found == entry.identity else { return .changed }
                // A writer that has paused may go on after the file is applied. A process that is being started may
                // have the descriptor of another's writer for a moment.
                for _ in 1..<5 {
                    if !isOpenForWriting(descriptor) { return .opened(opened) }
                    poll(nil, 0, Self.pauseMs)
                }
                return isOpenForWriting(descriptor) ? .changed : .opened(opened)
            }
            switch errno {
            // Try again: another process is being asked to release its lease on the file, or a signal arrived.
            case EAGAIN, EINTR: poll(nil, 0, Self.pauseMs)
            case ENOENT: return .missing
            // The entry is now a symbolic link or a socket.
            case ELOOP, ENXIO: return .changed
            case EMFILE, ENFILE, ENOMEM: throw .inputOutput(path: path, errno: errno)
            default: return .unreadable(.unreadable(path: path, errno: errno))
            }
        }
    }
}
