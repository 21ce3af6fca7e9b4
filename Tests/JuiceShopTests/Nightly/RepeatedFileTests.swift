import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Files with the content of an applied file.
///
/// Each may be another day of orders, unless everything shows that it is the applied file that an interrupted run did
/// not archive.
@Suite struct RepeatedFileTests {
    private static let kiwi = "item\n키위쥬스\n"

    private let setup: TestShop

    init() throws {
        setup = try TestShop(["inbox/a.csv": Self.kiwi])
    }

    /// Simulates the end of the process.
    private struct Killed: Error {}

    /// A nightly run that is killed before it prints a line.
    private func killedNight(at start: String, _ files: [String: String] = [:]) throws {
        let recorder = MessageRecorder(onLine: { if $0.hasPrefix(start) { throw Killed() } })
        #expect(throws: Killed.self) { try setup.nightlyRun(files, notifying: recorder) }
    }

    private func stored() -> [Set<String>] {
        ["done/2026-11-21", "repeated/2026-11-21", "inbox"].map { setup.reports($0) }
    }

    @Test func repeatedContentIsDetected() throws {
        #expect(try setup.nightlyRun() == .done)
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(["b.csv": Self.kiwi], notifying: recorder).code == 4)
        #expect(stored() == [["a.csv"], ["b.csv"], []])
        #expect(
            recorder.messages == [
                "b.csv: applying the file",
                "b.csv: not applied, because run 1 of 2026-11-20 applied the same content; "
                    + "if the orders are new, use run --again --column id= (if the settings have \"known\", "
                    + "add --accept with the id column)",
                "b.csv: repeated/2026-11-21/b.csv",
                "1 file, exit code 4 (a file has the same content as one already applied)",
            ])
        #expect(try setup.runs().count == 1)
    }

    @Test(arguments: [false, true])
    func appliedButUnarchivedFileIsSkipped(isStaged: Bool) throws {
        try killedNight(at: "a.csv: applied")
        if isStaged { #expect(rename(setup.path("inbox/a.csv"), setup.path(".nightly.staging/a.csv")) == 0) }
        // This copy sorts before the applied file.
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(["0.csv": Self.kiwi], notifying: recorder).code == 4)
        #expect(stored() == [["a.csv"], ["0.csv"], []])
        #expect(recorder.messages.contains("a.csv: run 1 has already applied this file; nothing was done"))
        #expect(recorder.messages.last == "2 files, exit code 4 (a file has the same content as one already applied)")
        #expect(try setup.nightlyRun() == .done && !setup.folder.holds(".nightly.inflight"))
    }

    @Test(arguments: ["item\n딸기쥬스\n", "item\n모름\n", "item\n"])
    func unarchivedFileWithoutSuccessIsSkipped(text: String) throws {
        try setup.write(text, to: "inbox/a.csv")
        try killedNight(at: "a.csv: applied")
        #expect(try setup.nightlyRun() == .done && setup.runs().count == 1)
        #expect(stored() == [["a.csv"], [], []])
    }

    /// A repeated file stays repeated if the run that found it is killed.
    @Test(arguments: ["b.csv: applying the file", "b.csv: not applied", "b.csv: repeated/"])
    func repeatedContentIsDetectedAfterAKill(line: String) throws {
        #expect(try setup.nightlyRun() == .done)
        try killedNight(at: line, ["b.csv": Self.kiwi])
        #expect(try setup.nightlyRun().code == (line.hasSuffix("/") ? 0 : 4))
        #expect(stored() == [["a.csv"], ["b.csv"], []])
    }

    @Test func copyInPlaceOfTheAppliedFileIsDetected() throws {
        try killedNight(at: "a.csv: applied")
        let path = setup.path("inbox/a.csv")
        var status = stat()
        #expect(stat(path, &status) == 0)
        try setup.write(Self.kiwi, to: "copy")
        let times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, setup.path("copy"), times, 0) == 0)
        #expect(rename(setup.path("copy"), path) == 0)
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored() == [[], ["a.csv"], []])
    }

    /// A file moved back by hand is meant to be applied again.
    @Test func fileMovedBackToTheInboxIsDetected() throws {
        #expect(try setup.nightlyRun() == .done)
        #expect(rename(setup.path("done/2026-11-21/a.csv"), setup.path("inbox/a.csv")) == 0)
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored() == [[], ["a.csv"], []])
    }

    @Test func fileUnknownToARestoredLedgerIsApplied() throws {
        try setup.remove("inbox/a.csv")
        #expect(try setup.nightlyRun(["0.csv": "item\n망고쥬스\n"]) == .done)
        let backup = try #require(setup.folder.read("shop.sqlite"))
        try killedNight(at: "a.csv: applied", ["a.csv": Self.kiwi])
        try setup.folder.write(backup, to: "shop.sqlite")
        try setup.removeRunLog()
        #expect(try setup.nightlyRun() == .done)
        #expect(stored() == [["0.csv", "a.csv"], [], []])
        #expect(try setup.runs().count == 2)
    }

    /// The other ledger's run of this content is not based on the same runs.
    @Test func fileAppliedToAnotherLedgerIsApplied() throws {
        try setup.remove("inbox/a.csv")
        try setup.write("item\n바나나쥬스\n", to: "x.csv")
        try setup.write(Self.kiwi, to: "k.csv")
        let other = LedgerRequest(path: "other.sqlite")
        for name in ["x.csv", "k.csv"] { try setup.run(name, ledger: other) }
        #expect(try setup.nightlyRun(["0.csv": "item\n망고쥬스\n"]) == .done)
        try killedNight(at: "a.csv: applied", ["a.csv": Self.kiwi])
        try setup.folder.write(try #require(setup.folder.read("other.sqlite")), to: "shop.sqlite")
        try setup.removeRunLog()
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored() == [["0.csv"], ["a.csv"], []])
    }

    @Test func fileOfAReversedRunIsApplied() throws {
        try killedNight(at: "a.csv: applied")
        try setup.reverse(1)
        #expect(try setup.nightlyRun() == .done)
        #expect(try setup.runs().count == 3)
        #expect(stored() == [["a.csv"], [], []])
    }

    /// The file stays, others are applied, and a later run archives it, also after its owner was corrected, which changes
    /// the status-change time.
    @Test func unarchivableFileIsKnownInLaterRuns() throws {
        try setup.write("", to: "done/2026-11-21")
        try setup.write("item\n\"x\n", to: "inbox/b.csv")
        for _ in 1...3 {
            let recorder = MessageRecorder()
            #expect(try setup.nightlyRun(notifying: recorder).code == 74)
            #expect(recorder.messages.contains("a.csv: cannot be moved (Not a directory); it stays in the inbox"))
            #expect(setup.reports("inbox") == ["a.csv"])
        }
        try setup.remove("done/2026-11-21")
        #expect(chmod(setup.path("inbox/a.csv"), 0o640) == 0)
        #expect(chown(setup.path("inbox/a.csv"), getuid(), getgid()) == 0)
        #expect(try setup.nightlyRun() == .done)
        #expect(stored() == [["a.csv"], [], []])
        #expect(try setup.runs().count == 1)
    }

    /// An unreadable record causes a needless warning and loses no order.
    @Test(arguments: ["", "\n", "x\n", "1 2 3 4 5\n", "1 2 3 4 5\t\n", "1 2 3 4\t0 \n"])
    func unreadableInFlightLogIsIgnored(text: String) throws {
        try killedNight(at: "a.csv: applied")
        try setup.write(text, to: ".nightly.inflight")
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored() == [[], ["a.csv"], []])
    }
}
