internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import Synchronization

/// The journal of a shift: a file of rows that a counter appends to, each of which is on disk before it is confirmed.
///
/// Processes coordinate by two locks on bytes of the file. A counter holds the *seat* as long as it runs, so a shift has at
/// most one counter. A process holds the *pen* while it appends to the journal or closes it, so that no row is appended
/// after those that the closing run applies. Both locks belong to the open file and end with its process.
final class ShiftLog: Sendable {
    /// The header of every shift log.
    static let header = Array((ReportHeader.shiftLog.joined(separator: ",") + "\n").utf8)
    /// The largest journal that a shift goes on with, in bytes.
    static let sizeMaxBytes = 1 << 30
    /// The maximum wait for the pen, and the time between two tries, in milliseconds.
    private static let (penWaitMs, pauseMs) = (10_000, 5)

    /// Bytes far behind all that is ever written.
    private enum LockedByte {
        static let seat = 0x4000_0000_0000
        static let pen = 0x4000_0000_0001
    }

    /// The real path of the shift log.
    let path: String
    let device: Int
    let inode: Int
    private let descriptor: Int32
    /// The number of bytes that are on disk and may be read.
    private let sizeBytes: Atomic<Int>

    /// Makes one in a folder: `DATE-1.csv`, or with the first number that is free.
    ///
    /// - Parameters:
    ///   - folder: its real path; made if it is missing.
    ///   - date: as in `2026-11-20`.
    convenience init(in folder: String, date: String) throws(BatchError) {
        try Self.makeFolder(folder)
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

    /// Opens the one of a shift.
    ///
    /// - Throws: `badShiftLog` where it is gone, or another file has its path.
    convenience init(of shift: OpenShift) throws(BatchError) {
        let opened = open(shift.shiftLog, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard opened >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw .badShiftLog(path: shift.shiftLog, fault: .missing)
            case ELOOP, ENXIO, EISDIR: throw .badShiftLog(path: shift.shiftLog, fault: .replaced)
            default: throw .inputOutput(path: shift.shiftLog, errno: errno)
            }
        }
        try self.init(descriptor: opened, path: shift.shiftLog)
        guard device == shift.device, inode == shift.inode else {
            throw .badShiftLog(path: path, fault: .replaced)
        }
    }

    /// Creates a shift log from an open descriptor, which it owns from now on.
    private init(descriptor: Int32, path: String) throws(BatchError) {
        self.descriptor = descriptor
        self.path = path
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = errno
            close(descriptor)
            throw .inputOutput(path: path, errno: reason)
        }
        device = Int(truncatingIfNeeded: status.st_dev)
        inode = Int(truncatingIfNeeded: status.st_ino)
        sizeBytes = Atomic(Int(status.st_size))
    }

    deinit {
        // As in `LedgerWriteLock`: a child process that was just made may have a copy of the descriptor.
        unlockByte(LockedByte.seat, of: descriptor)
        close(descriptor)
    }

    private static func makeFolder(_ folder: String) throws(BatchError) {
        if mkdir(folder, 0o755) == 0 {
            try syncFolder(ReportFolder.split(folder).parent, shownPath: folder)
        } else if errno != EEXIST {
            throw .cannotCreate(path: folder, errno: errno)
        }
    }
}

