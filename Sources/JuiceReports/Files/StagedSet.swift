internal import Glibc
package import JuiceBatch

extension StagedSet {
    private var parent: String { ReportFolder.split(target).parent }

    /// Puts the set in the target's place; if this throws, the earlier set is unchanged.
    ///
    /// The result is true if nothing is left to do. Otherwise, until `complete` is called, a power cut may put the
    /// earlier set back, or that set still exists in the staging folder.
    package func move(on disk: some ReportDisk, shownTarget: String, durable: Bool) throws(BatchError) -> Bool {
        try putInPlace(on: disk, shownTarget: shownTarget)
        guard !durable || (try? disk.sync(parent)) != nil else { return false }
        return (try? removeEarlierSet(on: disk)) ?? false
    }

    /// Puts the set of an interrupted run in place, or finishes doing so; it can be repeated.
    ///
    /// The caller must hold the write lock of the run's ledger, given by its real path. Only folders are changed whose
    /// path, device, inode and content identify them as this set or as the set that it has replaced.
    package func complete(on disk: some ReportDisk, run: Int, ledger: String) throws(BatchError) -> ReportsState {
        guard hasStagingName(ledger: ledger) else { return .missing(target: target) }
        do {
            if try !disk.entry(at: target).identifies(identity) {
                guard case .folder(identity, let foreignEntries) = try disk.entry(at: staging) else {
                    return .missing(target: target)
                }
                guard foreignEntries.isEmpty else { return try moveBeside(on: disk, run: run) }
                try putInPlace(on: disk, shownTarget: target)
            }
            try disk.sync(parent)
            try removeEarlierSet(on: disk)
            return .inPlace
        } catch {
            guard error.isAboutTarget else { throw error }
            return try moveBeside(on: disk, run: run)
        }
    }

    /// Whether both paths have the form of this ledger's runs; otherwise, a manipulated ledger could move any folder.
    private func hasStagingName(ledger: String) -> Bool {
        let (folder, name) = ReportFolder.split(staging)
        let (targetFolder, targetName) = ReportFolder.split(target)
        let components = target.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard target.hasPrefix("/"), !components.contains(where: { ["", ".", ".."].contains($0) }),
            folder == targetFolder, staging == folder + "/" + name
        else { return false }
        let prefix = ReportFolder.stagingPrefix(of: targetName, ledger: ledger)
        return name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + ReportFolder.stagingSuffixLength
    }

    /// Moves the set to the target's place; the earlier set may remain in the staging folder.
    private func putInPlace(on disk: some ReportDisk, shownTarget: String) throws(BatchError) {
        // Another process may create or remove a set at the target meanwhile, so the attempt is repeated.
        for _ in 0..<100 {
            switch try disk.entry(at: target) {
            case .nothing: if try disk.move(staging, to: target) { return }
            case .folder(_, let foreignEntries):
                if let foreignEntry = foreignEntries.first {
                    throw .foreignOutput(path: shownTarget, entry: foreignEntry)
                }
                if try disk.exchange(staging, with: target) { return }
                // One of the folders is gone. If the set still exists, it is the target, and the set is moved next.
                guard try disk.entry(at: staging).identifies(identity) else {
                    throw .inputOutput(path: shownTarget, errno: ENOENT)
                }
            case .other: throw .cannotCreate(path: shownTarget, errno: ENOTDIR)
            }
        }
        throw .cannotCreate(path: shownTarget, errno: EBUSY)
    }

    /// Removes the earlier set, which this set has replaced, and returns whether it is removed.
    ///
    /// Other files, which another process put into it just before the exchange, are moved to this set's folder.
    @discardableResult
    private func removeEarlierSet(on disk: some ReportDisk) throws(BatchError) -> Bool {
        let found = try disk.entry(at: staging)
        guard case .folder(let earlier, let foreignEntries) = found else {
            // A file that was created at the target just before the exchange gets a visible name.
            if found == .other { _ = try moveStaged(to: "\(target).displaced", on: disk) }
            return true
        }
        if (earlier.device, earlier.inode) == (identity.device, identity.inode) { return true }
        for name in foreignEntries { _ = try disk.move("\(staging)/\(name)", to: "\(target)/\(name)") }
        try disk.removeSet(at: staging, earlier)
        return try disk.entry(at: staging) == .nothing
    }

    private func moveBeside(on disk: some ReportDisk, run: Int) throws(BatchError) -> ReportsState {
        var path: String?
        do {
            path = try moveStaged(to: "\(target).run-\(run)", on: disk)
        } catch {
            guard error.isAboutTarget else { throw error }
        }
        // If no name is free, the set stays in the staging folder, and its path is reported.
        guard let path else { return .beside(staging) }
        try disk.sync(parent)
        return .beside(path)
    }

    /// Moves the staged entry to the first free path of `path`, `path.2`, `path.3`, and so on; nil if there is none.
    private func moveStaged(to path: String, on disk: some ReportDisk) throws(BatchError) -> String? {
        for number in 1...1000 {
            let free = number == 1 ? path : "\(path).\(number)"
            if try disk.move(staging, to: free) { return free }
        }
        return nil
    }
}

extension BatchError {
    /// Whether an error is about the target itself, and a later attempt would have the same result.
    fileprivate var isAboutTarget: Bool {
        switch self {
        case .foreignOutput: true
        case .cannotCreate(_, let errno), .inputOutput(_, let errno):
            [EACCES, EPERM, EEXIST, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EXDEV, ENOTEMPTY, EBUSY].contains(errno)
        default: false
        }
    }
}
