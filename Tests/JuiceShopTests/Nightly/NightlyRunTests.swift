import CSV
import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// A shop's folder with nightly runs whose result the test decides.
final class NightlyShop: NightlyHost {
    let folder: TemporaryFolder
    private(set) var messages: [String] = []
    private(set) var errors: [any Error] = []
    /// The content of each file that was run, by name.
    private(set) var read: [String: String] = [:]
    private var lastRun = 0
    private var after: (String) throws -> NightlyRun.FileResult? = { _ in nil }

    init(_ files: [String: String] = [:]) throws {
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
        errors = []
        return try withoutActuallyEscaping(after) { after in
            self.after = after
            defer { self.after = { _ in nil } }
            return try NightlyRun(
                in: folder.path, day: "2026-11-20", quietPeriodMs: 0, .english, cancellation: cancellation, host: self
            ).run().code
        }
    }

    func checkSettings() {}

    func apply(_ input: InputFile, modifiedSeconds: Int, reports: String) throws -> NightlyRun.FileResult {
        read[input.name] = try Self.text(of: input)
        lastRun += 1
        let end = try after(input.name)
        try folder.write([], to: reports + "/report.md")
        return end ?? .applied(run: lastRun, exitStatus: .done)
    }

    func report(_ error: any Error) { errors.append(error) }
    func writeLine(_ line: String) { messages.append(line) }
    func wait(milliseconds: Int) { poll(nil, 0, Int32(milliseconds)) }

    private static func text(of input: InputFile) throws -> String {
        var buffer = ByteBuffer()
        let count = try input.read(at: 0, count: 1_000, into: &buffer)
        try input.checkUnchanged(bytesRead: count)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// The files of a folder, with what is in them.
    func files(_ name: String) -> [String: String] {
        let path = folder.path + "/" + name
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, String(decoding: folder.read(name + "/" + $0) ?? [], as: UTF8.self))
            })
    }

    var inbox: [String: String] { files("inbox") }
    var done: [String: String] { files("done/2026-11-20") }
    var failed: [String: String] { files("failed/2026-11-20") }
}

@Suite struct NightlyRunTests {
    @Test func filesAreAppliedByNameAndArchived() throws {
        let shop = try NightlyShop(["b.csv": "2", "a.csv": "1", ".hidden": "x", "c.csv.part": "x"])
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done == ["a.csv": "1", "b.csv": "2"])
        #expect(shop.inbox == [".hidden": "x", "c.csv.part": "x"])
        #expect(
            shop.messages == [
                "c.csv.part: the file is still being written; it is left in the inbox for the next nightly run",
                "a.csv: applying the file", "a.csv: applied (exit code 0); reports: reports/2026-11-20/a",
                "a.csv: done/2026-11-20/a.csv",
                "b.csv: applying the file", "b.csv: applied (exit code 0); reports: reports/2026-11-20/b",
                "b.csv: done/2026-11-20/b.csv",
                "2 files, exit code 0",
            ])
        try shop.deliver("3", "a.csv")
        #expect(try shop.nightlyRun() == 0)
        #expect(shop.done["a.2.csv"] == "3" && shop.files("reports/2026-11-20").keys.contains("a.2"))
    }

    /// An error of one file does not stop the others; an error that concerns all files does.
    @Test(arguments: [
        (BatchError.refused(Refusal(file: "b", line: 1, reason: .noHeader)), 65, true),
        (.unreadable(path: "inbox/b", errno: EACCES), 65, true),
        (.usage(.columnNotFound(role: "item", name: "x")), 65, true),
        (.unreadable(path: "menu.csv", errno: ENOENT), 66, false), (.usage(.stockOfExistingLedger("l")), 64, false),
        (.ledgerBusy(path: "l", holder: nil), 75, false), (.badLedger(path: "l", error: .damaged), 78, false),
        (.unsoundLedger(path: "l", findings: []), 70, false), (.commitUnknown(run: 2, ledger: "l"), 74, false),
        (.invariant("x"), 70, false), (.cannotCreate(path: "r", errno: ENOSPC), 73, false),
        (.foreignOutput(path: "r", entry: "x"), 73, false), (.inputOutput(path: "inbox/b", errno: EIO), 74, false),
        (.badSetting(path: "m", line: 1, error: .empty), 78, false),
        (.badConfiguration(origin: "j", error: .notJSON(line: nil)), 78, false),
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
        let shop = try NightlyShop(["a": "1", "b": "2", "c": "3"])
        #expect(
            try shop.nightlyRun { .applied(run: 1, exitStatus: ExitStatus($0 == "b" ? .rowsRejected : .rowsShort)) }
                == 4)
        for name in ["a", "b", "c"] { try shop.deliver(name, name) }
        #expect(
            try shop.nightlyRun {
                $0 == "b" ? .tooManyRejected(1) : .applied(run: 1, exitStatus: ExitStatus(.rowsRejected))
            }
                == 65)
        #expect(shop.failed == ["b": "b"])
        for name in ["a", "b", "c"] { try shop.deliver(name, name) }
        let code = try shop.nightlyRun { name in
            if name == "b" { throw BatchError.changedWhileRead(path: "inbox/b") }
            return name == "a" ? .tooManyRejected(1) : nil
        }
        #expect(code == 74)
        #expect(shop.inbox == ["b": "b"])
        #expect(
            shop.messages.contains(
                "b: the file is still being written; it is left in the inbox for the next nightly run"))
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
