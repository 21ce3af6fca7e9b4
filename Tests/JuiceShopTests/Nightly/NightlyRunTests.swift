import CSV
import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// A shop's folder with nightly runs whose result the test decides.
final class NightlyShop {
    let folder: TemporaryFolder
    fileprivate(set) var messages: [String] = []
    /// The content of each file that was run, by name.
    private(set) var read: [String: String] = [:]
    fileprivate let shiftError: BatchError?
    private var lastRun = 0
    private var after: (String) throws -> NightlyRun.FileResult? = { _ in nil }

    /// - Parameter shiftError: the error if the counter's shift is to be closed.
    init(_ files: [String: String] = [:], shiftError: BatchError? = nil) throws {
        self.shiftError = shiftError
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/inbox", withIntermediateDirectories: true)
        for (name, text) in files { try deliver(text, name) }
    }

    func deliver(_ text: String, _ name: String) throws {
        try folder.write(Array(text.utf8), to: "inbox/" + name)
    }

    /// Performs a nightly run that applies every file, unless `after` decides otherwise.
    ///
    /// - Parameter after: is called with the name of each file after it was read.
    /// - Returns: the exit code.
    func nightlyRun(
        cancellation: CancellationToken = CancellationToken(),
        after: (String) throws -> NightlyRun.FileResult? = { _ in nil }
    ) throws -> Int {
        messages = []
        return try withoutActuallyEscaping(after) { after in
            self.after = after
            defer { self.after = { _ in nil } }
            return try NightlyRun(day: "2026-11-20", host: TestHost(self, cancellation)).run().code
        }
    }

    fileprivate func apply(_ input: InputFile, reports: String) throws -> NightlyRun.FileResult {
        var buffer = ByteBuffer()
        let count = try input.read(at: 0, count: 1_000, into: &buffer)
        try input.checkUnchanged(bytesRead: count)
        read[input.name] = String(decoding: buffer.bytes, as: UTF8.self)
        lastRun += 1
        let end = try after(input.name)
        try folder.write([], to: reports + "/report.md")
        return end ?? .applied(run: lastRun, exitStatus: .done)
    }

    /// The files of a folder, with what is in them.
    func files(_ name: String) -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name)) ?? []
        let texts = names.map { String(decoding: folder.read(name + "/" + $0) ?? [], as: UTF8.self) }
        return Dictionary(uniqueKeysWithValues: zip(names, texts))
    }

    var inbox: [String: String] { files("inbox") }
    var done: [String: String] { files("done/2026-11-20") }
    var failed: [String: String] { files("failed/2026-11-20") }
}

/// A host whose files are applied by the test instead of a ledger.
private final class TestHost: NightlyHost {
    private let shop: NightlyShop

    init(_ shop: NightlyShop, _ cancellation: CancellationToken) throws {
        self.shop = shop
        let environment = Environment(
            folder: shop.folder.path, temporaryFolder: shop.folder.path, processorCount: 1,
            now: { "2026-11-20T00:00:00Z" }, localTime: { "2026-11-20 09:00:00" },
            localTimeAt: { _ in "2026-11-20 09:00:00" }, wait: { _ in }, makeSeed: { HashSeed(low: 1, high: 2) },
            cancellation: cancellation, disk: SystemDisk())
        let run = RunRequest(input: InputRequest(paths: []), language: .english)
        let request = NightlyRequest(run: run, quietPeriodMs: 0)
        let ledger = try NightlyLedger(request.ledger, in: environment)
        super.init(Shop(environment), request, ledger, MessageRecorder())
    }

    override func checkSettings() {}

    override func openShiftLog() throws -> String? {
        if let shiftError = shop.shiftError { throw shiftError }
        return nil
    }

    override func apply(_ input: InputFile, reports: String) throws -> NightlyRun.FileResult {
        try shop.apply(input, reports: reports)
    }

    @discardableResult override func report(_ error: any Error) -> ExitReason { ExitReason(of: error) }
    override func writeLine(_ line: String) { shop.messages.append(line) }
}

