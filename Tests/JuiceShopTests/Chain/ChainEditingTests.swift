import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// Adding, closing and renaming shops.
@Suite struct ChainEditingTests {
    private static let today = TestShop.today

    private let setup: TestShop
    private let shop: Shop

    init() throws {
        setup = try TestShop([:])
        shop = setup.shop()
    }

    private var entries: [ShopEntry] {
        get throws { try shop.chain("c").1.shops }
    }

    /// The error with which a command is refused.
    private func refusal(_ body: () throws -> Void) -> ChainRequestError? {
        do {
            try body()
        } catch BatchError.usage(.chain(let use)) {
            return use
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func addingTheFirstShopCreatesTheChain() throws {
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(setup.folder.read("c/chain.json") != nil)
        #expect(setup.folder.holds("c/inbox") && setup.folder.holds("c/강남/inbox"))
        #expect(try entries == [ShopEntry(name: "강남", folder: "강남")])
    }

    @Test func chainKeepsItsSettings() throws {
        let text = #"{"columns":{"shop":"매장"}}"#
        try setup.write(text, to: "c/chain.json")
        _ = try shop.addShop("강남", toChain: "c")
        #expect(setup.folder.read("c/chain.json") == Array(text.utf8))
        _ = try shop.closeShop("강남", ofChain: "c", since: nil)
        #expect(try shop.chain("c").0.shopColumn == "매장")
    }

    @Test func shopCanBeClosedAndReopened() throws {
        _ = try shop.addShop("강남", toChain: "c")
        try setup.write("ledger", to: "c/강남/shop.sqlite")
        #expect(try shop.closeShop("강남", ofChain: "c", since: nil) == Self.today)
        #expect(
            refusal { _ = try shop.closeShop("강남", ofChain: "c", since: "2026-12-01") }
                == .closed("강남", since: Self.today))
        #expect(try entries.map(\.closedSince) == [Self.today])
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(try entries.map(\.closedSince) == [nil])
        #expect(setup.folder.read("c/강남/shop.sqlite") == Array("ledger".utf8))
    }

    @Test func renamedShopKeepsItsFolderAndNames() throws {
        for name in ["강남", "홍대"] { _ = try shop.addShop(name, toChain: "c") }
        try shop.renameShop("강남", to: "역삼", inChain: "c")
        #expect(try entries.map(\.name) == ["역삼", "홍대"] && entries.map(\.folder) == ["강남", "홍대"])
        #expect(try entries.map(\.also) == [["강남"], []])
        // The shop is found by both names and can take its former name again.
        try shop.renameShop("강남", to: "신논현", inChain: "c")
        try shop.renameShop("신논현", to: "강남", inChain: "c")
        #expect(try shop.chain("c").1.shop(named: "강남")?.also == ["역삼", "신논현"])
        #expect(refusal { try shop.renameShop("강남", to: "홍대", inChain: "c") } == .nameInUse("홍대"))
        #expect(refusal { try shop.renameShop("강남", to: "강남", inChain: "c") } == .nameInUse("강남"))
        #expect(refusal { _ = try shop.addShop("역삼", toChain: "c") } == .nameInUse("역삼"))
        // Another spelling is the same name.
        try shop.renameShop("홍대", to: "홍 대", inChain: "c")
        #expect(try shop.chain("c").1.shop(named: "홍대")?.also == [])
    }

    @Test func invalidChainEditsAreRefusedWithoutEffect() throws {
        _ = try shop.addShop("강남", toChain: "c")
        let before = try setup.content()
        for name in ["", "..", "a/b", ".x", "a\nb", String(repeating: "x", count: 256)] {
            #expect(refusal { _ = try shop.addShop(name, toChain: "c") } == .badName(name))
        }
        for name in ["reports", "inbox"] {
            #expect(refusal { _ = try shop.addShop(name, toChain: "c") } == .reservedName(name))
        }
        for name in ["", "..", "a/b", ".x", "a\nb", String(repeating: "x", count: 256)] {
            #expect(refusal { try shop.renameShop("강남", to: name, inChain: "c") } == .badName(name))
        }
        #expect(refusal { try shop.renameShop("부산", to: "b", inChain: "c") } == .unknownShop("부산"))
        #expect(refusal { _ = try shop.closeShop("부산", ofChain: "c", since: nil) } == .unknownShop("부산"))
        #expect(try setup.content() == before)
    }
}

/// The locks between chain runs.
@Suite struct ChainLockTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
    }

    private func lock(isShared: Bool) throws(BatchError) -> ChainLock {
        try ChainLock(in: OpenFolder(root: setup.folder.path), isShared: isShared, setup.cancellation)
    }

    @Test func partialChainRunsMayOverlap() throws {
        let (one, other) = (try lock(isShared: true), try lock(isShared: true))
        #expect(try one.withExclusiveLock { 1 } + other.withExclusiveLock { 2 } == 3)
    }

    @Test func fullChainRunWaitsThenReportsTheOther() throws {
        let held = try lock(isShared: true)
        expectError {
            _ = try lock(isShared: false)
        } fits: {
            if case .badChain(".night", .busy) = $0 { true } else { false }
        }
        withExtendedLifetime(held) {}
    }

    @Test func failedLockLeaksNoDescriptor() throws {
        try FileManager.default.createDirectory(
            atPath: setup.folder.path + "/.night/.lock.rollup", withIntermediateDirectories: true)
        for _ in 0..<3 { #expect(throws: BatchError.self) { _ = try lock(isShared: true) } }
        #expect(try openLockFiles() == [])
    }

    /// The files in `.night/` that this process has open.
    ///
    /// Concurrent tests use other folders.
    private func openLockFiles() throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
        }.filter { $0.hasPrefix(setup.folder.path + "/.night/") }
    }

    @Test func waitForTheLockCanBeCancelled() throws {
        let held = try lock(isShared: false)
        setup.cancellation.request(signal: 15)
        #expect(throws: (any Error).self) { _ = try lock(isShared: true) }
        withExtendedLifetime(held) {}
    }
}

