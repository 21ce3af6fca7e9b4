internal import CSQLite
internal import GRDB

/// A connection to a ledger's file, closed when nobody holds it any more.
final class LedgerConnection: Sendable {
    let queue: DatabaseQueue

    // Two nights of a chain side by side took a third less time for it. Where SQLite is at work already, it goes on as it is.
    private static let memoryStatus = disable_memory_status()

    init(path: String, configuration: Configuration) throws {
        _ = Self.memoryStatus
        queue = try DatabaseQueue(path: path, configuration: configuration)
        // Dispatch gives up a queue on a thread of its own, and waits for ever where none can be made; so it is never
        // given up. It is some hundred bytes.
        _ = Unmanaged.passRetained(queue)
    }

    deinit {
        close()
    }

    /// Gives up the file and all locks on it; may be done twice.
    func close() {
        try? queue.close()
    }
}
