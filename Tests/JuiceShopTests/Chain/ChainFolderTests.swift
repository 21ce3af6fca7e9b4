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

    private func make(_ names: String...) throws { for name in names { try setup.makeFolder("c/" + name) } }

    /// The error of the chain while a link, or an empty file, stands at a path in it.
    private func error(with path: String, linkedTo target: String?, _ json: String = "{}") throws -> ChainError? {
        if let target {
            #expect(symlink(target, setup.path("c/" + path)) == 0)
        } else {
            try setup.folder.write([], to: "c/" + path)
        }
        defer { #expect(unlink(setup.path("c/" + path)) == 0) }
        return error(json)
    }

    /// The shops of a run without a manifest.
    private func shops(
        of chain: ChainFolder, _ globs: [String] = [], on date: String = "2026-11-23"
    ) throws(BatchError) -> [ShopEntry] {
        try chain.shops(on: date, ChainRunManifest.Content(), matching: globs)
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

    @Test func folderWithAnUnusableNameIsRefused() throws {
        for name in ["a\nb", "a\u{1B}[2Jb", "a\u{202E}b", "\u{3000}"] {
            try make(name)
            #expect(error() == .unusable(name))
            try setup.remove("c/" + name)
        }
        let notUTF8 = Array(setup.path("c/").utf8) + [0xB0, 0xAD, 0]
        #expect(mkdir(notUTF8.map { CChar(bitPattern: $0) }, 0o755) == 0)
        guard case .unusable? = error() else { throw ProgramError(description: "a name that is no UTF-8 was taken") }
    }

    @Test func linkedFolderIsNoShop() throws {
        try make("a")
        let outside = try TemporaryFolder()
        for target in [outside.path, "a", ".", "inbox/orders.csv", "nowhere", nil] {
            let isFolder = [outside.path, "a", "."].contains(target)
            #expect(try error(with: "b", linkedTo: target) == (isFolder ? ChainError.linked("b") : nil))
            let named = #"{"shops": {"나": {"folder": "b"}}}"#
            #expect(try error(with: "b", linkedTo: target, named) == .linked("b"))
        }
    }

    @Test func shopsWithMatchingNamesAreRefused() throws {
        try make("강남점", "b")
        let both = #"{"shops": {"나": {"folder": "b"}, "다": {"folder": "b"}}}"#
        #expect(error(both) == .sameFolder("b", shops: ["나", "다"]))
        for shops in [#"{"강남점": {"folder": "b"}}"#, #"{"b": {"also": ["강남점"]}}"#] {
            guard case .sameName("강남점", let folders)? = error(#"{"shops": \#(shops)}"#) else {
                throw ProgramError(description: "two names that match were taken")
            }
            #expect(folders.sorted() == ["b", "강남점"])
        }
        #expect(try folder(#"{"shops": {"b": {"also": ["B", "에이", "에이"]}}}"#).shop(named: " 에이 ")?.folder == "b")
        try make("강 남 점")
        guard case .sameName? = error() else { throw ProgramError(description: "two names that match were taken") }
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
                if case .usage(.chain(.unknownShop(glob))) = $0 { true } else { false }
            }
        }
    }

    @Test func shopIsClosedFromItsDate() throws {
        try make("a", "b")
        let chain = try folder(#"{"shops": {"a": {"closed": "2026-11-23", "also": ["에이"]}}}"#)
        #expect(chain.shop(named: "에이", closedOn: "2026-11-23")?.folder == "a")
        #expect(chain.shop(named: "에이", closedOn: "2026-11-22") == nil)
        #expect(chain.shop(named: "b", closedOn: "2026-11-23") == nil && chain.shop(named: "b")?.folder == "b")
        #expect(try shops(of: chain, on: "2026-11-22").map(\.folder) == ["a", "b"])
        #expect(try shops(of: chain, on: "2026-11-24").map(\.folder) == ["b"])
    }

    /// A linked folder would give one file to two shops, or change files outside the chain.
    @Test func linkedWorkingFoldersAreRefused() throws {
        try make("a", "b/inbox")
        try setup.remove("c/inbox")
        let outside = try TemporaryFolder()
        for name in ["inbox", "done", "failed", "repeated", "reports", ".night"] {
            for target in [outside.path, nil] { #expect(try error(with: name, linkedTo: target) == .linked(name)) }
        }
        for name in ["inbox", "done", "failed", "repeated", "reports", "shop.sqlite"] {
            for target in [outside.path, "../b/\(name)", "nowhere"] {
                #expect(try error(with: "a/\(name)", linkedTo: target) == .linked("a/\(name)"))
            }
        }
        #expect(error() == nil)
    }

    @Test func linkedDayFoldersAreRefused() throws {
        try make("a/reports", "b", "done")
        let chain = try folder()
        try chain.checkDay("2026-11-23")
        for (name, date) in [("done", "2026-11-23"), ("a/reports", "2026-11-24")] {
            #expect(symlink(setup.folder.path, setup.path("c/\(name)/\(date)")) == 0)
            expectError {
                try chain.checkDay(date)
            } fits: {
                if case .badChain(_, .linked("\(name)/\(date)")) = $0 { true } else { false }
            }
        }
        try chain.checkDay("2026-11-25")
    }

    @Test func sharedLedgerIsRefused() throws {
        try make("a", "b")
        try setup.folder.write([], to: "c/a/shop.sqlite")
        let ledgers = ["a/shop", "a/copy", "b/shop"].map { setup.path("c/\($0).sqlite") }
        #expect(link(ledgers[0], ledgers[1]) == 0 && error() == nil)
        #expect(link(ledgers[0], ledgers[2]) == 0 && error() == .sameLedger(folders: ["a", "b"]))
    }
}
