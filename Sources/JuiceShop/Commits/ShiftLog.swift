internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// The shift log: a CSV file to which the counter appends one row for each booking.
///
/// A booking is confirmed only after its row is on disk. Processes coordinate by two locks on bytes of the file. A
/// counter holds the counter lock as long as it runs, so a shift has at most one counter. A process holds the append
/// lock while it appends to the shift log or closes it, so that no row is appended after those that the closing run
/// applies. Both locks belong to the open file and end with the process.
final class ShiftLog: Sendable {
    static let header = Array((ReportHeader.shiftLog.joined(separator: ",") + "\n").utf8)
    /// The name of the folder of shift logs beside a ledger, unless the user has chosen another one.
    static let folderName = "journal"
    /// The maximum wait for the append lock, and the interval between two attempts, in milliseconds.
    private static let (appendWaitMs, pauseMs) = (10_000, 5)

    /// The offsets of the bytes that are locked, far beyond the end of any shift log.
    private static let (counterLock, appendLock) = (0x4000_0000_0000, 0x4000_0000_0001)

    let path: String
    let device: Int
    let inode: Int
    private let descriptor: Int32
    private let sizeBytes: Atomic<Int>

    /// Creates a shift log named `DATE-1.csv`, or with the first free number, in a folder that is created if missing.
    convenience init(in folder: String, date: String) throws(BatchError) {
        if mkdir(folder, 0o755) == 0 {
            try syncParent(of: folder, shownPath: folder)
        } else if errno != EEXIST {
            throw .cannotCreate(path: folder, errno: errno)
        }
        var number = 1
        while true {
            let path = "\(folder)/\(date)-\(number).csv"
            let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
            if made < 0 {
                guard errno == EEXIST else { throw .cannotCreate(path: path, errno: errno) }
                number += 1
                continue
            }
            try self.init(descriptor: made, path: path)
            do throws(BatchError) {
                try append(Self.header)
                try syncFolder(folder, shownPath: folder)
            } catch {
                unlink(path)
                throw error
            }
            return
        }
    }

