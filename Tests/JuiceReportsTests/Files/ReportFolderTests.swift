import Foundation
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

@Suite struct ReportFolderTests {
    private let temporary: TemporaryFolder
    private var target: String { temporary.path + "/out" }

    init() throws { temporary = try TemporaryFolder() }

    private func commit(_ content: String, to path: String? = nil, durable: Bool = false) throws {
        let folder = try ReportFolder(path: path ?? target)
        try folder.checkTarget()
        try folder.create("success.csv").write(content)
        try folder.create("report.md").write("# \(content)")
        try folder.commit(durable: durable)
    }

    private func entries(_ path: String? = nil) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path ?? temporary.path).sorted()
    }

    private func text(_ name: String) -> String { String(decoding: temporary.read(name) ?? [], as: UTF8.self) }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test(arguments: [false, true])
    func makesANewFolderWithItsParents(durable: Bool) throws {
        try commit("x", to: target + "/deep/er", durable: durable)
        #expect(try entries(target + "/deep/er") == ["report.md", "success.csv"])
        #expect(try entries(target + "/deep") == ["er"])
        #expect(text("out/deep/er/success.csv") == "x")
    }

    @Test func replacesAnEmptyFolderAndAnEarlierSet() throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        try commit("first")
        #expect(text("out/success.csv") == "first")
        try temporary.write([1], to: "out/stock.csv")
        try commit("second")
        #expect(try entries(target) == ["report.md", "success.csv"])
        #expect(text("out/success.csv") == "second")
        #expect(try entries() == ["out"])
    }

    @Test func nothingIsVisibleBeforeTheCommit() throws {
        try commit("first")
        let folder = try ReportFolder(path: target)
        try folder.create("success.csv").write("second")
        #expect(try entries(target) == ["report.md", "success.csv"])
        #expect(text("out/success.csv") == "first")
        folder.discard()
        #expect(try entries() == ["out"])
        #expect(text("out/success.csv") == "first")
    }

    @Test(arguments: ["mine.txt", ".hidden", "success.csv.bak", "summary.json/deeper"])
    func foreignFileIsKept(name: String) throws {
        try commit("first")
        try? FileManager.default.removeItem(atPath: target + "/summary.json")
        try temporary.write([7], to: "out/" + name)
        let folder = try ReportFolder(path: target)
        let error = #expect(throws: BatchError.self) { try folder.checkTarget() }
        guard case .foreignOutput(target, let entry)? = error, name.hasPrefix(entry) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(temporary.read("out/" + name) == [7])
    }

    @Test func foreignFileAddedLateIsKept() throws {
        try commit("first")
        let folder = try ReportFolder(path: target)
        try folder.checkTarget()
        try folder.create("success.csv").write("second")
        try temporary.write([7], to: "out/late")
        #expect(throws: BatchError.self) { try folder.commit(durable: false) }
        folder.discard()
        #expect(text("out/success.csv") == "first")
        #expect(temporary.read("out/late") == [7])
        #expect(try entries() == ["out"])
    }

    @Test func fileInPlaceOfTheFolderIsRefused() throws {
        try temporary.write([7], to: "out")
        let folder = try ReportFolder(path: target)
        #expect(throws: BatchError.self) { try folder.checkTarget() }
        #expect(throws: BatchError.self) { try commit("x", to: target + "/below") }
        #expect(temporary.read("out") == [7])
    }

    @Test func leftoversOfAKilledRunAreRemoved() throws {
        try temporary.write([1], to: ".out.juice-batch-abcdef/success.csv")
        try temporary.write([1], to: ".other.juice-batch-abcdef/success.csv")
        let living = try ReportFolder(path: target)
        _ = try living.create("success.csv")
        #expect(try entries().count == 2)
        try commit("x")
        #expect(try entries().contains(".other.juice-batch-abcdef"))
        #expect(try entries().count == 3, "the folder of a run that lives stays")
        living.discard()
        #expect(try entries() == [".other.juice-batch-abcdef", "out"])
    }

    @Test func linkIsFollowedToItsFolder() throws {
        try FileManager.default.createDirectory(atPath: temporary.path + "/real", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: "real")
        try commit("x")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: target) == "real")
        #expect(try entries(temporary.path + "/real") == ["report.md", "success.csv"])
        let folder = try ReportFolder(path: target)
        #expect(folder.holds(temporary.path + "/real/success.csv"))
        #expect(folder.holds(target + "/success.csv"))
        #expect(!folder.holds(temporary.path))
    }

    @Test func permissionsAreKept() throws {
        try commit("first")
        let fresh = try mode(target)
        #expect(fresh & 0o700 == 0o700)
        #expect(try mode(target + "/success.csv") & 0o600 == 0o600)
        for wanted in [0o750, 0o700, 0o2775] {
            try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: target)
            try commit("again")
            #expect(try mode(target) == wanted)
        }
    }

    @Test func pathsInsideTheFolderAreRecognized() throws {
        try temporary.write([1], to: "out/sub/a.csv")
        try temporary.write([1], to: "output/a.csv")
        let folder = try ReportFolder(path: target + "/../out/")
        #expect(folder.holds(target + "/sub/a.csv"))
        #expect(folder.holds(temporary.path + "/output/../out/sub/a.csv"))
        #expect(!folder.holds(temporary.path + "/output/a.csv"))
        #expect(
            try ReportFolder(path: temporary.path + "/a/b/c").existingParent == ReportFolder.resolved(temporary.path))
    }
}

