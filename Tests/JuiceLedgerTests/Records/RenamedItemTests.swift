import JuiceBatch
import JuiceCore
import JuiceLedger
import Testing

/// Fruits and juices that have another name on the menu than in the ledger.
@Suite struct RenamedItemTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    /// The built-in menu with other names for a fruit and a juice.
    private func menu(fruit: Fruit, juice name: String, aliases: [String]) -> Menu {
        var (fruits, juices) = (Menu.builtIn.fruits, Menu.builtIn.juices)
        fruits[0] = fruit
        juices[1] = Juice(name: name, recipe: juices[1].recipe, aliases: aliases)
        return Menu(fruits: fruits, juices: juices)
    }

    private var renamed: Menu {
        menu(fruit: Fruit(name: "설향", aliases: ["strawberry", "딸 기"]), juice: "노란쥬스", aliases: ["바나나주스"])
    }

    @Test func stockCupsAndIDsGoOnWhereTheFormerNameIsAnAlias() throws {
        let ledger = try store.open()
        try store.apply("id,action,item,quantity\nA,입고,딸기,5\nB,주문,바나나쥬스,2\n", to: ledger)
        // The id was used for the same item, and two cups of it can be cancelled.
        let rows = "id,action,item,quantity\nA,입고,설향,5\nB,주문,노란쥬스,2\nC,취소,노란쥬스,1\nD,폐기,설향,6\nE,취소,노란쥬스,2\n"
        let result = try store.apply(rows, to: ledger, menu: renamed)
        #expect(result.tally.count(.alreadyProcessed) == 2 && result.tally.success == 2)
        #expect(result.tally.count(.nothingToCancel) == 1)
        #expect(try ledger.read { try $0.stock() }.prefix(2).map(\.pieces) == [9, 8])
        #expect(try ledger.read { try $0.stock() }.count == Menu.builtIn.fruits.count)
        #expect(try ledger.read { try $0.verify() }.runs == 2)
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-21T18:30:00Z") } == 3)
        #expect(try ledger.read { try $0.stock() }.prefix(2).map(\.pieces) == [15, 6])
        #expect(try ledger.read { try $0.cancellable(menu: renamed) }[1] == 2)
        _ = try ledger.read { try $0.verify() }
    }

    @Test func demandAndShrinkageAreTheRenamedFruits() throws {
        let ledger = try store.open()
        try store.apply("time,action,item,quantity\n2026-11-20 10:00,주문,딸기쥬스,1\n,폐기,딸기,1\n", to: ledger)
        let (demand, shrinkage) = try ledger.read {
            (try $0.demandHistory(menu: renamed), try $0.shrinkage(menu: renamed))
        }
        #expect(demand.days.map { $0.demand["설향"] } == [16] && demand.days.allSatisfy { $0.demand["딸기"] == nil })
        #expect(shrinkage["설향"].discarded == 1)
    }

    /// The name decides, so that a menu which takes an alias on does not change which fruit it means.
    @Test func theNameComesBeforeAliases() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        let new = menu(fruit: Fruit(name: "설향"), juice: "노란쥬스", aliases: [])
        try store.apply("item,quantity\n설향,3\n", to: ledger, menu: new)
        #expect(try ledger.read { try $0.opening(menu: renamed, given: [], isAsked: false) }.first == 3)
        try store.apply("item,quantity\n설향,1\n", to: ledger, menu: renamed)
        let stock = try ledger.read { try $0.stock() }
        #expect(stock.first == FruitStock(fruit: "딸기", pieces: 11) && stock.last == FruitStock(fruit: "설향", pieces: 4))
        _ = try ledger.read { try $0.verify() }
    }

    @Test func withoutTheAliasItIsANewFruit() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        let new = menu(fruit: Fruit(name: "설향"), juice: "노란쥬스", aliases: [])
        let result = try store.apply("action,item,quantity\n입고,설향,1\n취소,노란쥬스,1\n", to: ledger, menu: new)
        #expect(result.tally.success == 1 && result.tally.count(.nothingToCancel) == 1)
        #expect(try ledger.read { try $0.stock() }.first == FruitStock(fruit: "딸기", pieces: 11))
        _ = try ledger.read { try $0.verify() }
    }
}
