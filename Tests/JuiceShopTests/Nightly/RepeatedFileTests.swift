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
    private static let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
    private static let kiwi = "item\n키위쥬스\n"

    /// Simulates the end of the process.
    private struct Killed: Error {}

    /// A nightly run that is killed before it prints a line.
    private func killedNight(_ setup: TestShop, at start: String) throws {
        let recorder = MessageRecorder(onLine: { if $0.hasPrefix(start) { throw Killed() } })
        #expect(throws: Killed.self) { _ = try setup.nightlyRun(notifying: recorder) }
    }

    private func deliver(_ setup: TestShop, _ text: String = kiwi, as name: String) throws {
        try setup.write(text, to: "inbox/" + name)
    }

    private func stored(_ setup: TestShop) -> [Set<String>] {
        ["done/2026-11-21", "repeated/2026-11-21", "inbox"].map { setup.reports($0) }
    }

    @Test func repeatedContentIsDetected() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        #expect(try setup.nightlyRun() == .done)
        try deliver(setup, as: "b.csv")
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 4)
        #expect(stored(setup) == [["a.csv"], ["b.csv"], []])
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

    /// In the inbox or in staging.
    @Test(arguments: [false, true])
    func appliedButUnarchivedFileIsSkipped(isInHand: Bool) throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try killedNight(setup, at: "a.csv: applied")
        let folder = setup.folder.path
        if isInHand { #expect(rename(folder + "/inbox/a.csv", folder + "/.nightly.hand/a.csv") == 0) }
        // This copy sorts before the applied file.
        try deliver(setup, as: "0.csv")
        let recorder = MessageRecorder()
        #expect(try setup.nightlyRun(notifying: recorder).code == 4)
        #expect(stored(setup) == [["a.csv"], ["0.csv"], []])
        #expect(recorder.messages.contains("a.csv: run 1 has already applied this file; nothing was done"))
        #expect(recorder.messages.last == "2 files, exit code 4 (a file has the same content as one already applied)")
        #expect(try setup.nightlyRun() == .done)
    }

    @Test func resumedRunWithoutNewFilesIsDone() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try killedNight(setup, at: "a.csv: applied")
        #expect(try setup.nightlyRun() == .done)
        #expect(stored(setup) == [["a.csv"], [], []] && setup.folder.read(".nightly.taken") == nil)
        #expect(try setup.runs().count == 1)
    }

    /// A repeated file stays repeated if the run that found it is killed.
    @Test(arguments: ["b.csv: applying the file", "b.csv: not applied", "b.csv: repeated/"])
    func repeatedContentIsDetectedAfterAKill(line: String) throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        #expect(try setup.nightlyRun() == .done)
        try deliver(setup, as: "b.csv")
        try killedNight(setup, at: line)
        #expect(try setup.nightlyRun().code == (line.hasSuffix("/") ? 0 : 4))
        #expect(stored(setup) == [["a.csv"], ["b.csv"], []])
    }

    /// Another file with the same bytes, name and times.
    @Test func copyInPlaceOfTheAppliedFileIsDetected() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try killedNight(setup, at: "a.csv: applied")
        let path = setup.folder.path + "/inbox/a.csv"
        var status = stat()
        #expect(stat(path, &status) == 0)
        try setup.write(Self.kiwi, to: "copy")
        let times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, setup.folder.path + "/copy", times, 0) == 0)
        #expect(rename(setup.folder.path + "/copy", path) == 0)
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored(setup) == [[], ["a.csv"], []])
    }

    /// A file moved back by hand is meant to be applied again.
    @Test func fileMovedBackToTheInboxIsDetected() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        #expect(try setup.nightlyRun() == .done)
        let folder = setup.folder.path
        #expect(rename(folder + "/done/2026-11-21/a.csv", folder + "/inbox/a.csv") == 0)
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored(setup) == [[], ["a.csv"], []])
    }

    @Test func fileUnknownToARestoredLedgerIsApplied() throws {
        let setup = try TestShop(["inbox/0.csv": "item\n망고쥬스\n"])
        #expect(try setup.nightlyRun() == .done)
        let backup = try #require(setup.folder.read("shop.sqlite"))
        try deliver(setup, as: "a.csv")
        try killedNight(setup, at: "a.csv: applied")
        try setup.folder.write(backup, to: "shop.sqlite")
        try setup.removeRunLog()
        #expect(try setup.nightlyRun() == .done)
        #expect(stored(setup) == [["0.csv", "a.csv"], [], []])
        #expect(try setup.runs().count == 2)
    }

    /// The other ledger's run of this content is not based on the same runs.
    @Test func fileAppliedToAnotherLedgerIsApplied() throws {
        let setup = try TestShop(["inbox/0.csv": "item\n망고쥬스\n", "x.csv": "item\n바나나쥬스\n", "k.csv": Self.kiwi])
        let other = LedgerRequest(path: "other.sqlite")
        for name in ["x.csv", "k.csv"] {
            try setup.run(name, ledger: other)
        }
        #expect(try setup.nightlyRun() == .done)
        try deliver(setup, as: "a.csv")
        try killedNight(setup, at: "a.csv: applied")
        try setup.folder.write(try #require(setup.folder.read("other.sqlite")), to: "shop.sqlite")
        try setup.removeRunLog()
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored(setup) == [["0.csv"], ["a.csv"], []])
    }

    @Test func fileOfAReversedRunIsApplied() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try killedNight(setup, at: "a.csv: applied")
        _ = try setup.shop().reverse(1, in: Self.ledger, notifying: MessageRecorder()) { _ in }
        #expect(try setup.nightlyRun() == .done)
        #expect(try setup.runs().count == 3)
        #expect(stored(setup) == [["a.csv"], [], []])
    }

    /// The file stays, others are applied, and a later run archives it.
    @Test func unarchivableFileIsKnownInLaterRuns() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi, "inbox/b.csv": "item\n\"x\n"])
        try setup.folder.write([], to: "done/2026-11-21")
        for _ in 1...3 {
            #expect(try setup.nightlyRun().code == 74)
            #expect(setup.reports("inbox") == ["a.csv"])
        }
        #expect(unlink(setup.folder.path + "/done/2026-11-21") == 0)
        #expect(try setup.nightlyRun() == .done)
        #expect(stored(setup) == [["a.csv"], [], []])
        #expect(try setup.runs().count == 1)
    }

    /// Correcting the owner of a folder changes the status-change time of all its files.
    @Test func unarchivedFileIsKnownAfterAnOwnerChange() throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try setup.folder.write([], to: "done/2026-11-21")
        #expect(try setup.nightlyRun().code == 74)
        #expect(unlink(setup.folder.path + "/done/2026-11-21") == 0)
        #expect(chmod(setup.folder.path + "/inbox/a.csv", 0o640) == 0)
        #expect(chown(setup.folder.path + "/inbox/a.csv", getuid(), getgid()) == 0)
        #expect(try setup.nightlyRun() == .done)
        #expect(stored(setup) == [["a.csv"], [], []])
        #expect(try setup.runs().count == 1)
    }

    /// An unreadable record causes a needless warning and loses no order.
    @Test(arguments: ["", "\n", "x\n", "1 2 3 4 5\n", "1 2 3 4 5\t\n", "1 2 3 4\t0 \n"])
    func unreadableInFlightLogIsIgnored(text: String) throws {
        let setup = try TestShop(["inbox/a.csv": Self.kiwi])
        try killedNight(setup, at: "a.csv: applied")
        try setup.write(text, to: ".nightly.taken")
        #expect(try setup.nightlyRun().code == 4)
        #expect(stored(setup) == [[], ["a.csv"], []])
    }
}