@Suite struct OutputFileTests {
    @Test func concurrentCommitsLoseNothing() throws {
        let folder = try TemporaryFolder()
        let file = try OutputFile(creating: folder.path + "/rows.csv")
        let (threads, blocks, size) = (4, 60, 50_000)
        let failures = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            do {
                for block in stride(from: thread, to: blocks, by: threads) {
                    let bytes = [UInt8](repeating: UInt8(block + 1), count: size)
                    if try file.writeIfFree(bytes.span, at: block * size) { continue }
                    try file.write(bytes.span, at: block * size)
                }
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        try file.finish(durable: false)
        #expect(failures.withLock { $0.isEmpty })
        let content = try #require(folder.read("rows.csv"))
        let expected = (0..<blocks).flatMap { block -> [UInt8] in [UInt8](repeating: UInt8(block + 1), count: size) }
        #expect(content == expected)
    }
}

/// Report sets that a killed run has left staged.
@Suite struct StagedSetTests {
    private let temporary: TemporaryFolder
    private var target: String { temporary.path + "/out" }
    private let ledger = "/shop/ledger.sqlite"

    init() throws { temporary = try TemporaryFolder() }

    /// The staged set of a run killed after its commit.
    private func leave(_ content: String) throws -> StagedSet {
        let folder = try ReportFolder(path: target, ledger: ledger)
        try folder.create("success.csv").write(content)
        let set = try folder.prepare(durable: true)
        folder.leaveStaged()
        return set
    }

    @discardableResult
    private func complete(_ set: StagedSet) throws -> ReportsState {
        try set.complete(on: SystemDisk(), run: 7, ledger: ledger)
    }

    private var content: String { String(decoding: temporary.read("out/success.csv") ?? [], as: UTF8.self) }

