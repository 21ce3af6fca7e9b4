import Foundation
import JuiceBatch
import JuiceLedger
import TestSupport
import Testing

/// The ledger file and its write lock.
@Suite struct LedgerTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    /// A ledger with a run, whose write lock is held.
    private func held() throws -> Ledger {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        return ledger
    }

    /// A process that changes a ledger waits for the one that holds it; a reader waits for none.
    @Test func writeLockIsExclusive() throws {
        do {
            let first = try held()
            #expect(throws: BatchError.self) { try store.open(.change) }
            #expect(try store.open(.read).read { try $0.lastRun() } == 1)
            // Earlier readers and writers have closed the file, which would release a POSIX lock.
            #expect(throws: BatchError.self) { try store.open(.run) }
            withExtendedLifetime(first) {}
        }
        #expect(try store.open(.change).write { try $0.snapshot.lastRun() } == 1)
    }

    @Test func duplicatedDescriptorDoesNotHoldTheLock() throws {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        do {
            let first = try held()
            let (files, folder) = (FileManager.default, "/proc/self/fd")
            copies = try files.contentsOfDirectory(atPath: folder).compactMap { Int32($0) }
                .filter { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == store.path }
                .map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
            #expect(!copies.isEmpty)
            withExtendedLifetime(first) {}
        }
        #expect(try store.open(.change).write { try $0.snapshot.lastRun() } == 1)
    }
}
