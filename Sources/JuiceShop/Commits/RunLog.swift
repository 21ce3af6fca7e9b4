internal import CSV
internal import Glibc
package import JuiceBatch
package import JuiceLedger
internal import JuiceReports

/// The run log of a ledger: a text file beside it, `LEDGER.runs`, that lists the runs the ledger must have.
///
/// The file is JSON Lines in UTF-8: one line with a line feed for each committed run, in the order of the run numbers,
/// which start at 1. Lines are only appended, and are synced to disk, after the run has committed and its reports are
/// in place. The ledger stores the content of each line in the run's own transaction, covered by the digest of the run,
/// so that missing lines at the end, or all lines, can be restored from it.
///
/// A line is `{"check": "…", "run": N, "digest": "…", ` + the members of the run's `Content` + `}`. `check` is the first
/// 16 hex digits of the SHA-256 of all bytes of the line after these digits. `digest` is that of the run in the ledger
/// (`RunContent.digest`), which also covers all earlier runs.
package struct RunLog {
    /// The valid part of the log.
    package struct Extent: Sendable, Equatable {
        /// The number of lines, each of which belongs to a run of the ledger.
        let lines: Int
        let bytes: Int
        /// The size of the file in bytes; larger than `bytes` if its last line is incomplete.
        let fileBytes: Int
        /// The identity of the file after lines were appended, which later changes change; nil if none were appended.
        var identity: FileIdentity?
    }

    private static let (digestDigits, checkDigits) = (64, 16)
    private static let checkStart = Array(#"{"check": ""#.utf8)
    /// The range of the check in each line.
    private static let check = checkStart.count..<(checkStart.count + checkDigits)
    private static let digestEnd = Array(#"", "#.utf8)

    private let shownLedger: String
    private let ledger: String
    private let isRestoring: Bool

    /// Creates the run log beside a ledger, which lacks later runs of it while being restored.
    package init(beside ledger: String, shownLedger: String, isRestoring: Bool = false) {
        (self.ledger, self.shownLedger, self.isRestoring) = (ledger, shownLedger, isRestoring)
    }

    /// The real path of the file.
    package var path: String { Self.path(beside: ledger) }
    /// The path of the file in messages.
    package var shownPath: String { Self.path(beside: shownLedger) }
    static func path(beside ledger: String) -> String { ledger + ".runs" }

    /// Reads all runs of the log; throws `badLedger` if a line is damaged or has unknown content.
    func runs() throws -> [LoggedRun] {
        var runs: [LoggedRun] = []
        var menus: [String: String] = [:]
        _ = try scan { run, digest, line in
            let text = "{" + String(decoding: line[(digest.upperBound + Self.digestEnd.count)...], as: UTF8.self)
            guard var content = Content(text: text) else { throw damaged(run) }
            if let sha256 = content.menuSHA256 {
                guard let menu = content.menu ?? menus[sha256] else { throw damaged(run) }
                content.menu = menu
                menus[sha256] = menu
            }
            let runDigest = String(decoding: line[digest], as: UTF8.self)
            runs.append(LoggedRun(number: run, digest: runDigest, text: text, content: content))
        }
        return runs
    }

    /// Checks that the ledger has the runs of its log, which may lack lines at the end; throws `badLedger` with
    /// `stale`, `damagedLog` or `restoring`.
    package func check(_ snapshot: LedgerSnapshot) throws { _ = try extent(snapshot) }

    /// Appends the lines of the runs that the log lacks, after cutting off an incomplete last line, and returns the
    /// valid part of the log.
    ///
    /// A log that has not changed since the ledger's last run is not read again; its digests are compared all the same.
    /// The part of an earlier result under the same write lock (`checked`) is not checked again.
    ///
    /// - Throws: the errors of `check`; `cannotCreate` or `inputOutput` if the log cannot be written.
    package func extend(_ snapshot: LedgerSnapshot, checked: Extent? = nil) throws -> Extent {
        let extent = try checked ?? unchangedExtent(snapshot) ?? extent(snapshot)
        let last = try snapshot.lastRun()
        if extent.lines >= last && extent.bytes == extent.fileBytes {
            // Without its line in the log, the run that follows could be lost unnoticed.
            if access(path, W_OK) != 0 && errno != ENOENT {
                throw BatchError.cannotCreate(path: shownPath, errno: errno)
            }
            return extent
        }
        let text = try snapshot.logContents(after: extent.lines).map { run, content in
            let rest = #"", "run": \#(run), "digest": "\#(try snapshot.digest(of: run))", "# + content.dropFirst()
            return #"{"check": ""# + SHA256.hex(of: rest).prefix(Self.checkDigits) + rest + "\n"
        }.joined()
        let identity = try append(Array(text.utf8), at: extent)
        let bytes = extent.bytes + text.utf8.count
        return Extent(lines: last, bytes: bytes, fileBytes: bytes, identity: identity)
    }

    /// Throws `badLedger` with `restoring` if a backup has replaced the ledger and later runs are still to be applied.
    package func refuseUnfinishedRestore() throws(BatchError) {
        guard !isRestoring, let backup = try restoreMarker.restoreContent()?.backup else { return }
        throw .badLedger(path: shownLedger, error: .restoring(backup: backup))
    }

    var restoreMarker: LedgerCompanion {
        LedgerCompanion(beside: ledger, shownLedger: shownLedger, suffix: ".restore")
    }

    /// Throws `irregularFile` for a link, to whose target no lines are appended, and for a pipe, which might never end.
    private func refuseIrregularFile() throws(BatchError) {
        guard let status = fileStatus(path, followsLink: false), !status.isRegularFile else { return }
        throw .badLedger(path: shownLedger, error: .irregularFile(path: shownPath))
    }

    /// Reads the file, with errors that name the log; nil if there is no file.
    func content() throws(BatchError) -> [UInt8]? {
        try refuseIrregularFile()
        do throws(BatchError) {
            return try readSmallFile(path, sizeBytesMax: growingFileBytesMax, cancellation: CancellationToken())
        } catch .unreadable(_, ENOENT) {
            return nil
        } catch .unreadable(_, let errno) where errno != EIO {
            throw .unreadable(path: shownPath, errno: errno)
        } catch {
            throw .inputOutput(path: shownPath, errno: error.systemErrno ?? EIO)
        }
    }

    /// The valid part of the log if the file and the digests are those of the ledger's last run; nil otherwise.
    private func unchangedExtent(_ snapshot: LedgerSnapshot) throws -> Extent? {
        try refuseUnfinishedRestore()
        try refuseIrregularFile()
        guard !isRestoring, let checked = try snapshot.checkedLog(), let status = fileStatus(path),
            FileIdentity(status) == checked.identity,
            try SHA256.hex(of: snapshot.digests().prefix(checked.lines * Self.digestDigits)) == checked.digestsSHA256
        else { return nil }
        let bytes = checked.identity.sizeBytes
        return Extent(lines: checked.lines, bytes: bytes, fileBytes: bytes)
    }

    /// Checks the whole log against the ledger, and returns its valid part.
    private func extent(_ snapshot: LedgerSnapshot) throws -> Extent {
        try refuseUnfinishedRestore()
        let digests = try snapshot.digests()
        let last = digests.count / Self.digestDigits
        return try scan { run, digest, line in
            if run > last && isRestoring { return }
            guard run <= last,
                digests[((run - 1) * Self.digestDigits)..<(run * Self.digestDigits)].elementsEqual(line[digest])
            else { throw BatchError.badLedger(path: shownLedger, error: .stale(run: run, log: shownPath)) }
        }
    }

    /// Visits the complete lines of the file, with the range of the digest in each, and returns their extent.
    private func scan(
        _ visit: (_ run: Int, _ digest: Range<Int>, _ line: ByteView) throws -> Void
    ) throws -> Extent {
        guard let content = try content() else { return Extent(lines: 0, bytes: 0, fileBytes: 0) }
        let sha256 = SHA256()
        var (run, start) = (1, 0)
        try content.withView { bytes in
            while let end = firstOffset(of: UInt8(ascii: "\n"), in: bytes, from: start) {
                let line = ByteView(rebasing: bytes[start..<end])
                let digestStart = Array(#"", "run": \#(run), "digest": ""#.utf8)
                let digestOffset = Self.check.upperBound + digestStart.count
                let digest = digestOffset..<(digestOffset + Self.digestDigits)
                guard line.contains(Self.checkStart, at: 0), line.contains(digestStart, at: Self.check.upperBound),
                    line.contains(Self.digestEnd, at: digest.upperBound),
                    case let rest = ByteView(rebasing: line[Self.check.upperBound...]),
                    sha256.begins(with: ByteView(rebasing: line[Self.check]), of: rest)
                else { throw damaged(run) }
                try visit(run, digest, line)
                run += 1
                start = end + 1
            }
        }
        return Extent(lines: run - 1, bytes: start, fileBytes: content.count)
    }

    private func damaged(_ line: Int) -> BatchError {
        .badLedger(path: shownLedger, error: .damagedLog(log: shownPath, line: line))
    }

    /// Appends bytes, syncs the file, and returns its identity; nil if the file system cannot show each change.
    private func append(_ bytes: [UInt8], at extent: Extent) throws(BatchError) -> FileIdentity? {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let file = try retryOnInterrupt { open(path, flags, 0o644) }
            .orThrow { .cannotCreate(path: shownPath, errno: $0) }
        defer { close(file) }
        do throws(BatchError) {
            if extent.fileBytes > extent.bytes { try call { ftruncate(file, off_t(extent.bytes)) } }
            _ = try writeAll(bytes.span, to: file, at: extent.bytes)
                .orThrow { .inputOutput(path: shownPath, errno: $0) }
            let identity = markModified(file)
            try call { fsync(file) }
            if extent.fileBytes == 0 { try syncParent(of: path, shownPath: shownPath) }
            return identity
        } catch {
            // Cuts off the incomplete line; if that fails, the next opening does it.
            _ = ftruncate(file, off_t(extent.bytes))
            throw error
        }
    }

    /// Gives a file a modification time with a random fraction of a second, and returns its identity.
    ///
    /// File systems take times from a clock that stands still for some milliseconds, during which a later write would
    /// not change the file's time.
    private func markModified(_ file: Int32) -> FileIdentity? {
        let time = timespec(tv_sec: clockNs() / 1_000_000_000, tv_nsec: Int.random(in: 1..<1_000_000_000))
        guard setTimes(of: file, to: time) == 0, let status = fileStatus(of: file),
            status.st_mtim.tv_sec == time.tv_sec, status.st_mtim.tv_nsec == time.tv_nsec
        else { return nil }
        return FileIdentity(status)
    }

    /// Calls a system function again until no signal interrupts it.
    private func call(_ body: () -> Int32) throws(BatchError) {
        _ = try retryOnInterrupt { body() }.orThrow { .inputOutput(path: shownPath, errno: $0) }
    }
}
