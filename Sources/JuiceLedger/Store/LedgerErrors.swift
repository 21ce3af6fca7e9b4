internal import GRDB
internal import Glibc
internal import JuiceBatch

/// The conversion of SQLite's errors and of the ledger's own to errors of this program.
struct LedgerErrors {
    private let path: String
    private let shownPath: String
    private let turn: LedgerWriteLock?
    private let cancellation: CancellationToken

    /// - Parameter turn: of this process, if it has one.
    init(path: String, shownPath: String, turn: LedgerWriteLock?, _ cancellation: CancellationToken) {
        self.path = path
        self.shownPath = shownPath
        self.turn = turn
        self.cancellation = cancellation
    }

    /// The error as an error of this program; errors that do not come from a ledger stay as they are.
    func translated(_ error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError:
            do throws(BatchError) {
                // A wait that was cut short shows as one that was in vain.
                try cancellation.check()
            } catch {
                return error
            }
            return translated(error)
        case is RowDecodingError, is LedgerCorruption: return BatchError.badLedger(path: shownPath, fault: .damaged)
        case let fault as LedgerError: return BatchError.badLedger(path: shownPath, fault: fault)
        default: return error
        }
    }

    private func translated(_ error: DatabaseError) -> BatchError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            .ledgerBusy(path: shownPath, holder: holder)
        case .SQLITE_NOTADB: .badLedger(path: shownPath, fault: .notADatabase)
        case .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_MISMATCH: .badLedger(path: shownPath, fault: .damaged)
        case .SQLITE_CONSTRAINT:
            .unsoundLedger(path: shownPath, findings: [.contradiction(error.message ?? "\(error.resultCode)")])
        // A statement that does not fit the tables: they are not what their statements in the schema say.
        case .SQLITE_ERROR, .SQLITE_SCHEMA: .badLedger(path: shownPath, fault: .damaged)
        case .SQLITE_FULL: .inputOutput(path: shownPath, errno: ENOSPC)
        case .SQLITE_NOMEM: .inputOutput(path: shownPath, errno: ENOMEM)
        case .SQLITE_TOOBIG, .SQLITE_NOLFS: .inputOutput(path: shownPath, errno: EFBIG)
        case .SQLITE_IOERR: .inputOutput(path: shownPath, errno: EIO)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .cannotCreate(path: shownPath, errno: EACCES)
        case .SQLITE_CANTOPEN: cannotOpen
        default: .invariant("\(error)")
        }
    }

    /// SQLite does not say why it could open nothing.
    private var cannotOpen: BatchError {
        // Of another file: closing one of the ledger's would give up all locks on it.
        let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard other >= 0 else { return .inputOutput(path: shownPath, errno: errno) }
        close(other)
        return .cannotCreate(path: shownPath, errno: ENOENT)
    }

    private var holder: Int32? {
        turn.map { LedgerWriteLock.process(writingTo: $0.descriptor) } ?? LedgerWriteLock.process(writingTo: path)
    }
}

/// A value in a ledger that this program never writes.
package struct LedgerCorruption: Error {
    /// The description of the damage.
    package let text: String
}
