internal import GRDB

/// A connection to a ledger's file, closed when nobody holds it any more.
final class LedgerConnection: Sendable {
    let queue: DatabaseQueue

    init(path: String, configuration: Configuration) throws {
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
