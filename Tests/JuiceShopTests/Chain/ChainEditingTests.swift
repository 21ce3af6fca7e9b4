import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// Adding, closing and renaming shops.
@Suite struct ChainEditingTests {
    private let setup: TestShop
    private let shop: Shop

    init() throws {
        setup = try TestShop([:])
        shop = setup.shop()
    }

    private var entries: [ShopEntry] {
        get throws { try shop.chain("c").shops }
    }

    /// The error with which a command is refused.
    private func refusal<Value>(_ body: () throws -> Value) -> ChainRequestError? {
        let error = #expect(throws: BatchError.self, performing: body)
        guard case .usage(.chain(let error))? = error else { return nil }
        return error
    }

    @Test func shopCanBeAddedClosedAndReopened() throws {
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(setup.folder.holds("c/inbox") && setup.folder.holds("c/강남/inbox"))
        #expect(try entries == [ShopEntry(name: "강남", folder: "강남")])
        // Adding a shop that needs no settings leaves those of the chain as they are.
        let settings = #"{"columns":{"shop":"매장"}}"#
        try setup.write(settings, to: "c/chain.json")
        _ = try shop.addShop("홍대", toChain: "c")
        #expect(setup.text("c/chain.json") == settings)
        try setup.write("ledger", to: "c/강남/shop.sqlite")
        #expect(try shop.closeShop("강남", ofChain: "c", since: nil) == TestShop.today)
        let closed = ChainRequestError.closed("강남", since: TestShop.today)
        #expect(refusal { try shop.closeShop("강남", ofChain: "c", since: "2026-12-01") } == closed)
        #expect(try entries.map(\.closedSince) == [TestShop.today, nil] && shop.chain("c").file.shopColumn == "매장")
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(try entries.map(\.closedSince) == [nil, nil] && setup.text("c/강남/shop.sqlite") == "ledger")
    }

    @Test func renamedShopKeepsItsFolderAndNames() throws {
        for name in ["강남", "홍대"] { _ = try shop.addShop(name, toChain: "c") }
        try shop.renameShop("강남", to: "역삼", inChain: "c")
        #expect(try entries.map(\.name) == ["역삼", "홍대"] && entries.map(\.folder) == ["강남", "홍대"])
        #expect(try entries.map(\.also) == [["강남"], []])
        // The shop is found by both names and can take its former name again.
        try shop.renameShop("강남", to: "신논현", inChain: "c")
        try shop.renameShop("신논현", to: "강남", inChain: "c")
        #expect(try shop.chain("c").shop(named: "강남")?.also == ["역삼", "신논현"])
        for name in ["홍대", "강남"] {
            #expect(refusal { try shop.renameShop("강남", to: name, inChain: "c") } == .nameInUse(name))
        }
        #expect(refusal { try shop.addShop("역삼", toChain: "c") } == .nameInUse("역삼"))
        // Another spelling is the same name.
        try shop.renameShop("홍대", to: "홍 대", inChain: "c")
        #expect(try shop.chain("c").shop(named: "홍대")?.also == [])
    }

    @Test func invalidChainEditsAreRefusedWithoutEffect() throws {
        _ = try shop.addShop("강남", toChain: "c")
        let before = try setup.content()
        for name in ["", "..", "a/b", ".x", "a\nb", String(repeating: "x", count: 256)] {
            #expect(refusal { try shop.addShop(name, toChain: "c") } == .badName(name))
            #expect(refusal { try shop.renameShop("강남", to: name, inChain: "c") } == .badName(name))
        }
        for name in ["reports", "inbox"] {
            #expect(refusal { try shop.addShop(name, toChain: "c") } == .badName(name))
        }
        #expect(refusal { try shop.renameShop("부산", to: "b", inChain: "c") } == .unknownShop("부산"))
        #expect(refusal { try shop.closeShop("부산", ofChain: "c", since: nil) } == .unknownShop("부산"))
        #expect(try setup.content() == before)
    }
}

/// The locks between chain runs.
@Suite struct ChainLockTests {
    private let setup: TestShop

    init() throws { setup = try TestShop([:]) }

    private func lock(isShared: Bool) throws(BatchError) -> ChainLock {
        try ChainLock(in: OpenFolder(root: setup.folder.path), isShared: isShared, setup.cancellation)
    }

    @Test func partialChainRunsMayOverlapAndFullOnesMayNot() throws {
        let (one, other) = (try lock(isShared: true), try lock(isShared: true))
        #expect(try one.withExclusiveLock { 1 } + other.withExclusiveLock { 2 } == 3)
        expectError {
            _ = try lock(isShared: false)
        } fits: {
            if case .badChain(".night", .busy) = $0 { true } else { false }
        }
        setup.cancellation.request(signal: 15)
        expectError {
            _ = try lock(isShared: false)
        } fits: {
            if case .interrupted = $0 { true } else { false }
        }
        withExtendedLifetime((one, other)) {}
    }

    /// Concurrent tests use other folders.
    @Test func failedLockLeaksNoDescriptor() throws {
        try setup.makeFolder(".night/.lock.rollup")
        for _ in 0..<3 { #expect(throws: BatchError.self) { _ = try lock(isShared: true) } }
        let files = FileManager.default
        let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        }
        #expect(!open.contains { $0.hasPrefix(setup.path(".night/")) })
    }
}

/// Records of partitions that wait in a shop's folder.
@Suite struct PendingPartitionsTests {
    private let setup: TestShop
    private let folder: OpenFolder

    init() throws {
        setup = try TestShop([:])
        folder = try OpenFolder(root: setup.folder.path)
    }

    private static let text = "매장,item\nb,키위쥬스\n"
    private static let head =
        #"{"part": 1, "export": "ab", "path": "inbox/e.csv", "file": "e.csv", "encoding": "utf-8", "delimiter": ",", "#
        + #""shop_column": "매장", "line_bytes": 1, "shop_names": ["b"], "split_options": ["--excel"], "#
        + #""date": "2026-11-23", "date_of_undated": null, "sha256": "\#(SHA256.hex(of: text))"}"#

    @Test(arguments: [
        "", "{}", "x", head.replacing("\"part\": 1", with: "\"part\": 2"),
        head.replacing("line_bytes\": 1", with: "line_bytes\": 2"), head.replacing("utf-8", with: "utf-7"),
        head.replacing("\",\"", with: "\";;\""), head.replacing("\"export\"", with: "\"port\""),
        head.replacing("[\"b\"]", with: "1"), head.replacing("\"date\"", with: "\"day\""),
        head.replacing("\"sha256\": \"", with: "\"sha256\": \"0"),
    ])
    func damagedRecordIsRefused(head: String) throws {
        for (head, isSound) in [(Self.head, true), (head, false)] {
            try setup.folder.write(Array((head + "\n").utf8) + [3], to: ".parts/2026-11-23-000001")
            _ = try setup.write(Self.text, to: ".parts/2026-11-23-000001.csv")
            let names = try folder.pendingPartitionNames()
            let part = try? names.first.map { try folder.pendingPartition($0, setup.cancellation) }
            #expect(names.count == 1 && (part != nil) == isSound)
        }
    }
}
