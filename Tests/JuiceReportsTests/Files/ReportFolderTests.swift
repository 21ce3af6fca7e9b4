import Dispatch
import Foundation
import JuiceBatch
import JuiceReports
import Synchronization
import TestSupport
import Testing

/// A disk with the target folder `out`.
private struct TestDisk {
    private let temporary: TemporaryFolder
    let ledger = "/shop/ledger.sqlite"

    init() throws { temporary = try TemporaryFolder() }

    subscript(_ name: String) -> String { temporary.path + "/" + name }

    var target: String { self["out"] }

    /// The texts of all files by their path; empty folders have a `/` behind their name.
    var files: [String: String] {
        let paths = FileManager.default.subpaths(atPath: temporary.path) ?? []
        let leaves = paths.filter { path in !paths.contains { $0.hasPrefix(path + "/") } }
        let texts = leaves.map { path in
            temporary.read(path).map { (path, String(decoding: $0, as: UTF8.self)) } ?? (path + "/", "")
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    func write(_ text: String, to name: String) throws { try temporary.write(Array(text.utf8), to: name) }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: false)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }

    /// A report folder with one staged file.
    func stage(_ content: String, for name: String = "out", ledger: String? = nil) throws -> ReportFolder {
        let folder = try ReportFolder(path: self[name], ledger: ledger)
        try folder.create("success.csv").write(content)
        return folder
    }

    /// The staged set of a run killed after its commit.
    func leave(_ content: String) throws -> StagedSet {
        let folder = try stage(content, ledger: ledger)
        let set = try folder.prepare(durable: true)
        folder.leaveStaged()
        return set
    }

    @discardableResult
    func complete(_ set: StagedSet) throws -> ReportsState {
        try set.complete(on: SystemDisk(), run: 7, ledger: ledger)
    }
}

@Suite struct ReportFolderTests {
    private let disk: TestDisk

    init() throws { disk = try TestDisk() }

    private func commit(_ content: String, to name: String = "out", durable: Bool = false) throws {
        try ReportFolder(path: disk[name]).checkTarget()
        try disk.stage(content, for: name).commit(durable: durable)
    }

    @Test(arguments: [false, true])
    func makesANewFolderWithItsParents(durable: Bool) throws {
        try commit("x", to: "out/deep/er", durable: durable)
        #expect(disk.files == ["out/deep/er/success.csv": "x"])
    }

    @Test func replacesAnEmptyFolderAndAnEarlierSet() throws {
        try disk.makeFolder("out")
        try commit("first")
        #expect(disk.files == ["out/success.csv": "first"])
        try disk.write("1", to: "out/stock.csv")
        try commit("second")
        #expect(disk.files == ["out/success.csv": "second"])
    }

    @Test func nothingIsVisibleBeforeTheCommit() throws {
        try commit("first")
        let folder = try disk.stage("second")
        #expect(disk.files["out/success.csv"] == "first" && disk.files.count == 2)
        folder.discard()
        #expect(disk.files == ["out/success.csv": "first"])
    }

    @Test(arguments: ["mine.txt", ".hidden", "success.csv.bak", "summary.json/deeper"])
    func foreignFileIsKept(name: String) throws {
        try commit("first")
        // Also if it is added late.
        let folder = try disk.stage("second")
        try disk.write("7", to: "out/" + name)
        #expect(throws: BatchError.self) { try folder.commit(durable: false) }
        folder.discard()
        let error = #expect(throws: BatchError.self) { try commit("third") }
        if case .foreignOutput(disk.target, let entry)? = error {
            #expect(name.hasPrefix(entry))
        } else {
            Issue.record("\(String(describing: error))")
        }
        #expect(disk.files == ["out/success.csv": "first", "out/" + name: "7"])
    }

