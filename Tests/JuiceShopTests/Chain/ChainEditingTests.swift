import Foundation
import JuiceBatch
import JuiceReports
import TestSupport
import Testing

@testable import JuiceShop

/// Shops that come, go and are called otherwise.
@Suite struct ChainEditingTests {
    private static let today = GivenShop.today

    private let given: GivenShop
    private let shop: Shop

    init() throws {
        given = try GivenShop([:])
        shop = given.shop()
    }

    private var entries: [ShopEntry] {
        get throws { try shop.chain("c").1.shops }
    }

    /// What a command is told that cannot be.
    private func refusal(_ body: () throws -> Void) -> ChainUse? {
        do {
            try body()
        } catch BatchError.usage(.chain(let use)) {
            return use
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func theFirstShopMakesTheChain() throws {
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(given.folder.read("c/chain.json") != nil)
        #expect(given.folder.holds("c/inbox") && given.folder.holds("c/강남/inbox"))
        #expect(try entries == [ShopEntry(name: "강남", folder: "강남")])
    }

    @Test func aChainThatHasSettingsKeepsThem() throws {
        let text = #"{"columns":{"shop":"매장"}}"#
        try given.folder.write(Array(text.utf8), to: "c/chain.json")
        _ = try shop.addShop("강남", toChain: "c")
        #expect(given.folder.read("c/chain.json") == Array(text.utf8))
        _ = try shop.closeShop("강남", ofChain: "c", since: nil)
        #expect(try shop.chain("c").0.shopColumn == "매장")
    }

    @Test func aShopIsClosedOnceAndOpenedAgain() throws {
        _ = try shop.addShop("강남", toChain: "c")
        try given.folder.write(Array("ledger".utf8), to: "c/강남/shop.sqlite")
        #expect(try shop.closeShop("강남", ofChain: "c", since: nil) == Self.today)
        #expect(
            refusal { _ = try shop.closeShop("강남", ofChain: "c", since: "2026-12-01") }
                == .closed("강남", since: Self.today))
        #expect(try entries.map(\.closedSince) == [Self.today])
        #expect(try shop.addShop("강남", toChain: "c") == "강남")
        #expect(try entries.map(\.closedSince) == [nil])
        #expect(given.folder.read("c/강남/shop.sqlite") == Array("ledger".utf8))
    }

    @Test func aShopThatIsCalledOtherwiseKeepsItsFolderAndItsNames() throws {
        for name in ["강남", "홍대"] { _ = try shop.addShop(name, toChain: "c") }
        try shop.renameShop("강남", to: "역삼", inChain: "c")
        #expect(try entries.map(\.name) == ["역삼", "홍대"] && entries.map(\.folder) == ["강남", "홍대"])
        #expect(try entries.map(\.also) == [["강남"], []])
        // It is known by either name, and can have the former one again.
        try shop.renameShop("강남", to: "신논현", inChain: "c")
        try shop.renameShop("신논현", to: "강남", inChain: "c")
        #expect(try shop.chain("c").1.shop(named: "강남")?.also == ["역삼", "신논현"])
        #expect(refusal { try shop.renameShop("강남", to: "홍대", inChain: "c") } == .taken("홍대"))
        #expect(refusal { try shop.renameShop("강남", to: "강남", inChain: "c") } == .taken("강남"))
        #expect(refusal { _ = try shop.addShop("역삼", toChain: "c") } == .taken("역삼"))
        // Another spelling of a name is no other name.
        try shop.renameShop("홍대", to: "홍 대", inChain: "c")
        #expect(try shop.chain("c").1.shop(named: "홍대")?.also == [])
    }

    @Test func whatCannotBeIsRefusedAndNothingIsMade() throws {
        _ = try shop.addShop("강남", toChain: "c")
        let before = try given.content()
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
        #expect(try given.content() == before)
    }
}
