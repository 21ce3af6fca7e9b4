import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Files of a content that an earlier run has applied: each may be a further day of orders, unless all speaks for its
/// being the one that a night was kept from putting away.
@Suite struct RepeatedFileTests {
    private static let ledger = LedgerRequest(path: NightlyRequest.ledgerPath)
    private static let kiwi = "item\n키위쥬스\n"

    /// The end of a process, as far as a night can tell.
    private struct Killed: Error {}

    /// A night that is killed where it would say a line.
    private func killedNight(_ given: GivenShop, at start: String) throws {
        let hearer = Hearer(onLine: { if $0.hasPrefix(start) { throw Killed() } })
        #expect(throws: Killed.self) { _ = try given.night(telling: hearer) }
    }

    private func deliver(_ given: GivenShop, _ text: String = kiwi, as name: String) throws {
        try given.write(text, to: "inbox/" + name)
    }

    private func stored(_ given: GivenShop) -> [Set<String>] {
        ["done/2026-11-21", "repeated/2026-11-21", "inbox"].map { given.reports($0) }
    }

    @Test func repeatedContentIsDetected() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        #expect(try given.night() == .done)
        try deliver(given, as: "b.csv")
        let hearer = Hearer()
        #expect(try given.night(telling: hearer).code == 4)
        #expect(stored(given) == [["a.csv"], ["b.csv"], []])
        #expect(
            hearer.told == [
                "b.csv: run",
                "b.csv: not applied, since run 1 of 2026-11-20 applied the same content; "
                    + "if its orders are new, run it with --again --column id=",
                "b.csv: repeated/2026-11-21/b.csv",
                "1 file, exit code 4 (a file with the same content as an applied one)",
            ])
        #expect(try given.runs().count == 1)
    }

    @Test func secondCopyInOneRunIsDetected() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi, "inbox/b.csv": Self.kiwi])
        #expect(try given.night().code == 4)
        #expect(stored(given) == [["a.csv"], ["b.csv"], []])
        #expect(given.folder.read(".nightly.taken") == nil)
    }

    /// In the inbox, or in the hand of the night.
    @Test(arguments: [false, true])
    func appliedButUnarchivedFileIsSkipped(isInHand: Bool) throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try killedNight(given, at: "a.csv: applied")
        let folder = given.folder.path
        if isInHand { #expect(rename(folder + "/inbox/a.csv", folder + "/.nightly.hand/a.csv") == 0) }
        // It comes before the other by its name, and is not the one.
        try deliver(given, as: "0.csv")
        let hearer = Hearer()
        #expect(try given.night(telling: hearer).code == 4)
        #expect(stored(given) == [["a.csv"], ["0.csv"], []])
        #expect(hearer.told.contains("a.csv: was applied by an earlier run (1); nothing was done"))
        #expect(hearer.told.last == "2 files, exit code 4 (a file with the same content as an applied one)")
        #expect(try given.night() == .done)
    }

    @Test func resumedRunWithoutNewFilesIsDone() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try killedNight(given, at: "a.csv: applied")
        #expect(try given.night() == .done)
        #expect(stored(given) == [["a.csv"], [], []] && given.folder.read(".nightly.taken") == nil)
        #expect(try given.runs().count == 1)
    }

    /// What was repeated is so still when the night that found it is killed.
    @Test(arguments: ["b.csv: run", "b.csv: not applied", "b.csv: repeated/"])
    func repeatedContentIsDetectedAfterAKill(line: String) throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        #expect(try given.night() == .done)
        try deliver(given, as: "b.csv")
        try killedNight(given, at: line)
        #expect(try given.night().code == (line.hasSuffix("/") ? 0 : 4))
        #expect(stored(given) == [["a.csv"], ["b.csv"], []])
    }

    /// Another file, though with the same bytes, name and times.
    @Test func copyInPlaceOfTheAppliedFileIsDetected() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try killedNight(given, at: "a.csv: applied")
        let path = given.folder.path + "/inbox/a.csv"
        var status = stat()
        #expect(stat(path, &status) == 0)
        try given.write(Self.kiwi, to: "copy")
        let times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, given.folder.path + "/copy", times, 0) == 0)
        #expect(rename(given.folder.path + "/copy", path) == 0)
        #expect(try given.night().code == 4)
        #expect(stored(given) == [[], ["a.csv"], []])
    }

    /// Put away, and put back by hand: its orders are to be made again.
    @Test func fileMovedBackToTheInboxIsDetected() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        #expect(try given.night() == .done)
        let folder = given.folder.path
        #expect(rename(folder + "/done/2026-11-21/a.csv", folder + "/inbox/a.csv") == 0)
        #expect(try given.night().code == 4)
        #expect(stored(given) == [[], ["a.csv"], []])
    }

    @Test func fileUnknownToARestoredLedgerIsApplied() throws {
        let given = try GivenShop(["inbox/0.csv": "item\n망고쥬스\n"])
        #expect(try given.night() == .done)
        let backup = try #require(given.folder.read("shop.sqlite"))
        try deliver(given, as: "a.csv")
        try killedNight(given, at: "a.csv: applied")
        try given.folder.write(backup, to: "shop.sqlite")
        try given.removeRunLog()
        #expect(try given.night() == .done)
        #expect(stored(given) == [["0.csv", "a.csv"], [], []])
        #expect(try given.runs().count == 2)
    }

    /// The run that it has of this content is not one that came on top of what was there.
    @Test func fileAppliedToAnotherLedgerIsApplied() throws {
        let given = try GivenShop(["inbox/0.csv": "item\n망고쥬스\n", "x.csv": "item\n바나나쥬스\n", "k.csv": Self.kiwi])
        let other = LedgerRequest(path: "other.sqlite")
        for name in ["x.csv", "k.csv"] {
            try given.run(name, ledger: other)
        }
        #expect(try given.night() == .done)
        try deliver(given, as: "a.csv")
        try killedNight(given, at: "a.csv: applied")
        try given.folder.write(try #require(given.folder.read("other.sqlite")), to: "shop.sqlite")
        try given.removeRunLog()
        #expect(try given.night().code == 4)
        #expect(stored(given) == [["0.csv"], ["a.csv"], []])
    }

    @Test func fileOfAReversedRunIsApplied() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try killedNight(given, at: "a.csv: applied")
        _ = try given.shop().reverse(1, in: Self.ledger, telling: Hearer()) { _ in }
        #expect(try given.night() == .done)
        #expect(try given.runs().count == 3)
        #expect(stored(given) == [["a.csv"], [], []])
    }

    /// It stays, others are taken meanwhile, and a later night can put it away.
    @Test func unarchivableFileIsKnownInLaterRuns() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi, "inbox/b.csv": "item\n\"x\n"])
        try given.folder.write([], to: "done/2026-11-21")
        for _ in 1...3 {
            #expect(try given.night().code == 74)
            #expect(given.reports("inbox") == ["a.csv"])
        }
        #expect(unlink(given.folder.path + "/done/2026-11-21") == 0)
        #expect(try given.night() == .done)
        #expect(stored(given) == [["a.csv"], [], []])
        #expect(try given.runs().count == 1)
    }

    /// Mending the rights of a shop's folder changes the time of change of all files in it.
    @Test func unarchivedFileIsKnownAfterAnOwnerChange() throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try given.folder.write([], to: "done/2026-11-21")
        #expect(try given.night().code == 74)
        #expect(unlink(given.folder.path + "/done/2026-11-21") == 0)
        #expect(chmod(given.folder.path + "/inbox/a.csv", 0o640) == 0)
        #expect(chown(given.folder.path + "/inbox/a.csv", getuid(), getgid()) == 0)
        #expect(try given.night() == .done)
        #expect(stored(given) == [["a.csv"], [], []])
        #expect(try given.runs().count == 1)
    }

    /// A record that cannot be read leads to a needless warning, and loses no order.
    @Test(arguments: ["", "\n", "x\n", "1 2 3 4 5\n", "1 2 3 4 5\t\n", "1 2 3 4\t0 \n"])
    func unreadableInFlightLogIsIgnored(text: String) throws {
        let given = try GivenShop(["inbox/a.csv": Self.kiwi])
        try killedNight(given, at: "a.csv: applied")
        try given.write(text, to: ".nightly.taken")
        #expect(try given.night().code == 4)
        #expect(stored(given) == [[], ["a.csv"], []])
    }
}