    @Test func fileInPlaceOfTheFolderIsRefused() throws {
        try disk.write("7", to: "out")
        for name in ["out", "out/below"] { #expect(throws: BatchError.self) { try commit("x", to: name) } }
        #expect(disk.files == ["out": "7"])
    }

    @Test func leftoversOfAKilledRunAreRemoved() throws {
        try disk.write("1", to: ".out.juice-batch-abcdef/success.csv")
        try disk.write("1", to: ".other.juice-batch-abcdef/success.csv")
        let living = try disk.stage("y")
        try commit("x")
        #expect(disk.files.values.sorted() == ["1", "x", "y"], "the folder of a run that lives stays")
        living.discard()
        #expect(disk.files == [".other.juice-batch-abcdef/success.csv": "1", "out/success.csv": "x"])
    }

    @Test func linkIsFollowedToItsFolder() throws {
        try disk.makeFolder("real")
        try disk.link("out", to: "real")
        try commit("x")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: disk.target) == "real")
        #expect(disk.files["real/success.csv"] == "x")
        let folder = try ReportFolder(path: disk.target)
        #expect(folder.holds(disk["real/success.csv"]) && folder.holds(disk["out/success.csv"]))
        #expect(!folder.holds(disk["real"]))
    }

    @Test func permissionsAreKept() throws {
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
        try commit("first")
        #expect(try mode(disk.target) & 0o700 == 0o700 && mode(disk["out/success.csv"]) & 0o600 == 0o600)
        for wanted in [0o750, 0o700, 0o2775] {
            try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: disk.target)
            try commit("again")
            #expect(try mode(disk.target) == wanted)
        }
    }

    @Test func pathsInsideTheFolderAreRecognized() throws {
        try disk.write("1", to: "out/sub/a.csv")
        try disk.write("1", to: "output/a.csv")
        let folder = try ReportFolder(path: disk["out/../out/"])
        #expect(folder.holds(disk["out/sub/a.csv"]) && folder.holds(disk["output/../out/sub/a.csv"]))
        #expect(!folder.holds(disk["output/a.csv"]))
        #expect(try ReportFolder(path: disk["out/b/c"]).existingParent == ReportFolder.resolved(disk.target))
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
        let expected = (0..<blocks).flatMap { block -> [UInt8] in [UInt8](repeating: UInt8(block + 1), count: size) }
        #expect(folder.read("rows.csv") == expected)
    }
}

/// Report sets that a killed run has left staged.
@Suite struct StagedSetTests {
    private let disk: TestDisk

    init() throws { disk = try TestDisk() }

    @Test func placingASetIsIdempotent() throws {
        try disk.complete(disk.leave("old"))
        let set = try disk.leave("new")
        for _ in 0..<3 {
            #expect(try disk.complete(set) == .inPlace)
            #expect(disk.files == ["out/success.csv": "new"])
        }
    }

    @Test func replacedSetIsRemovedAfterTheExchange() throws {
        try disk.complete(disk.leave("old"))
        let set = try disk.leave("new")
        // The run was killed after the exchange and before the removal; another process had just added a file.
        try disk.write("9", to: "out/late")
        try #require(try SystemDisk().exchange(set.staging, with: disk.target))
        #expect(try disk.complete(set) == .inPlace)
        #expect(disk.files == ["out/success.csv": "new", "out/late": "9"])
    }

    @Test func fileThatReplacedTheTargetIsKeptBesideIt() throws {
        let set = try disk.leave("new")
        try disk.write("9", to: "out")
        try #require(try SystemDisk().exchange(set.staging, with: disk.target))
        #expect(try disk.complete(set) == .inPlace)
        #expect(disk.files == ["out/success.csv": "new", "out.displaced": "9"])
    }

    @Test func removedStagedSetIsLost() throws {
        let set = try disk.leave("new")
        try FileManager.default.moveItem(atPath: set.staging, toPath: disk["elsewhere"])
        #expect(try disk.complete(set) == .missing(target: disk.target))
        #expect(disk.files == ["elsewhere/success.csv": "new"])
    }

    @Test func setReplacedByALaterRunIsNotRestored() throws {
        let set = try disk.leave("middle")
        try #require(try set.move(on: SystemDisk(), shownTarget: disk.target, durable: false))
        try disk.stage("latest").commit(durable: false)
        #expect(try disk.complete(set) == .missing(target: disk.target))
        #expect(disk.files == ["out/success.csv": "latest"])
    }

