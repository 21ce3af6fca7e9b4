import Foundation
import Glibc
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// The shops of a chain's folder, and folders that are refused.
@Suite struct ChainFolderTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop(["c/inbox/orders.csv": "item\n"])
    }

    private func folder(_ json: String = "{}") throws(BatchError) -> ChainFolder {
        let file = try ChainFile(Array(json.utf8), path: "chain.json")
        return try ChainFolder("c", file: file, in: setup.shop().environment)
    }

    private func make(_ names: String...) throws {
        for name in names {
            try FileManager.default.createDirectory(
                atPath: "\(setup.folder.path)/c/\(name)", withIntermediateDirectories: true)
        }
    }

    /// The shops of a run without a manifest.
    private func shops(
        of chain: ChainFolder, _ globs: [String] = [], on date: String = "2026-11-23"
    ) throws(BatchError) -> [ShopEntry] {
        try chain.shops(on: date, ChainRunManifest.Content(), fitting: globs)
    }

    /// The error of the chain; nil if it is valid.
    private func error(_ json: String = "{}") -> ChainError? {
        do throws(BatchError) {
            _ = try folder(json)
        } catch .badChain(_, let error) {
            return error
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func eachFolderIsAShopSortedByBytes() throws {
        try make("홍대", "a b", "B", "가", "done", "failed", "repeated", "reports", ".night")
        try setup.folder.write([], to: "c/chain.json")
        let chain = try folder(#"{"shops": {"나": {"folder": "B"}, "새": {}}}"#)
        #expect(chain.shops.map(\.name) == ["a b", "가", "나", "새", "홍대"])
        #expect(chain.shops.map(\.folder) == ["a b", "가", "B", "새", "홍대"])
    }

    @Test(arguments: ["a\nb", "a\u{1B}[2Jb", "a\u{202E}b", "\u{3000}"])
    func invisibleFolderNameIsRefused(name: String) throws {
        try make(name)
        #expect(error() == .unusable(name))
    }

    @Test func folderNameThatIsNotUTF8IsRefused() throws {
        let path = Array("\(setup.folder.path)/c/".utf8) + [0xB0, 0xAD, 0]
        #expect(mkdir(path.map { CChar(bitPattern: $0) }, 0o755) == 0)
        guard case .unusable? = error() else { throw ProgramError(description: "a name that is no UTF-8 was taken") }
    }

    @Test func linkedFolderIsNoShop() throws {
        try make("a")
        let outside = try TemporaryFolder()
        let link = "\(setup.folder.path)/c/b"
        for target in [outside.path, "a", "."] {
            #expect(symlink(target, link) == 0)
            #expect(error() == .noFolder("b"))
            #expect(error(#"{"shops": {"나": {"folder": "b"}}}"#) == .noFolder("b"))
            #expect(unlink(link) == 0)
        }
        // A link to a file or to nothing is no shop, unless the settings name it.
        for target in ["inbox/orders.csv", "nowhere"] {
            #expect(symlink(target, link) == 0)
            #expect(try folder().shops.map(\.name) == ["a"])
            #expect(error(#"{"shops": {"b": {}}}"#) == .noFolder("b"))
            #expect(unlink(link) == 0)
        }
        try setup.folder.write([], to: "c/b")
        #expect(try folder().shops.map(\.name) == ["a"])
        #expect(error(#"{"shops": {"b": {}}}"#) == .noFolder("b"))
    }

    @Test func shopsWithMatchingNamesAreRefused() throws {
        try make("강남점", "b")
        #expect(
            error(#"{"shops": {"나": {"folder": "b"}, "다": {"folder": "b"}}}"#) == .sameFolder("b", shops: ["나", "다"]))
        #expect(
            error(#"{"shops": {"강남점": {"folder": "b"}}}"#) == .sameName("강남점", folders: ["b", "강남점"])
                || error(#"{"shops": {"강남점": {"folder": "b"}}}"#) == .sameName("강남점", folders: ["강남점", "b"]))
        guard case .sameName("강남점", _)? = error(#"{"shops": {"b": {"also": ["강남점"]}}}"#) else {
            Issue.record("a shop has the name of another")
            return
        }
        // Names match as those of juices do, whatever the case of their letters and their spaces.
        try make("강 남 점")
        guard case .sameName? = error() else { throw ProgramError(description: "two names that match were taken") }
    }

    @Test func aliasMayRepeatTheShopName() throws {
        try make("a")
        #expect(try folder(#"{"shops": {"a": {"also": ["A", "에이", "에이"]}}}"#).shop(named: " 에이 ")?.folder == "a")
    }

    @Test func shopPatternsFollowShellRules() throws {
        try make("강남1", "강남2", "홍대[1]", "*")
        let chain = try folder(#"{"shops": {"강남2": {"closed": "2026-11-01"}}}"#)
        func names(_ globs: String...) throws -> [String] {
            try shops(of: chain, globs).map(\.name)
        }
        #expect(try names() == ["*", "강남1", "홍대[1]"])
        #expect(try names("강남*") == ["강남1"])
        #expect(try names("강남?", "홍대*") == ["강남1", "홍대[1]"])
        // A literal name matches even if it has pattern characters.
        #expect(try names("홍대[1]") == ["홍대[1]"])
        #expect(try names("강남1", "강남2") == ["강남1"] && names("강남2") == [])
        for glob in ["부산*", ""] {
            expectError {
                _ = try shops(of: chain, ["강남1", glob])
            } fits: {
                if case .usage(.chain(.noMatch(glob))) = $0 { true } else { false }
            }
        }
    }

    @Test func shopIsClosedFromItsDate() throws {
        try make("a", "b")
        let chain = try folder(#"{"shops": {"a": {"closed": "2026-11-23", "also": ["에이"]}}}"#)
        #expect(chain.closedShop(named: "에이", on: "2026-11-23")?.folder == "a")
        #expect(chain.closedShop(named: "에이", on: "2026-11-22") == nil)
        #expect(chain.closedShop(named: "b", on: "2026-11-23") == nil && chain.shop(named: "b")?.folder == "b")
        #expect(try shops(of: chain, on: "2026-11-22").map(\.folder) == ["a", "b"])
        #expect(try shops(of: chain, on: "2026-11-24").map(\.folder) == ["b"])
    }

    /// A linked folder would give one file to two shops, or change files outside the chain.
    @Test func linkedWorkingFoldersAreRefused() throws {
        try make("a", "b/inbox")
        let outside = try TemporaryFolder()
        for name in ["inbox", "done", "failed", "repeated", "reports", ".night"] {
            let path = "\(setup.folder.path)/c/\(name)"
            if name == "inbox" { try FileManager.default.removeItem(atPath: path) }
            #expect(symlink(outside.path, path) == 0)
            #expect(error() == .linked(name))
            #expect(unlink(path) == 0)
            try setup.folder.write([], to: "c/\(name)")
            #expect(error() == .linked(name))
            #expect(unlink(path) == 0)
        }
        for name in ["inbox", "done", "failed", "repeated", "reports", "shop.sqlite"] {
            let path = "\(setup.folder.path)/c/a/\(name)"
            for target in [outside.path, "../b/\(name)", "nowhere"] {
                #expect(symlink(target, path) == 0)
                #expect(error() == .linked("a/\(name)"))
                #expect(unlink(path) == 0)
            }
        }
        #expect(error() == nil)
    }

    @Test func linkedDayFoldersAreRefused() throws {
        try make("a/reports", "b", "done")
        let outside = try TemporaryFolder()
        let chain = try folder()
        try chain.checkDay("2026-11-23")
        for index in ["done", "a/reports"] {
            let path = "\(setup.folder.path)/c/\(index)/2026-11-23"
            #expect(symlink(outside.path, path) == 0)
            expectError {
                try chain.checkDay("2026-11-23")
            } fits: {
                if case .badChain(_, .linked("\(index)/2026-11-23")) = $0 { true } else { false }
            }
            try chain.checkDay("2026-11-24")
            #expect(unlink(path) == 0)
        }
    }

    @Test func sharedLedgerIsRefused() throws {
        try make("a", "b")
        try setup.folder.write([], to: "c/a/shop.sqlite")
        let ledgers = ["a", "b"].map { "\(setup.folder.path)/c/\($0)/shop.sqlite" }
        #expect(link(ledgers[0], "\(setup.folder.path)/c/a/copy.sqlite") == 0)
        #expect(error() == nil)
        #expect(link(ledgers[0], ledgers[1]) == 0)
        #expect(error() == .sameLedger(folders: ["a", "b"]))
    }
}