/// Records of partitions that wait in an inbox.
@Suite struct PendingPartitionsTests {
    private let setup: TestShop

    init() throws {
        setup = try TestShop([:])
    }

    private var waiting: PendingPartitions {
        get throws {
            PendingPartitions(
                shop: try OpenFolder(root: setup.folder.path), path: setup.folder.path,
                cancellation: setup.cancellation)
        }
    }

    private func left(_ text: String) throws -> InputFile {
        let path = try setup.write(text, to: "inbox/o.csv")
        return try InputFile(
            path: path, name: "o.csv", spillFolder: setup.folder.path, cancellation: setup.cancellation)
    }

    /// The record for a file with these bytes, and its name.
    private func record(of text: String, _ head: String) throws -> String {
        let name = SHA256.hex(of: text)
        try setup.folder.write(Array((head + "\n").utf8) + [3], to: ".parts/\(name)")
        return name
    }

    private static let text = "매장,item\nb,키위쥬스\n"
    private static let head =
        #"{"part": 1, "export": "ab", "path": "inbox/e.csv", "file": "e.csv", "encoding": "utf-8", "delimiter": ",", "#
        + #""shop_column": "매장", "lead": 12, "line_bytes": 1, "shop_names": ["b"], "split_options": ["--excel"]}"#

    @Test func pendingPartitionIsFoundByContent() throws {
        #expect(try waiting.part(left(Self.text)) == nil)
        let name = try record(of: Self.text, Self.head)
        let part = try #require(try waiting.part(left(Self.text)))
        #expect(
            part.partition == .init(exportSHA256: "ab", shopNames: ["b"], options: ["--excel"])
                && part.input.name == "e.csv" && part.input.path == "inbox/e.csv")
        #expect(try part.input.sha256(cancellation: setup.cancellation) == name)
        // A changed file is an ordinary file.
        #expect(try waiting.part(left(Self.text + "b,망고쥬스\n")) == nil)
        for _ in 0..<2 { try waiting.removeAll() }
        #expect(!setup.folder.holds(".parts/\(name)"))
    }

    @Test(arguments: [
        "", "{}", "x", head.replacing("\"part\": 1", with: "\"part\": 2"),
        head.replacing("line_bytes\": 1", with: "line_bytes\": 2"), head.replacing("utf-8", with: "utf-7"),
        head.replacing("\"lead\": 12", with: "\"lead\": 1200"), head.replacing("\"lead\": 12", with: "\"lead\": -1"),
        head.replacing("\",\"", with: "\";;\""), head.replacing("\"export\"", with: "\"port\""),
        head.replacing("[\"b\"]", with: "1"),
    ])
    func damagedRecordIsIgnored(head: String) throws {
        _ = try record(of: Self.text, head)
        #expect(try waiting.part(left(Self.text)) == nil)
    }
}