    @Test(arguments: ["out/photo.jpg", "out/summary.json/x", "out"])
    func foreignFolderIsKept(name: String) throws {
        let set = try disk.leave("new")
        try disk.write("7", to: name)
        #expect(try disk.complete(set) == .beside(disk["out.run-7"]))
        #expect(disk.files == [name: "7", "out.run-7/success.csv": "new"])
    }

    @Test func occupiedFallbackPathIsNotUsed() throws {
        let set = try disk.leave("new")
        try disk.write("7", to: "out")
        try disk.write("8", to: "out.run-7")
        #expect(try disk.complete(set) == .beside(disk["out.run-7.2"]))
        #expect(disk.files == ["out": "7", "out.run-7": "8", "out.run-7.2/success.csv": "new"])
    }

    @Test func strayFileInStagingIsKept() throws {
        try disk.complete(disk.leave("old"))
        let set = try disk.leave("new")
        try Data("9".utf8).write(to: URL(fileURLWithPath: set.staging + "/.DS_Store"))
        #expect(try disk.complete(set) == .beside(disk["out.run-7"]))
        #expect(
            disk.files == ["out/success.csv": "old", "out.run-7/.DS_Store": "9", "out.run-7/success.csv": "new"])
    }

    /// A path in the ledger alone is no reason to change a folder.
    @Test func folderWithAnotherIdentityIsNotTouched() throws {
        let set = try disk.leave("new")
        let (identity, user) = (set.identity, disk["photos"])
        try disk.write("7", to: "photos/a.jpg")
        try disk.makeFolder("empty")
        try disk.link(".out.juice-ledger-link", to: "photos")
        func changed(device: Int = 0, inode: Int = 0, sha256: String = "") -> SetIdentity {
            SetIdentity(
                device: identity.device + device, inode: identity.inode + inode, sha256: identity.sha256 + sha256)
        }
        let parent = ReportFolder.split(disk.target).parent
        let name = String(set.staging.dropFirst(parent.count + 1))
        let forged: [(String, String, SetIdentity)] = [
            (user, disk.target, identity), (set.staging, user, identity), (disk["empty"], disk.target, identity),
            (disk[".out.juice-ledger-link"], disk.target, identity),
            (set.staging, disk["../\(ReportFolder.split(parent).name)/out"], identity),
            ("/tmp/" + name, disk.target, identity), (name, "out", identity),
            (set.staging + "/", disk.target, identity), (set.staging, disk.target, changed(device: 1)),
            (set.staging, disk.target, changed(inode: 1)), (set.staging, disk.target, changed(sha256: "x")),
        ]
        let before = disk.files
        for (staging, target, identity) in forged {
            let claim = StagedSet(staging: staging, target: target, identity: identity)
            #expect(try disk.complete(claim) == .missing(target: claim.target), "\(claim)")
        }
        let other = try set.complete(on: SystemDisk(), run: 7, ledger: "/shop/other.sqlite")
        #expect(other == .missing(target: disk.target) && disk.files == before)
        #expect(try disk.complete(set) == .inPlace)
        #expect(disk.files["out/success.csv"] == "new" && disk.files["photos/a.jpg"] == "7")
    }

    /// A staging folder needs a longer name than its target, whose name may be as long as any.
    @Test(arguments: [1, 150, 151, 229, 255])
    func targetMayHaveAnyName(lengthBytes: Int) throws {
        let name = String(repeating: "n", count: lengthBytes)
        for ledger in [nil, disk.ledger] { try disk.stage("x", for: name, ledger: ledger).commit(durable: true) }
        #expect(disk.files == [name + "/success.csv": "x"])
    }

    @Test func onlyRunsOfTheSameLedgerRemoveStagedSets() throws {
        let set = try disk.leave("left behind")
        for other in [nil, "/shop/other.sqlite", disk.ledger] {
            try disk.stage("x", ledger: other).discard()
            #expect(FileManager.default.fileExists(atPath: set.staging) == (other != disk.ledger))
        }
        #expect(disk.files == [:])
    }
}