    /// Opens the log of an open shift; throws `badShiftLog` if it is missing or another file has its path.
    convenience init(of shift: OpenShift) throws(BatchError) {
        let opened = open(shift.shiftLog, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard opened >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw .badShiftLog(path: shift.shiftLog, error: .missing)
            case ELOOP, ENXIO, EISDIR: throw .badShiftLog(path: shift.shiftLog, error: .replaced)
            default: throw .inputOutput(path: shift.shiftLog, errno: errno)
            }
        }
        try self.init(descriptor: opened, path: shift.shiftLog)
        guard device == shift.device, inode == shift.inode else {
            throw .badShiftLog(path: path, error: .replaced)
        }
    }

    /// Creates a shift log from an open descriptor, and takes ownership of the descriptor.
    private init(descriptor: Int32, path: String) throws(BatchError) {
        self.descriptor = descriptor
        self.path = path
        guard let status = fileStatus(of: descriptor) else {
            let reason = errno
            close(descriptor)
            throw .inputOutput(path: path, errno: reason)
        }
        device = Int(truncatingIfNeeded: status.st_dev)
        inode = Int(truncatingIfNeeded: status.st_ino)
        sizeBytes = Atomic(Int(status.st_size))
    }

    deinit {
        // As in `LedgerWriteLock`: a child process that was just started may hold a copy of the descriptor.
        unlockByte(Self.counterLock, of: descriptor)
        close(descriptor)
    }

    /// Acquires the counter lock, which ends with the process; returns false if another process holds it.
    func lockForCounter() throws(BatchError) -> Bool {
        try lockByte(Self.counterLock, of: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
    }

    /// Whether a process holds the counter lock.
    func isLocked() throws(BatchError) -> Bool {
        try isByteLocked(Self.counterLock, of: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
    }

    /// Runs `body` while this process holds the lock for appending to the shift log and for closing it.
    ///
    /// - Throws: `ledgerBusy` if another process keeps the lock for longer than 10 seconds, and errors of `body` and of
    ///   `cancellation`.
    func withAppendLock<Value>(
        in environment: Environment, ledger: String, cancellation: CancellationToken? = nil, _ body: () throws -> Value
    ) throws -> Value {
        var waitedMs = 0
        while try !lockByte(Self.appendLock, of: descriptor).orThrow({ .inputOutput(path: path, errno: $0) }) {
            try cancellation?.check()
            guard waitedMs < Self.appendWaitMs else { throw BatchError.ledgerBusy(path: ledger) }
            environment.wait(Self.pauseMs)
            waitedMs += Self.pauseMs
        }
        defer { unlockByte(Self.appendLock, of: descriptor) }
        return try body()
    }

    func read() throws(BatchError) -> [UInt8] {
        let size = Int(try status().st_size)
        guard size <= growingFileBytesMax else { throw .inputOutput(path: path, errno: EFBIG) }
        var buffer = ByteBuffer()
        while buffer.count < size {
            let count = try retryOnInterrupt {
                appendBytes(from: descriptor, at: buffer.count, count: size - buffer.count, to: &buffer)
            }.orThrow { .inputOutput(path: path, errno: $0) }
            if count == 0 { throw .changedWhileRead(path: path) }
        }
        sizeBytes.store(size, ordering: .relaxed)
        return Array(buffer.bytes)
    }

    func truncate(to sizeBytes: Int) throws(BatchError) {
        guard ftruncate(descriptor, off_t(sizeBytes)) == 0, fsync(descriptor) == 0 else {
            throw .inputOutput(path: path, errno: errno)
        }
        self.sizeBytes.store(sizeBytes, ordering: .relaxed)
    }

    /// Appends rows, which are on disk when this returns; an error other than `appendUnknown` leaves the log unchanged.
    ///
    /// - Throws: `badShiftLog` if the file was deleted or its size is not that of the rows written so far.
    func append(_ rows: [UInt8]) throws(BatchError) {
        let status = try status()
        guard status.st_nlink > 0 else { throw .badShiftLog(path: path, error: .missing) }
        guard Int(status.st_size) == sizeBytes.load(ordering: .relaxed) else {
            throw .badShiftLog(path: path, error: .changed)
        }
        let failure: Int32
        switch writeAll(rows.span, to: descriptor) {
        case .success:
            if fdatasync(descriptor) == 0 {
                sizeBytes.add(rows.count, ordering: .relaxed)
                return
            }
            failure = errno
        case .failure(let error): failure = error.number
        }
        guard ftruncate(descriptor, off_t(sizeBytes.load(ordering: .relaxed))) == 0 else {
            throw .badShiftLog(path: path, error: .appendUnknown(errno: failure))
        }
        // The rows were cut off, but until this sync succeeds the disk may hold them; nothing more can be done.
        _ = fsync(descriptor)
        throw .inputOutput(path: path, errno: failure)
    }

    /// Throws `badShiftLog` if the file is shorter than the rows written so far.
    func checkLength() throws(BatchError) {
        guard Int(try status().st_size) >= sizeBytes.load(ordering: .relaxed) else {
            throw .badShiftLog(path: path, error: .changed)
        }
    }

    private func status() throws(BatchError) -> stat {
        guard let status = fileStatus(of: descriptor) else { throw .inputOutput(path: path, errno: errno) }
        return status
    }

    func removeIfEmpty() {
        if sizeBytes.load(ordering: .relaxed) == Self.header.count { unlink(path) }
    }

    static let damagedSuffix = ".damaged"

    /// Renames a damaged shift log, adding `damagedSuffix` and perhaps a number to its name; returns the new path.
    func setAside() throws(BatchError) -> String {
        var number = 1
        while true {
            let aside = path + Self.damagedSuffix + (number == 1 ? "" : ".\(number)")
            switch moveWithoutReplacing(path, to: aside) {
            case .success:
                try syncParent(of: aside, shownPath: aside)
                return aside
            case .failure(let error) where error.number == EEXIST: number += 1
            case .failure(let error): throw .inputOutput(path: path, errno: error.number)
            }
        }
    }
}
