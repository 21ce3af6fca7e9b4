import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceLedger

/// The digest of a run.
@Suite struct RunContentTests {
    /// Content in which every field has another value than it has by default.
    private static let content: RunContent = {
        var content = RunContent(number: 2, reverses: 1, recordedAt: "2026-11-20T18:30:00Z")
        (content.success, content.shortage, content.rejected, content.skipped) = (5, 4, 3, 2)
        (content.cupsServed, content.ids, content.idsDigest) = (7, 1, "ab")
        content.inputs = [
            .init(
                name: "딸기.csv", sha256: "cd", bytes: 90, rows: 14, blank: 1, success: 5, asserts: 2, records: 15,
                recordsHash: "ef", fingerprintsHash: "01", rejected: LineNumbers([2, 5, 6]), unnamedColumns: 3,
                retries: 1)
        ]
        content.failedIDs = ("23", "45")
        content.movements = [
            .init(fruit: 1, opening: 10, restocked: 3, discarded: 2, counted: -1, used: 4, closing: 8, returned: 2)
        ]
        content.newItems = [(1, "fruit", "kiwi", "Kiwi")]
        content.log = "{}"
        content.cups = [.init(juice: 9, served: 7, cancelled: 6)]
        content.newestTimes = [(3, 1_000)]
        content.business = .init(
            day: BusinessDay(date: "2026-11-20", source: .rows, named: "2026-11-21"), orders: 5, short: 2, retries: 4,
            retriesShort: 3, currency: "원", sales: Money(hundredths: 50), lostSales: Money(hundredths: 40),
            days: ["2026-11-19"].compactMap { CalendarDay($0) }.map { date in
                let money = [60, 55, 25].map { Money(hundredths: $0) }
                let sums = SalesFigures(
                    orders: 6, ordersShort: 3, cups: 9, sales: money[0], lostSales: money[1])
                return (DayFigures(date: date, sums: sums, fruitCost: money[2]), [(2, 7)])
            })
        content.settlement = .init(run: 1, reason: "no", rows: [.init(input: 1, lines: LineNumbers([2]))])
        return content
    }()

    /// The lengths keep apart contents with the same letters and other borders between the fields.
    @Test func digestCoversAllFieldsWithTheirLengths() {
        let lists = [
            ["0", "2", "1", "2026-11-20T18:30:00Z", "5", "4", "3", "2", "7", "1", "ab"],
            ["23", "45", "1", "1", "1", "1", "1", "{}"],
            ["딸기.csv", "cd", "90", "14", "1", "5", "2", "15", "ef", "01", "2,5-6", "3", "1"],

            ["1", "10", "3", "2", "-1", "4", "8", "2"], ["1", "fruit", "kiwi", "Kiwi"], ["9", "7", "6"], ["3", "1000"],
            ["business", "2026-11-20", "rows", "2026-11-21", "5", "2", "4", "3", "원", "50", "40"],
            ["1", "2026-11-19", "6", "3", "9", "60", "55", "25", "1", "2", "7"],
            ["settlement", "1", "1", "no", "1", "1", "2"],
        ]
        let text = lists.joined().map { "\($0.utf8.count):\($0)" }.joined()
        #expect(Self.content.digest(previous: "0") == PlainSHA256.hex(Array(text.utf8)))
    }

    @Test func missingValueChangesTheDigest() {
        let changes: [(inout RunContent) -> Void] = [
            { _ in }, { $0.reverses = nil }, { $0.inputs = [] }, { $0.movements = [] },
            { $0.newItems = [] }, { $0.cups = [] }, { $0.newestTimes = [] }, { $0.business = nil },
            { $0.business?.day = nil }, { $0.business?.currency = nil }, { $0.business?.sales = nil },
            { $0.business?.days = [] },
            { $0.business?.days[0].demands = [] }, { $0.settlement = nil }, { $0.settlement?.reason = nil },
            { $0.settlement?.reason = "" }, { $0.settlement?.rows = [] },
        ]
        let digests = changes.map { change in
            var content = Self.content
            change(&content)
            return content.digest(previous: "")
        }
        #expect(Set(digests).count == changes.count)
    }
}

/// Damaged facts of chain runs in the ledger.
@Suite struct RunFactsRecordTests {
    private static let day = "2026-11-20"
    private let store: TestLedger

    /// Two runs of one date, and one of the next.
    init() throws {
        store = try TestLedger()
        let ledger = try store.open()
        for (name, day) in [("가", Self.day), ("나", Self.day), ("다", "2026-11-21")] {
            let run = try store.record(store.rows([name]), in: ledger).receipt.run
            try ledger.write { try $0.insertFacts(#"{"file":"\#(name).csv"}"#, businessDay: day, run: run) }
        }
        #expect(try ledger.read { try $0.facts(on: Self.day) }.map(\.run) == [1, 2])
    }

    @Test(arguments: [
        ("UPDATE facts SET content = content || ' ' WHERE run = 2", 2),
        ("UPDATE facts SET night = '2026-11-20' WHERE run = 3", 3),
        ("UPDATE facts SET sha256 = upper(sha256) WHERE run = 1", 1),
        (
            """
            UPDATE facts SET (content, sha256) =
                (SELECT content, sha256 FROM facts AS other WHERE other.run = 1) WHERE run = 2
            """, 2
        ),
    ])
    func changedFactsAreFound(sql: String, run: Int) throws {
        try store.edit(sql)
        #expect(try store.findings { try $0.verify() } == [.changedChainRecord(run: run)])
        #expect(try store.findings { try $0.facts(on: Self.day) } == [.changedChainRecord(run: run)])
    }

    /// A change of the run's own record is reported instead.
    @Test func changedRunIsReportedOnce() throws {
        try store.edit("UPDATE run SET sha256 = '\(String(repeating: "0", count: 64))' WHERE number = 2")
        #expect(try store.findings { try $0.verify() } == [.changedRun(2), .changedRun(3)])
    }
}

/// Renamed fruits and juices.
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

    @Test func stockCupsAndIDsContinueIfTheOldNameIsAnAlias() throws {
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

    @Test func demandAndShrinkageFollowARenamedFruit() throws {
        let ledger = try store.open()
        try store.apply("time,action,item,quantity\n2026-11-20 10:00,주문,딸기쥬스,1\n,폐기,딸기,1\n", to: ledger)
        let (demand, shrinkage) = try ledger.read {
            (try $0.demandHistory(menu: renamed), try $0.shrinkage(menu: renamed))
        }
        #expect(demand.days.map { $0.demand["설향"] } == [16] && demand.days.allSatisfy { $0.demand["딸기"] == nil })
        #expect(shrinkage["설향"].discarded == 1)
    }

    /// A renamed fruit without an alias is new, and a new alias on the menu must not change which fruit is meant.
    @Test func nameTakesPrecedenceOverAliases() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        let new = menu(fruit: Fruit(name: "설향"), juice: "노란쥬스", aliases: [])
        let result = try store.apply("action,item,quantity\n입고,설향,3\n취소,노란쥬스,1\n", to: ledger, menu: new)
        #expect(result.tally.success == 1 && result.tally.count(.nothingToCancel) == 1)
        #expect(try ledger.read { try $0.opening(menu: renamed, given: [], isGiven: false) }.first == 3)
        try store.apply("item,quantity\n설향,1\n", to: ledger, menu: renamed)
        let stock = try ledger.read { try $0.stock() }
        #expect(stock.first == FruitStock(fruit: "딸기", pieces: 11) && stock.last == FruitStock(fruit: "설향", pieces: 4))
        _ = try ledger.read { try $0.verify() }
    }
}