    private var entries: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []).sorted()
    }

    @Test func setIsPlacedInAnEmptyTarget() throws {
        try complete(leave("new"))
        #expect(content == "new")
        #expect(entries == ["out"])
    }

    @Test func placingASetIsIdempotent() throws {
        try complete(leave("old"))
        let set = try leave("new")
        for _ in 0..<3 {
            try complete(set)
            #expect(content == "new")
            #expect(entries == ["out"])
        }
    }

    @Test func replacedSetIsRemovedAfterTheExchange() throws {
        try complete(leave("old"))
        let set = try leave("new")
        // The run was killed after the exchange and before the removal.
        try FileManager.default.moveItem(atPath: target, toPath: temporary.path + "/aside")
        try FileManager.default.moveItem(atPath: set.staging, toPath: target)
        try FileManager.default.moveItem(atPath: temporary.path + "/aside", toPath: set.staging)
        try complete(set)
        #expect(content == "new")
        #expect(entries == ["out"])
    }

    @Test func removedStagedSetIsLost() throws {
        let set = try leave("new")
        try FileManager.default.removeItem(atPath: set.staging)
        #expect(try complete(set) == .missing(target: target))
        #expect(entries == [])
    }

    @Test func setReplacedByALaterRunIsNotRestored() throws {
        try complete(leave("old"))
        let set = try leave("middle")
        try #require(try set.move(on: SystemDisk(), shownTarget: target, durable: false))
        let later = try ReportFolder(path: target)
        try later.create("success.csv").write("latest")
        try later.commit(durable: false)
        #expect(try complete(set) == .missing(target: target))
        #expect(content == "latest")
        #expect(entries == ["out"])
    }

    @Test(arguments: ["out/photo.jpg", "out/summary.json/x"])
    func foreignFolderIsKept(name: String) throws {
        let set = try leave("new")
        try temporary.write([7], to: name)
        #expect(try complete(set) == .beside(target + ".run-7"))
        #expect(temporary.read(name) == [7])
        #expect(content == "")
        #expect(temporary.read("out.run-7/success.csv") == Array("new".utf8))
        #expect(entries == ["out", "out.run-7"])
    }

    @Test func occupiedFallbackPathIsNotUsed() throws {
        try temporary.write([7], to: "out")
        try temporary.write([8], to: "out.run-7")
        #expect(try complete(leave("new")) == .beside(target + ".run-7.2"))
        #expect(temporary.read("out") == [7])
        #expect(temporary.read("out.run-7") == [8])
        #expect(entries == ["out", "out.run-7", "out.run-7.2"])
    }

    @Test func strayFileInStagingIsKept() throws {
        try complete(leave("old"))
        let set = try leave("new")
        try Data([9]).write(to: URL(fileURLWithPath: set.staging + "/.DS_Store"))
        #expect(try complete(set) == .beside(target + ".run-7"))
        #expect(content == "old")
        #expect(temporary.read("out.run-7/.DS_Store") == [9])
        #expect(temporary.read("out.run-7/success.csv") == Array("new".utf8))
    }

    @Test func fileAddedDuringTheExchangeIsCarriedOver() throws {
        try complete(leave("old"))
        let set = try leave("new")
        // After the exchange and before the removal.
        try #require(try SystemDisk().exchange(set.staging, with: target))
        try Data([9]).write(to: URL(fileURLWithPath: set.staging + "/late"))
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
        #expect(temporary.read("out/late") == [9])
        #expect(entries == ["out"])
    }

    @Test func fileThatReplacedTheTargetIsKeptBesideIt() throws {
        try complete(leave("old"))
        let set = try leave("new")
        try FileManager.default.removeItem(atPath: target)
        try temporary.write([9], to: "out")
        try #require(try SystemDisk().exchange(set.staging, with: target))
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
        #expect(temporary.read("out.displaced") == [9])
        #expect(entries == ["out", "out.displaced"])
    }

    private func changed(
        _ identity: SetIdentity, device: Int = 0, inode: Int = 0, sha256: String = ""
    ) -> SetIdentity {
        SetIdentity(
            device: identity.device + device, inode: identity.inode + inode, sha256: identity.sha256 + sha256)
    }

    /// A path in the ledger alone is no reason to change a folder.
    @Test func folderWithAnotherIdentityIsNotTouched() throws {
        let set = try leave("new")
        let (identity, user) = (set.identity, temporary.path + "/photos")
        try temporary.write([7], to: "photos/a.jpg")
        try FileManager.default.createDirectory(atPath: temporary.path + "/empty", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path + "/.out.juice-ledger-link", withDestinationPath: "photos")
        let name = String(set.staging.dropFirst(temporary.path.count + 1))
        let forged: [(String, String, SetIdentity)] = [
            (user, target, identity), (set.staging, user, identity), (temporary.path + "/empty", target, identity),
            (temporary.path + "/.out.juice-ledger-link", target, identity),
            (set.staging, temporary.path + "/../" + temporary.path.split(separator: "/")[1] + "/out", identity),
            ("/tmp/" + name, target, identity), (name, "out", identity), (set.staging + "/", target, identity),
            (set.staging, target, changed(identity, device: 1)), (set.staging, target, changed(identity, inode: 1)),
            (set.staging, target, changed(identity, sha256: "x")),
        ]
        let before = entries
        for (staging, target, identity) in forged {
            let claim = StagedSet(staging: staging, target: target, identity: identity)
            #expect(try complete(claim) == .missing(target: claim.target), "\(claim)")
            #expect(entries == before)
        }
        #expect(try set.complete(on: SystemDisk(), run: 7, ledger: "/shop/other.sqlite") == .missing(target: target))
        #expect(temporary.read("photos/a.jpg") == [7])
        #expect(try complete(set) == .inPlace)
        #expect(content == "new")
    }

    /// A staging folder needs a longer name than its target, whose name may be as long as any.
    @Test(arguments: [1, 150, 151, 229, 255])
    func targetMayHaveAnyName(lengthBytes: Int) throws {
        for ledger in [nil, ledger] {
            let name = String(repeating: "n", count: lengthBytes)
            let folder = try ReportFolder(path: "\(temporary.path)/\(name)", ledger: ledger)
            try folder.create("success.csv").write("x")
            try folder.commit(durable: true)
        }
        #expect(entries.map(\.utf8.count) == [lengthBytes])
    }

    @Test func onlyRunsOfTheSameLedgerRemoveStagedSets() throws {
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
