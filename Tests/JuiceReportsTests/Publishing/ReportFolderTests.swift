import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@Suite struct ReportFolderTests {
    private let place: TemporaryFolder
    private var target: String { place.path + "/out" }

    init() throws { place = try TemporaryFolder() }

    private func commit(_ content: String, to path: String? = nil, durable: Bool = false) throws {
        let folder = try ReportFolder(path: path ?? target)
        try folder.checkTarget()
        try folder.create("success.csv").write(content)
        try folder.create("report.md").write("# \(content)")
        try folder.commit(durable: durable)
    }

    private func entries(_ path: String? = nil) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path ?? place.path).sorted()
    }

    private func text(_ name: String) -> String { String(decoding: place.read(name) ?? [], as: UTF8.self) }

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
        try place.write([1], to: "out/stock.csv")
        try commit("second")
        #expect(try entries(target) == ["report.md", "success.csv"])
        #expect(text("out/success.csv") == "second")
        #expect(try entries() == ["out"])
    }

    @Test func nothingIsSeenBeforeTheCommit() throws {
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
    func aStrangersFileIsLeftAlone(name: String) throws {
        try commit("first")
        try? FileManager.default.removeItem(atPath: target + "/summary.json")
        try place.write([7], to: "out/" + name)
        let folder = try ReportFolder(path: target)
        do {
            try folder.checkTarget()
            Issue.record("accepted")
        } catch {
            guard case .outputNotOurs(let path, let entry) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(path == target)
            #expect(name.hasPrefix(entry))
        }
        #expect(place.read("out/" + name) == [7])
    }

    @Test func aStrangersFileThatComesLateIsLeftAlone() throws {
        try commit("first")
        let folder = try ReportFolder(path: target)
        try folder.checkTarget()
        try folder.create("success.csv").write("second")
        try place.write([7], to: "out/late")
        #expect(throws: BatchError.self) { try folder.commit(durable: false) }
        folder.discard()
        #expect(text("out/success.csv") == "first")
        #expect(place.read("out/late") == [7])
        #expect(try entries() == ["out"])
    }

    @Test func aFileIsNoFolder() throws {
        try place.write([7], to: "out")
        let folder = try ReportFolder(path: target)
        #expect(throws: BatchError.self) { try folder.checkTarget() }
        #expect(throws: BatchError.self) { try commit("x", to: target + "/below") }
        #expect(place.read("out") == [7])
    }

    @Test func leftoversOfADeadRunAreCleared() throws {
        try place.write([1], to: ".out.juice-batch-abcdef/success.csv")
        try place.write([1], to: ".other.juice-batch-abcdef/success.csv")
        let living = try ReportFolder(path: target)
        _ = try living.create("success.csv")
        #expect(try entries().count == 2)
        try commit("x")
        #expect(try entries().contains(".other.juice-batch-abcdef"))
        #expect(try entries().count == 3, "the folder of a run that lives stays")
        living.discard()
        #expect(try entries() == [".other.juice-batch-abcdef", "out"])
    }

    @Test func aLinkStandsForItsFolder() throws {
        try FileManager.default.createDirectory(atPath: place.path + "/real", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: "real")
        try commit("x")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: target) == "real")
        #expect(try entries(place.path + "/real") == ["report.md", "success.csv"])
        let folder = try ReportFolder(path: target)
        #expect(folder.holds(place.path + "/real/success.csv"))
        #expect(folder.holds(target + "/success.csv"))
        #expect(!folder.holds(place.path))
    }

    @Test func theModeIsKept() throws {
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

    @Test func aRunKnowsWhatLiesInItsFolder() throws {
        try place.write([1], to: "out/sub/a.csv")
        try place.write([1], to: "output/a.csv")
        let folder = try ReportFolder(path: target + "/../out/")
        #expect(folder.holds(target + "/sub/a.csv"))
        #expect(folder.holds(place.path + "/output/../out/sub/a.csv"))
        #expect(!folder.holds(place.path + "/output/a.csv"))
        #expect(try ReportFolder(path: place.path + "/a/b/c").existingParent == ReportFolder.resolved(place.path))
    }
}