extension ShiftLog {
    /// Locks the shift log for this counter; false if another counter has it.
    func takeSeat() throws(BatchError) -> Bool {
        try lockByte(LockedByte.seat, of: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
    }

    /// Whether a counter has the seat.
    func isTaken() throws(BatchError) -> Bool {
        try isByteLocked(LockedByte.seat, of: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
    }

    /// Runs `body` while this process holds the pen, which is the lock for appending to the journal and for closing it.
    ///
    /// - Parameters:
    ///   - ledger: the path of the ledger in messages.
    ///   - cancellation: ends the wait for another process; nil waits until the time is up.
    /// - Throws: `ledgerBusy` where another process keeps the pen for longer than 10 seconds, besides what `body` throws.
    func withPen<Value>(
        in environment: Environment, ledger: String, cancellation: CancellationToken? = nil, _ body: () throws -> Value
    ) throws -> Value {
        var waitedMs = 0
        while try !lockByte(LockedByte.pen, of: descriptor).orThrow({ .inputOutput(path: path, errno: $0) }) {
            try cancellation?.check()
            guard waitedMs < Self.penWaitMs else { throw BatchError.ledgerBusy(path: ledger, holder: nil) }
            environment.wait(Self.pauseMs)
            waitedMs += Self.pauseMs
        }
        defer { unlockByte(LockedByte.pen, of: descriptor) }
        return try body()
    }

    /// Reads the bytes of the shift log.
    func read() throws(BatchError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .inputOutput(path: path, errno: errno) }
        let size = Int(status.st_size)
        guard size <= Self.sizeMaxBytes else { throw .inputOutput(path: path, errno: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < bytes.count {
            let count = try retryOnInterrupt {
                bytes.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress.map { $0 + done }, size - done, off_t(done))
                }
            }.orThrow { .inputOutput(path: path, errno: $0) }
            if count == 0 { throw .changedWhileRead(path: path) }
            done += count
        }
        sizeBytes.store(size, ordering: .relaxed)
        return bytes
    }

    /// Truncates the file to a size.
    func cut(to sizeBytes: Int) throws(BatchError) {
        guard ftruncate(descriptor, off_t(sizeBytes)) == 0, fsync(descriptor) == 0 else {
            throw .inputOutput(path: path, errno: errno)
        }
        self.sizeBytes.store(sizeBytes, ordering: .relaxed)
    }

    /// Appends rows, which are on disk when this returns.
    ///
    /// If it throws, the journal is as it was before, unless it says `inDoubt`.
    func append(_ rows: [UInt8]) throws(BatchError) {
        let failure: Int32
        switch writeAll(rows.span.bytes, to: descriptor) {
        case .success:
            if fdatasync(descriptor) == 0 {
                sizeBytes.add(rows.count, ordering: .relaxed)
                return
            }
            failure = errno
        case .failure(let error): failure = error.number
        }
        guard ftruncate(descriptor, off_t(sizeBytes.load(ordering: .relaxed))) == 0 else {
            throw .badShiftLog(path: path, fault: .inDoubt(errno: failure))
        }
        // Until this succeeds, the disk may hold more than the file does now. This process cannot do more about it.
        _ = fsync(descriptor)
        throw .inputOutput(path: path, errno: failure)
    }

    /// Removes the log if nothing has ever been booked in it.
    func removeIfEmpty() {
        if sizeBytes.load(ordering: .relaxed) == Self.header.count { unlink(path) }
    }

    /// The part of a name that a damaged shift log is set aside by.
    static let damagedMark = ".damaged"

    /// Moves a damaged shift log aside, with `damagedMark` in its name.
    ///
    /// - Returns: its new path.
    func setAside() throws(BatchError) -> String {
        var number = 1
        while true {
            let aside = path + Self.damagedMark + (number == 1 ? "" : ".\(number)")
            switch moveWithoutReplacing(path, to: aside) {
            case .success:
                try syncFolder(ReportFolder.split(aside).parent, shownPath: aside)
                return aside
            case .failure(let error) where error.number == EEXIST: number += 1
            case .failure(let error): throw .inputOutput(path: path, errno: error.number)
            }
        }
    }
}

/// A row of a counter's journal, cell by cell.
struct ShiftLogRow: Equatable {
    /// The local time of the booking, such as `2026-11-20 18:30:05`.
    let time: String
    let id: String
    let action: Action
    /// The juice or fruit, as the menu has it.
    let item: String
    let quantity: Int

    /// The longest id, in bytes.
    static let idBytesMax = 80
    /// The suffix of the id of a row that takes another one back.
    static let takingBackSuffix = "-back"

    /// Whether a text is an id that a counter gives: 8 … `idBytesMax` letters, digits and `-`.
    static func isID(_ text: some StringProtocol) -> Bool {
        (8...idBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D
            }
    }

    /// The row as its line in the journal.
    var line: [UInt8] {
        let cells = [time, id, action.name, item, String(quantity)]
        return csvRecord(cells.map { Array($0.utf8) }) + [Ascii.lineFeed]
    }
}

extension ShiftLogRow {
    /// The row that a line of a journal is.
    ///
    /// - Parameter cells: of the line; nil is what a counter has not written so.
    init?(line: [UInt8], cells: [[UInt8]]) {
        let words = cells.map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 5, let action = Action.allCases.first(where: { $0.name == words[2] }),
            let quantity = Int(words[4])
        else { return nil }
        self.init(time: words[0], id: words[1], action: action, item: words[3], quantity: quantity)
        // Whatever else it says, what it says so is written in one way only.
        guard line == self.line, hasGoodTime, hasGoodID else { return nil }
    }

    private var hasGoodTime: Bool {
        let parts = time.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, CalendarDay(String(parts[0])) != nil else { return false }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        return clock.count == 3
            && zip(clock, [23, 59, 60]).allSatisfy { digits, most in
                digits.utf8.count == 2 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                    && Int(digits).map { $0 <= most } == true
            }
    }

    private var hasGoodID: Bool {
        Self.isID(id.hasSuffix(Self.takingBackSuffix) ? id.dropLast(Self.takingBackSuffix.count) : id[...])
    }
}