@Suite struct NightlyRunTests {
    /// An error of one file does not stop the others; an error that concerns all files does.
    @Test(arguments: [
        (BatchError.refused(Refusal(file: "b", line: 1, reason: .noHeader)), 65, true),
        (.unreadable(path: "inbox/b", errno: EACCES), 65, true),
        (.usage(.columnNotFound(role: "item", name: "x")), 65, true),
        (.unreadable(path: "menu.csv", errno: ENOENT), 66, false), (.usage(.stockOfExistingLedger("l")), 64, false),
        (.ledgerBusy(path: "l"), 75, false), (.badLedger(path: "l", error: .damaged), 78, false),
        (.unsoundLedger(path: "l", findings: []), 70, false), (.commitUnknown(run: 2, ledger: "l"), 74, false),
        (.invariant("x"), 70, false), (.cannotCreate(path: "r", errno: ENOSPC), 73, false),
        (.foreignOutput(path: "r", entry: "x"), 73, false), (.inputOutput(path: "inbox/b", errno: EIO), 74, false),
        (.badSetting(path: "m", line: 1, error: .empty), 78, false),
        (.badConfiguration(origin: "j", error: .notJSON(line: 1)), 78, false),
        (.interrupted(signal: 15), 143, false),
    ])
    func errorsStopOneFileOrTheWholeRun(error: BatchError, code: Int32, isOneFile: Bool) throws {
        let shop = try NightlyShop(["a": "1", "b": "2", "c": "3"])
        #expect(try shop.nightlyRun { if $0 == "b" { throw error } else { nil } } == code)
        #expect(shop.done.keys.sorted() == (isOneFile ? ["a", "c"] : ["a"]))
        #expect(shop.failed.keys.sorted() == (isOneFile ? ["b"] : []))
        #expect(shop.inbox.keys.sorted() == (isOneFile ? [] : ["b", "c"]))
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.inbox.isEmpty)
    }

    @Test func unexpectedErrorStopsTheRun() throws {
        let shop = try NightlyShop(["a": "1", "b": "2"])
        #expect(try shop.nightlyRun { _ in throw ProgramError(description: "?") } == 1)
        #expect(shop.inbox.keys.sorted() == ["a", "b"])
        #expect(
            shop.messages.suffix(2) == [
                "a: the nightly run stopped here (exit code 1); this file and those after it stay in the inbox",
                "the nightly run stopped here; exit code 1 (an unexpected error, which is a bug)",
            ])
    }

    @Test func runEndsWithTheMostSevereCode() throws {
        let shop = try NightlyShop()
        func nightlyRun(after: (String) throws -> NightlyRun.FileResult?) throws -> Int {
            for name in ["a", "b", "c"] { try shop.deliver(name, name) }
            return try shop.nightlyRun(after: after)
        }
        func applied(_ reason: ExitReason) -> NightlyRun.FileResult { .applied(run: 1, exitStatus: ExitStatus(reason)) }
        #expect(try nightlyRun { applied($0 == "b" ? .rowsRejected : .rowsShort) } == 4)
        #expect(try nightlyRun { $0 == "b" ? .tooManyRejected(1) : applied(.rowsRejected) } == 65)
        #expect(shop.failed == ["b": "b"])
        let code = try nightlyRun { name in
            if name == "b" { throw BatchError.changedWhileRead(path: "inbox/b") }
            return name == "a" ? .tooManyRejected(1) : nil
        }
        #expect(code == 74 && shop.inbox == ["b": "b"])
        let left = "b: the file is still being written; it is left in the inbox for the next nightly run"
        #expect(shop.messages.contains(left))
    }

    /// An unreadable ledger does not show whether a shift is open.
    @Test func unreadableLedgerReportsNoShift() throws {
        let shop = try NightlyShop(["a": "1"], shiftError: .inputOutput(path: "shop.sqlite", errno: EIO))
        #expect(try shop.nightlyRun() == 74)
        #expect(shop.messages == ["the nightly run stopped here; exit code 74 (an I/O error)"])
    }

    @Test func cancelledNightlyRunStops() throws {
        let shop = try NightlyShop(["a": "1", "b": "2"])
        let cancellation = CancellationToken()
        #expect(throws: BatchError.self) {
            _ = try shop.nightlyRun(cancellation: cancellation) { _ in
                cancellation.request(signal: 15)
                return nil
            }
        }
        // Applied files are still archived.
        #expect(shop.done == ["a": "1"] && shop.inbox == ["b": "2"])
    }
}

