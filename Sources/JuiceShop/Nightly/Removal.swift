internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Removes expired reports and archived files without following symbolic links.
///
/// A set of reports is first moved to a hidden folder in one step and deleted there, so that a kill leaves no partial
/// set in its place.
struct Removal {
    private static let hidden = FileName(".nightly.gone")

    /// The folder of the shop or chain.
    let root: OpenFolder
    let cancellation: CancellationToken
    /// The items that could not be removed, and the errors.
    private(set) var failures: [(item: ExpiredReports.Item, error: SystemError)] = []
    /// The number of report sets removed.
    private(set) var reports = 0
    /// The number of files removed.
    private(set) var files = 0

    /// Removes sets of reports from a folder of reports, in the given order.
    mutating func removeReports(_ items: [ExpiredReports.Item], from name: String) throws(BatchError) {
        guard case .folder(let folder) = try root.inner(FileName(name)) else { return }
        // The hidden folder may contain sets from a killed run.
        try empty(folder)
        if items.isEmpty { return }
        let path = "\(name)/\(Self.hidden.text)"
        guard mkdirat(folder.descriptor, Self.hidden.cString, 0o700) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: path, errno: errno)
        }
        guard case .folder(let gone) = try folder.inner(Self.hidden) else {
            throw .cannotCreate(path: path, errno: ENOTDIR)
        }
        for item in items {
            try cancellation.check()
            guard case .folder(let night) = try folder.inner(item.path[1]) else { continue }
            switch night.move(item.path[2], to: gone, as: item.path[2]) {
            case .success: reports += 1
            case .failure(let error): if error.number != ENOENT { failures.append((item, error)) }
            }
        }
        for day in Set(items.map { $0.path[1] }) {
            if case .folder(let night) = try folder.inner(day) { fsync(night.descriptor) }
            try ExpiredReports.removeDay(day, in: folder)
        }
        // The moves must be on disk before the files are deleted.
        guard fsync(gone.descriptor) == 0 else { throw .inputOutput(path: gone.path, errno: errno) }
        try empty(folder)
    }

    /// Removes the content of the hidden folder, except for foreign files.
    private func empty(_ folder: OpenFolder) throws(BatchError) {
        guard case .folder(let gone) = try folder.inner(Self.hidden) else { return }
        for name in try gone.names() {
            try cancellation.check()
            guard case .folder(let set) = try gone.inner(name), try ExpiredReports.holdsReportsOnly(set) else {
                continue
            }
            for file in try set.names() { unlinkat(set.descriptor, file.cString, 0) }
            unlinkat(gone.descriptor, name.cString, AT_REMOVEDIR)
        }
        unlinkat(folder.descriptor, Self.hidden.cString, AT_REMOVEDIR)
    }

    /// Removes empty folders of business days.
    func removeFolders(_ items: [ExpiredReports.Item]) throws(BatchError) {
        for item in items {
            guard case .folder(let folder) = try root.inner(item.path[0]) else { continue }
            try ExpiredReports.removeDay(item.path[1], in: folder)
        }
    }

    /// Removes expired archived files.
    mutating func removeFiles(_ items: [ExpiredReports.Item]) throws(BatchError) {
        for item in items {
            try cancellation.check()
            guard case .folder(let shelf) = try root.inner(item.path[0]),
                case .folder(let night) = try shelf.inner(item.path[1])
            else { continue }
            if unlinkat(night.descriptor, item.path[2].cString, 0) == 0 {
                files += 1
            } else if errno != ENOENT {
                failures.append((item, SystemError(number: errno)))
            }
            unlinkat(shelf.descriptor, item.path[1].cString, AT_REMOVEDIR)
        }
    }
}
