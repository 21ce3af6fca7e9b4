internal import Glibc
package import JuiceBatch

/// A report set that is written in full and waits to take its target's place.
package struct StagedSet: Sendable, Hashable {
    /// The folder that holds it; afterwards, for a moment, the set that it replaces.
    package let staging: String
    /// The real path of the folder that the set replaces.
    package let target: String
    /// The identity of the set, wherever it has been moved.
    package let identity: SetIdentity

    package init(staging: String, target: String, identity: SetIdentity) {
        self.staging = staging
        self.target = target
        self.identity = identity
    }

    private var parent: String { ReportFolder.split(target).parent }

    /// Moves the set to the target's place.
    ///
    /// If it throws, the earlier set is still there.
    ///
    /// - Parameters:
    ///   - shownTarget: the target as the user named it.
    ///   - durable: whether to wait until the disk has it.
    /// - Returns: whether nothing is left to do. If not, the set is in place, but may not survive a power cut or has
    ///   left the earlier one behind, until `complete`.
    package func place(on disk: some ReportDisk, shownTarget: String, durable: Bool) throws(BatchError) -> Bool {
        try put(on: disk, shownTarget: shownTarget)
        guard !durable || (try? disk.sync(parent)) != nil else { return false }
        return (try? clearEarlier(on: disk)) ?? false
    }

    /// Finishes putting the set in place for the interrupted run that staged it; idempotent.
    ///
    /// The caller must have the turn of the run's ledger, so that no other process works on the set. Only folders are
    /// touched that place, name, device, inode and content identify as this set or as the set that it has displaced.
    ///
    /// - Parameters:
    ///   - run: the number of the run, for the name of a folder that has to stand beside its place.
    ///   - ledger: the real path of the run's ledger.
    package func complete(on disk: some ReportDisk, run: Int, ledger: String) throws(BatchError) -> ReportsState {
        guard hasOurName(ledger: ledger) else { return .lost(target: target) }
        do {
            if try disk.look(at: target).holds(identity) {
                try disk.sync(parent)
                try clearEarlier(on: disk)
                return .inPlace
            }
            guard case .folder(identity, let strangers) = try disk.look(at: staging) else {
                return .lost(target: target)
            }
            guard strangers.isEmpty else { return try putBeside(on: disk, run: run) }
            try put(on: disk, shownTarget: target)
            try disk.sync(parent)
            try clearEarlier(on: disk)
            return .inPlace
        } catch {
            guard error.isAboutPlace else { throw error }
            return try putBeside(on: disk, run: run)
        }
    }

    /// Whether both paths have the form that a run of this ledger gives them.
    ///
    /// Without this check, a manipulated ledger could have any folder moved or removed.
    private func hasOurName(ledger: String) -> Bool {
        let (folder, name) = ReportFolder.split(staging)
        let (targetFolder, targetName) = ReportFolder.split(target)
        let components = target.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard target.hasPrefix("/"), !components.contains(where: { ["", ".", ".."].contains($0) }),
            folder == targetFolder, staging == folder + "/" + name
        else { return false }
        let prefix = ReportFolder.stagingPrefix(of: targetName, ledger: ledger)
        return name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + ReportFolder.stagingSuffixLength
    }

    /// Moves the set to the target's place, whatever is left behind.
    private func put(on disk: some ReportDisk, shownTarget: String) throws(BatchError) {
        // Another process may put a set into the same place meanwhile, or remove one: then try again.
        for _ in 0..<100 {
            switch try disk.look(at: target) {
            case .nothing:
                if try disk.move(staging, to: target) { return }
            case .folder(_, let strangers):
                if let stranger = strangers.first { throw .outputNotOurs(path: shownTarget, entry: stranger) }
                if try disk.exchange(staging, with: target) { return }
                // Either is gone: the target if the set is still there.
                guard try disk.look(at: staging).holds(identity) else {
                    throw .inputOutput(path: shownTarget, errno: ENOENT)
                }
            case .other: throw .cannotCreate(path: shownTarget, errno: ENOTDIR)
            }
        }
        throw .cannotCreate(path: shownTarget, errno: EBUSY)
    }

    /// Removes the earlier set, which this set has displaced.
    ///
    /// Other files that another process put into that folder just before the exchange are moved to the new folder.
    ///
    /// - Returns: whether the earlier set is gone.
    @discardableResult
    private func clearEarlier(on disk: some ReportDisk) throws(BatchError) -> Bool {
        guard case .folder(let earlier, let strangers) = try disk.look(at: staging) else {
            try uncover(on: disk)
            return true
        }
        if earlier.isSameFolder(as: identity) { return true }
        for name in strangers { _ = try disk.move("\(staging)/\(name)", to: "\(target)/\(name)") }
        try disk.removeSet(at: staging, earlier)
        return try disk.look(at: staging) == .nothing
    }

    /// Moves a file out of the staging path to a visible name beside the target.
    ///
    /// Such a file was created at the target's path just before the exchange, which gave it the hidden staging name.
    private func uncover(on disk: some ReportDisk) throws(BatchError) {
        guard try disk.look(at: staging) == .other else { return }
        for number in 1...1000 {
            let path = "\(target).displaced" + (number == 1 ? "" : ".\(number)")
            if try disk.move(staging, to: path) { return }
        }
    }

    /// Moves the set to a path of its own, beside the one where it cannot be.
    private func putBeside(on disk: some ReportDisk, run: Int) throws(BatchError) -> ReportsState {
        for number in 1...1000 {
            let path = "\(target).run-\(run)" + (number == 1 ? "" : ".\(number)")
            do {
                guard try disk.move(staging, to: path) else { continue }
            } catch {
                guard error.isAboutPlace else { throw error }
                break
            }
            try disk.sync(parent)
            return .beside(path)
        }
        // Better where only its name is told than nowhere.
        return .beside(staging)
    }
}

extension BatchError {
    /// Whether the same would be said tomorrow, since it is about the place and not about the disk's day.
    fileprivate var isAboutPlace: Bool {
        switch self {
        case .outputNotOurs: true
        case .cannotCreate(_, let errno), .inputOutput(_, let errno):
            [EACCES, EPERM, EEXIST, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EXDEV, ENOTEMPTY, EBUSY].contains(errno)
        default: false
        }
    }
}
