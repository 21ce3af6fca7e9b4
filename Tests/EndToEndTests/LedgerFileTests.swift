import Foundation
import TestSupport
import Testing

/// Files that cannot serve as a ledger, and ledgers that another process is using.
@Suite struct LedgerFileTests {
    private let shop: Shop
    private let arguments = ["run", "b.csv", "--ledger", "l.sqlite", "--output", "two"]

    init() throws {
        shop = try Shop(["a.csv": "id,juice\n1,키위쥬스\n", "b.csv": "id,juice\n2,키위쥬스\n"])
        #expect(try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "one"]).exit == 0)
    }

    private func expectRefusal(saying text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = shop.folder.read("l.sqlite")
        let result = try shop.run(arguments + ["--language", "en"])
        #expect(result.exit == 78, "\(result.errorText)", sourceLocation: sourceLocation)
        #expect(result.errorText.contains(text), "\(result.errorText)", sourceLocation: sourceLocation)
        #expect(shop.folder.read("l.sqlite") == before, sourceLocation: sourceLocation)
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"], sourceLocation: sourceLocation)
    }

    @Test func textIsNoLedger() throws {
        try shop.write(String(repeating: "id,juice\n", count: 400), to: "l.sqlite")
        try expectRefusal(saying: "not a ledger")
    }

    @Test func aFolderIsNoLedger() throws {
        let result = try shop.run(["run", "b.csv", "--ledger", "one", "--output", "two"])
        #expect(result.exit == 78)
    }

    @Test func aTruncatedLedgerIsDamaged() throws {
        let bytes = try #require(shop.folder.read("l.sqlite"))
        try shop.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "l.sqlite")
        try expectRefusal(saying: "damaged")
    }

    /// SQLite keeps `application_id` at byte 68 of the file and `user_version` at byte 60, most significant first.
    @Test(arguments: [(68, "another program's"), (60, "A newer program (juice-batch 1.0.0-rc.1) has written")])
    func aForeignOrNewerDatabaseIsToldApart(offset: Int, text: String) throws {
        var bytes = try #require(shop.folder.read("l.sqlite"))
        bytes.replaceSubrange(offset..<(offset + 4), with: [0, 0, 0, 77])
        try shop.folder.write(bytes, to: "l.sqlite")
        try expectRefusal(saying: text)
    }

    @Test func anEmptyFileIsANewLedger() throws {
        try shop.folder.write([], to: "l.sqlite")
        // Its run log says that it was none before.
        try expectRefusal(saying: "The ledger is missing or empty")
        try FileManager.default.removeItem(atPath: shop.folder.path + "/l.sqlite.runs")
        #expect(try shop.run(arguments).exit == 0)
    }

    @Test func whoeverHoldsTheLedgerIsNamed() throws {
        let lock = try WriteLock(path: shop.folder.path + "/l.sqlite")
        defer { lock.release() }
        let result = try shop.run(arguments + ["--lock-wait", "0", "--language", "en"])
        #expect(result.exit == 75)
        let holder = "Process \(ProcessInfo.processInfo.processIdentifier) is using the ledger"
        #expect(result.errorText.contains(holder), "\(result.errorText)")
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"])
        // A reader is not held up.
        #expect(try shop.run(arguments + ["--dry-run"]).exit == 0)
    }

    @Test func aRunThatWaitsCanBeTerminated() throws {
        let lock = try WriteLock(path: shop.folder.path + "/l.sqlite")
        defer { lock.release() }
        let words = arguments.joined(separator: " ")
        let result = try shop.shell("( sleep 0.4; kill -TERM $$ ) & exec \"$0\" \(words) --lock-wait 60")
        #expect(result.exit == 143)
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"])
    }
}

/// The lock that SQLite takes for the process that writes to a file, held by the tests' own process.
private struct WriteLock {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0001
        lock.l_len = 1
        try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
    }

    func release() {
        close(descriptor)
    }
}
