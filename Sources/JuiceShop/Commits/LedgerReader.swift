internal import Glibc
internal import JuiceBatch
internal import JuiceLedger

/// A ledger that is asked again and again over one connection, as long as its path names the same file.
///
/// It is for one thread at a time.
final class LedgerReader: Sendable {
    /// An open ledger, and which file it is.
    private struct Held {
        let ledger: Ledger
        let identity: FileIdentity
    }

    private let file: LedgerFile
    private let held = Guarded<Held?>(nil)

    /// A reader of a ledger; it is not opened yet.
    init(_ file: LedgerFile) {
        self.file = file
    }

    /// Runs `body` on what the ledger holds at this moment; `body` must not write.
    func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        do {
            return try ledger().read(body)
        } catch {
            // What is wrong may be wrong with the connection.
            held.withLock { $0 = nil }
            throw error
        }
    }

    private func ledger() throws -> Ledger {
        let before = try identity()
        if let held = held.withLock({ $0 }), held.identity.isSameFile(as: before) {
            held.ledger.renewPatience()
            return held.ledger
        }
        let ledger = try file.open(.read)
        // SQLite opens by path: only if that has named the same file all the while is it known which one is open.
        guard try identity().isSameFile(as: before) else { return ledger }
        held.withLock { $0 = Held(ledger: ledger, identity: before) }
        return ledger
    }

    private func identity() throws(BatchError) -> FileIdentity {
        var status = stat()
        guard stat(file.realPath, &status) == 0 else { throw .unreadable(path: file.shownPath, errno: errno) }
        return FileIdentity(status)
    }
}
