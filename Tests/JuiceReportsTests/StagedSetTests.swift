import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

/// Report sets that a run with a ledger has left behind, and what the next one does with them.
@Suite struct StagedSetTests {
    private let place: TemporaryFolder
    private var target: String { place.path + "/out" }
    private let ledger = "/shop/ledger.sqlite"

    init() throws { place = try TemporaryFolder() }

    /// What a run leaves that is killed behind its commit.
    private func leave(_ content: String) throws -> StagedSet {
        let folder = try ReportFolder(path: target, ledger: ledger)
        try folder.create("success.csv").write(content)
        let set = try folder.prepare(durable: true)
        folder.leaveStaged()
        return set
    }

    private func complete(_ set: StagedSet) throws { try set.complete(interruption: Interruption()) }

    private var content: String { String(decoding: place.read("out/success.csv") ?? [], as: UTF8.self) }

    private var entries: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).sorted()
    }

    @Test func aSetIsPutWhereThereWasNone() throws {
        try complete(leave("new"))
        #expect(content == "new")
        #expect(entries == ["out"])
    }

    @Test func aSetReplacesTheEarlierOneHoweverOftenItIsDone() throws {
        try complete(leave("old"))
        let set = try leave("new")
        for _ in 0..<3 {
            try complete(set)
            #expect(content == "new")
            #expect(entries == ["out"])
        }
    }

    @Test func theEarlierSetIsClearedAwayBehindAnExchange() throws {
        try complete(leave("old"))
        let set = try leave("new")
        // The run has exchanged the folders and was killed before it could remove what it had replaced.
        try FileManager.default.moveItem(atPath: target, toPath: place.path + "/aside")
        try FileManager.default.moveItem(atPath: set.staging, toPath: target)
        try FileManager.default.moveItem(atPath: place.path + "/aside", toPath: set.staging)
        try complete(set)
        #expect(content == "new")
        #expect(entries == ["out"])
    }

    @Test func aSetThatSomebodyTookAwayIsGone() throws {
        let set = try leave("new")
        try FileManager.default.removeItem(atPath: set.staging)
        try complete(set)
        #expect(entries == [])
    }

    @Test func aFolderOfSomebodyElseIsLeftAlone() throws {
        let set = try leave("new")
        try place.write([7], to: "out/photo.jpg")
        #expect(throws: BatchError.self) { try complete(set) }
        #expect(place.read("out/photo.jpg") == [7])
        #expect(content == "")
        try FileManager.default.removeItem(atPath: target + "/photo.jpg")
        try complete(set)
        #expect(content == "new")
        #expect(entries == ["out"])
    }

    @Test func onlyRunsOfTheSameLedgerClearAwayWhatIsStaged() throws {
        let set = try leave("left behind")
        for other in [nil, "/shop/other.sqlite"] {
            let folder = try ReportFolder(path: target, ledger: other)
            try folder.create("success.csv").write("x")
            folder.discard()
            #expect(FileManager.default.fileExists(atPath: set.staging))
        }
        let folder = try ReportFolder(path: target, ledger: ledger)
        try folder.create("success.csv").write("x")
        folder.discard()
        #expect(entries == [])
    }
}
