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

    @discardableResult
    private func complete(_ set: StagedSet) throws -> StagedSet.Fate {
        try set.complete(on: SystemDisk(), run: 7, ledger: ledger)
    }

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

    @Test func aSetThatSomebodyTookAwayIsLost() throws {
        let set = try leave("new")
        try FileManager.default.removeItem(atPath: set.staging)
        #expect(try complete(set) == .lost)
        #expect(entries == [])
    }

    @Test func aSetThatALaterRunReplacedIsNotPutBack() throws {
        try complete(leave("old"))
        let set = try leave("middle")
        try #require(try set.place(on: SystemDisk(), shownTarget: target, durable: false))
        let later = try ReportFolder(path: target)
        try later.create("success.csv").write("latest")
        try later.commit(durable: false)
        #expect(try complete(set) == .lost)
        #expect(content == "latest")
        #expect(entries == ["out"])
    }

    @Test(arguments: ["out/photo.jpg", "out/summary.json/x"])
    func aFolderOfSomebodyElseIsLeftAlone(name: String) throws {
        let set = try leave("new")
        try place.write([7], to: name)
        #expect(try complete(set) == .beside(target + ".run-7"))
        #expect(place.read(name) == [7])
        #expect(content == "")
        #expect(place.read("out.run-7/success.csv") == Array("new".utf8))
        #expect(entries == ["out", "out.run-7"])
    }

    @Test func aPlaceThatIsTakenIsNotTaken() throws {
        try place.write([7], to: "out")
        try place.write([8], to: "out.run-7")
        #expect(try complete(leave("new")) == .beside(target + ".run-7.2"))
        #expect(place.read("out") == [7])
        #expect(place.read("out.run-7") == [8])
        #expect(entries == ["out", "out.run-7", "out.run-7.2"])
    }

    /// A stray file in the staging folder neither stops a ledger nor is lost.
    @Test func aStrayFileInTheStagingFolderComesAlong() throws {
        try complete(leave("old"))
        let set = try leave("new")
        try Data([9]).write(to: URL(fileURLWithPath: set.staging + "/.DS_Store"))
        #expect(try complete(set) == .beside(target + ".run-7"))
        #expect(content == "old")
        #expect(place.read("out.run-7/.DS_Store") == [9])
        #expect(place.read("out.run-7/success.csv") == Array("new".utf8))
    }

    /// A file put into the folder in the very moment of the exchange is found there afterwards.
    @Test func aFileThatComesInTheMomentOfTheExchangeIsCarriedOver() throws {
        try complete(leave("old"))
        let set = try leave("new")
        // The moment behind the exchange and before the removal.
        try #require(try SystemDisk().exchange(set.staging, with: target))
        try Data([9]).write(to: URL(fileURLWithPath: set.staging + "/late"))
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
        #expect(place.read("out/late") == [9])
        #expect(entries == ["out"])
    }

    /// A file put where the target was, in the very moment of the exchange, is found beside it.
    @Test func aFileThatTookThePlaceIsFoundBesideIt() throws {
        try complete(leave("old"))
        let set = try leave("new")
        try FileManager.default.removeItem(atPath: target)
        try place.write([9], to: "out")
        try #require(try SystemDisk().exchange(set.staging, with: target))
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
        #expect(place.read("out.displaced") == [9])
        #expect(entries == ["out", "out.displaced"])
    }

    private func changed(
        _ identity: SetIdentity, device: Int = 0, inode: Int = 0, sha256: String = ""
    ) -> SetIdentity {
        SetIdentity(
            device: identity.device + device, inode: identity.inode + inode, sha256: identity.sha256 + sha256)
    }

    /// What a ledger says of a folder is not enough for anything to be done to it.
    @Test func aFolderThatIsNotTheSetIsNotTouched() throws {
        let set = try leave("new")
        let (identity, user) = (set.identity, place.path + "/photos")
        try place.write([7], to: "photos/a.jpg")
        try FileManager.default.createDirectory(atPath: place.path + "/empty", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/.out.juice-ledger-link", withDestinationPath: "photos")
        let name = String(set.staging.dropFirst(place.path.count + 1))
        let forged: [(String, String, SetIdentity)] = [
            (user, target, identity), (set.staging, user, identity), (place.path + "/empty", target, identity),
            (place.path + "/.out.juice-ledger-link", target, identity),
            (set.staging, place.path + "/../" + place.path.split(separator: "/")[1] + "/out", identity),
            ("/tmp/" + name, target, identity), (name, "out", identity), (set.staging + "/", target, identity),
            (set.staging, target, changed(identity, device: 1)), (set.staging, target, changed(identity, inode: 1)),
            (set.staging, target, changed(identity, sha256: "x")),
        ]
        let before = entries
        for (staging, target, identity) in forged {
            let claim = StagedSet(staging: staging, target: target, identity: identity)
            #expect(try complete(claim) == .lost, "\(claim)")
            #expect(entries == before)
        }
        #expect(try set.complete(on: SystemDisk(), run: 7, ledger: "/shop/other.sqlite") == .lost)
        #expect(place.read("photos/a.jpg") == [7])
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
    }

    /// A staging folder needs a longer name than its target, whose name may be as long as any.
    @Test(arguments: [1, 150, 151, 229, 255])
    func aTargetMayHaveAnyName(lengthBytes: Int) throws {
        for ledger in [nil, ledger] {
            let name = String(repeating: "n", count: lengthBytes)
            let folder = try ReportFolder(path: "\(place.path)/\(name)", ledger: ledger)
            try folder.create("success.csv").write("x")
            try folder.commit(durable: true)
        }
        #expect(entries.map(\.utf8.count) == [lengthBytes])
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