/// An inbox that other processes change during a nightly run.
@Suite struct HostileInboxTests {
    @Test func replacedFileIsNotArchived() throws {
        let shop = try NightlyShop(["a.csv": "first"])
        let code = try shop.nightlyRun { _ in
            try shop.folder.write(Array("second".utf8), to: "new")
            #expect(rename(shop.folder.path + "/new", shop.folder.path + "/inbox/a.csv") == 0)
            return nil
        }
        #expect(code == 0)
        #expect(shop.inbox == ["a.csv": "second"] && shop.done.isEmpty && shop.failed.isEmpty)
        #expect(
            shop.messages.contains(
                "a.csv: another file with this name has arrived in the meantime; it stays in the inbox for the next nightly run (a.csv)"
            ))
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done == ["a.csv": "second"] && shop.read["a.csv"] == "second")
    }

    @Test(arguments: [("", false), ("longer", false), ("", true)])
    func fileChangedAfterReadingNeedsAttention(added: String, restoresTime: Bool) throws {
        let shop = try NightlyShop(["a.csv": "first", "b.csv": "other"])
        let path = shop.folder.path + "/inbox/a.csv"
        let code = try shop.nightlyRun { name in
            guard name == "a.csv" else { return nil }
            var status = stat()
            #expect(stat(path, &status) == 0)
            let handle = try #require(FileHandle(forUpdatingAtPath: path))
            if added.isEmpty { try handle.write(contentsOf: Array("FIRST".utf8)) }
            try handle.seekToEnd()
            try handle.write(contentsOf: Array(added.utf8))
            try handle.close()
            let times = [status.st_atim, status.st_mtim]
            if restoresTime { #expect(utimensat(AT_FDCWD, path, times, 0) == 0) }
            return nil
        }
        #expect(code == 65)
        #expect(shop.failed == ["a.csv": added.isEmpty ? "FIRST" : "firstlonger"] && shop.done == ["b.csv": "other"])
        #expect(shop.messages.contains("a.csv: the file grew after it was read; run 1 applied only the first part"))
    }

    @Test func refusedFileStillBeingWrittenStays() throws {
        let shop = try NightlyShop(["a.csv": "first"])
        let code = try shop.nightlyRun { _ in
            try shop.deliver("first and last", "a.csv")
            throw BatchError.refused(Refusal(file: "a.csv", line: 1, reason: .noHeader))
        }
        // A renamed or rewritten file is not the file that was refused.
        #expect(code == 74 && shop.inbox == ["a.csv": "first and last"] && shop.failed.isEmpty)
    }

    @Test func removedFileIsReported() throws {
        let shop = try NightlyShop(["a": "1", "b": "2", "c": "3"])
        let code = try shop.nightlyRun { name in
            if name == "a" { unlink(shop.folder.path + "/inbox/b") }
            if name == "c" { unlink(shop.folder.path + "/inbox/c") }
            return nil
        }
        #expect(code == 0)
        #expect(shop.done == ["a": "1"] && shop.read.keys.sorted() == ["a", "c"])
        let told = ["b", "c"].map { "\($0): another program moved or deleted it" }
        #expect(Set(shop.messages).isSuperset(of: told))
    }

    @Test(arguments: ["link", "pipe", "folder", "other", "grown"])
    func swappedFileIsNotOpened(kind: String) throws {
        let shop = try NightlyShop(["a": "1", "b": "2", "z": "3"])
        let path = shop.folder.path + "/inbox/b"
        try shop.folder.write([], to: "secret")
        let code = try shop.nightlyRun { name in
            guard name == "a" else { return nil }
            if kind != "grown" { unlink(path) }
            switch kind {
            case "link": symlink(shop.folder.path + "/secret", path)
            case "pipe": mkfifo(path, 0o600)
            case "folder": mkdir(path, 0o700)
            default: try shop.deliver(kind == "grown" ? "2 and more" : "2", "b")
            }
            return nil
        }
        #expect(code == 0)
        #expect(shop.read == ["a": "1", "z": "3"])
        #expect(
            shop.messages.contains(
                "b: the file is still being written; it is left in the inbox for the next nightly run"))
        #expect(shop.inbox.keys.sorted() == ["b"])
    }

    @Test func nonFilesAreNeverOpened() throws {
        let shop = try NightlyShop(["a": "1"])
        try shop.folder.write(Array("secret".utf8), to: "secret")
        symlink("../secret", shop.folder.path + "/inbox/link")
        mkfifo(shop.folder.path + "/inbox/pipe", 0o600)
        mkdir(shop.folder.path + "/inbox/folder", 0o700)
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.read == ["a": "1"])
        #expect(
            shop.messages.filter { $0.contains("not opened") }
                == ["folder", "link", "pipe"].map {
                    "\($0): not opened, because it is not a regular file; take it out of the inbox, and move the files "
                        + "of a folder directly into the inbox"
                })
        #expect(shop.inbox.keys.sorted() == ["folder", "link", "pipe"])
    }

    @Test func namesOfAnyKind() throws {
        let names = [
            String(repeating: "쥬", count: 85), String(repeating: "a", count: 251) + ".csv", "-rf", "a\nb\u{1b}.csv",
            String(repeating: "쥬", count: 76) + ".csv",
        ]
        let shop = try NightlyShop()
        for round in 1...2 {
            for name in names { try shop.deliver("\(round)", name) }
            // A name that is not UTF-8.
            #expect(close(creat(Array((shop.folder.path + "/inbox/").utf8CString.dropLast()) + [-1, 0], 0o600)) == 0)
            #expect(try shop.nightlyRun() == 0, "\(shop.messages)")
            #expect(shop.inbox.isEmpty)
            #expect(
                shop.messages.allSatisfy { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        }
        let listed = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path + "/done/2026-11-20")
        #expect(listed.count >= 2 * names.count)
        #expect(shop.files("reports/2026-11-20").count == 2 * (names.count + 1))
    }

    @Test func stagedFilesOfAKilledRunReturnToTheInbox() throws {
        let shop = try NightlyShop(["a": "second"])
        try shop.folder.write(Array("first".utf8), to: ".nightly.staging/a")
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done == ["a": "second", "a.2": "first"])
        #expect(shop.messages.first == "a.2: moved back to the inbox, because a nightly run was interrupted")
    }

    @Test func nightlyRunsDoNotOverlap() throws {
        let shop = try NightlyShop(["a": "1"])
        let lock = open(shop.folder.path + "/.nightly.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(try shop.nightlyRun() == 75)
        #expect(shop.inbox == ["a": "1"])
        #expect(shop.messages == ["another nightly run is active in this folder; nothing was done"])
        close(lock)
        #expect(try shop.nightlyRun() == 0)
    }
}
