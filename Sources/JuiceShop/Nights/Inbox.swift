internal import Glibc
internal import JuiceBatch

/// What lies in an inbox that others can write to: nothing of it is what it was a moment ago, unless it is looked at.
struct Inbox {
    let folder: OpenFolder

    /// A regular file, as it was listed.
    struct Entry: Equatable {
        let name: FileName
        let identity: FileIdentity
    }

    /// What a file has become by the time that it is opened.
    enum Opening {
        /// It is the one that was listed, as it was then.
        case opened(ReadDescriptor)
        /// Something else has its name, or it has been written to.
        case changed
        case gone
        case unreadable(BatchError)
    }

    /// How long a signal may go unnoticed.
    private static let pauseMs: Int32 = 50

    /// The regular files that nobody holds back, by name, and the names of what is no regular file.
    func entries() throws(BatchError) -> (files: [Entry], others: [FileName]) {
        var files: [Entry] = []
        var others: [FileName] = []
        for name in try folder.names() where !name.isHeldBack {
            guard let status = folder.status(of: name) else { continue }
            if status.st_mode & S_IFMT == S_IFREG {
                files.append(Entry(name: name, identity: FileIdentity(status)))
            } else {
                others.append(name)
            }
        }
        return (files, others)
    }

    /// Opens what was listed, or nothing.
    func open(_ entry: Entry, interruption: Interruption) throws(BatchError) -> Opening {
        let path = "\(folder.path)/\(entry.name.text)"
        while true {
            try interruption.check()
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let descriptor = openat(folder.descriptor, entry.name.cString, flags)
            guard descriptor < 0 else {
                let opened = ReadDescriptor(descriptor)
                return try isListed(entry, opened, path) ? .opened(opened) : .changed
            }
            switch errno {
            // Somebody who holds a lease on it is asked to give it up, or a signal came.
            case EAGAIN, EINTR: poll(nil, 0, Self.pauseMs)
            case ENOENT: return .gone
            // A link, or a socket.
            case ELOOP, ENXIO: return .changed
            case EMFILE, ENFILE, ENOMEM: throw .inputOutput(path: path, errno: errno)
            default: return .unreadable(.unreadable(path: path, errno: errno))
            }
        }
    }

    private func isListed(_ entry: Entry, _ opened: ReadDescriptor, _ path: String) throws(BatchError) -> Bool {
        var status = stat()
        guard fstat(opened.number, &status) == 0 else { throw .inputOutput(path: path, errno: errno) }
        return status.st_mode & S_IFMT == S_IFREG && FileIdentity(status) == entry.identity
    }
}

extension ReadDescriptor {
    /// What the file is by now; nil if the system does not say.
    var identity: FileIdentity? {
        var status = stat()
        return fstat(number, &status) == 0 ? FileIdentity(status) : nil
    }
}
