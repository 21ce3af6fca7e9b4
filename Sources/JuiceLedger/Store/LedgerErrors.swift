internal import GRDB
internal import Glibc
internal import JuiceBatch

/// Converts errors of SQLite and of the ledger to errors of this program.
struct LedgerErrors {
    private let path: String
    private let shownPath: String
    private let turn: LedgerWriteLock?
    private let cancellation: CancellationToken

    /// - Parameter turn: The write lock that this process holds; nil if it holds none.
    init(path: String, shownPath: String, turn: LedgerWriteLock?, _ cancellation: CancellationToken) {
        self.path = path
        self.shownPath = shownPath
        self.turn = turn
        self.cancellation = cancellation
    }

    /// Converts an error to one of this program; errors that do not come from a ledger are returned unchanged.
    func translated(_ error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError:
            do throws(BatchError) {
                // If a signal interrupted a wait, SQLite reports that the wait was in vain.
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
        // A statement does not match the tables, so they are not as the schema declares them.
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

    /// The error if SQLite cannot open a file, for which it gives no reason.
    private var cannotOpen: BatchError {
        // Another file is opened for the test, because closing a descriptor of the ledger would release all locks on
        // it.
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
