import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceLedger

/// The digest of a run.
@Suite struct RunContentTests {
    private static let content: RunContent = {
        var content = RunContent(number: 2, reverses: 1, recordedAt: "2026-11-20T18:30:00Z")
        content.date = "2026-11-20"
        (content.success, content.shortage, content.rejected, content.skipped) = (5, 4, 3, 2)
        (content.cupsServed, content.ids, content.idsDigest) = (7, 1, "ab")
        content.inputs = [
            .init(
                name: "딸기.csv", sha256: "cd", bytes: 90, rows: 14, blank: 1, success: 5,
                rejected: LineNumbers([2, 5, 6]), unnamedColumns: 3)
        ]
        content.movements = [
            .init(fruit: 1, opening: 10, restocked: 3, discarded: 2, counted: -1, used: 4, closing: 6)
        ]
        content.newItems = [.init(number: 1, kind: "fruit", key: "kiwi", name: "Kiwi")]
        content.log = "{}"
        content.cups = [.init(juice: 9, served: 7, cancelled: 6)]
        content.newestTimes = [.init(kind: 3, seconds: 1_000)]
        content.business = .init(
            day: BusinessDay(date: "2026-11-20", source: .rows), orders: 5, short: 2,
            demands: [.init(fruit: 3, pieces: 8)], money: money(sales: 50))
        content.settlement = .init(run: 1, reason: "no", rows: [.init(inputNumber: 1, lines: LineNumbers([2]))])
        return content
    }()

    @Test func digestCoversAllFieldsWithTheirLengths() {
        let fields = [
            "", "2", "1", "2026-11-20T18:30:00Z", "2026-11-20", "5", "4", "3", "2", "7", "1", "ab", "1", "1", "1", "1",
            "1", "{}", "딸기.csv", "cd", "90", "14", "1", "5", "0", "0", "", "", "2,5-6", "3", "1", "10", "3", "2", "-1",
            "4", "6", "0", "1", "fruit", "kiwi", "Kiwi", "9", "7", "6", "3", "1000", "business", "2026-11-20", "rows",
            "", "5", "2", "0", "1", "3", "8", "money", "원", "50", "", "", "", "", "settlement", "1", "1", "no", "1",
            "1",
            "2",
        ]
        let text = fields.map { "\($0.utf8.count):\($0)" }.joined()
        #expect(Self.content.digest(previous: "") == PlainSHA256.hex(Array(text.utf8)))
    }

    @Sendable private static func money(sales: Int?) -> RecordedMoney {
        RecordedMoney(
            currency: "원", sales: sales.map { Money(hundredths: $0) }, lostSales: nil, fruitUsed: nil, discarded: nil,
            counted: nil)
    }

    private static let changes: [@Sendable (inout RunContent) -> Void] = [
        { $0.number = 3 }, { $0.reverses = nil }, { $0.recordedAt = "" }, { $0.date = nil }, { $0.success += 1 },
        { $0.shortage += 1 }, { $0.rejected += 1 }, { $0.skipped += 1 }, { $0.cupsServed += 1 }, { $0.ids += 1 },
        { $0.idsDigest = "ba" }, { $0.inputs = [] }, { $0.inputs[0].name = "딸기.csvc" }, { $0.inputs[0].sha256 = "d" },
        { $0.inputs[0].bytes = 9 }, { $0.inputs[0].rows = 1 }, { $0.inputs[0].blank = 0 }, { $0.inputs[0].success = 4 },
        { $0.inputs[0].unnamedColumns = 0 },
        { $0.movements = [] }, { $0.movements[0].fruit = 2 }, { $0.movements[0].opening = 1 },
        { $0.movements[0].restocked = 0 }, { $0.movements[0].discarded = 0 }, { $0.movements[0].counted = 1 },
        { $0.movements[0].used = 0 }, { $0.movements[0].closing = 0 }, { $0.newItems = [] },
        { $0.newItems[0].number = 2 }, { $0.newItems[0].kind = "juice" }, { $0.newItems[0].key = "kiwis" },
        { $0.newItems[0].name = "kiwi" }, { $0.log = "" }, { $0.inputs[0].asserts = 1 }, { $0.inputs[0].asserts = 2 },
        { $0.movements[0].returned = 1 }, { $0.movements[0].returned = -1 },
        { $0.inputs[0].records = 1 }, { $0.inputs[0].recordsHash = "e" }, { $0.inputs[0].fingerprintsHash = "e" },
        { $0.newestTimes = [] },
        { $0.newestTimes[0].kind = 2 }, { $0.newestTimes[0].seconds = 1 }, { $0.cups = [] }, { $0.business = nil },
        { $0.cups = [.init(juice: 1, served: 2, cancelled: 3)] },
        { $0.cups = [.init(juice: 1, served: 2, cancelled: 0)] },
        { $0.cups = [.init(juice: 1, served: 2, cancelled: 3), .init(juice: 2, served: 2, cancelled: 3)] },
        { $0.business = .init(day: nil, orders: 0, demands: []) },
        { $0.business = .init(day: BusinessDay(date: "2026-11-20", source: .rows), orders: 0, demands: []) },
        { $0.business = .init(day: nil, orders: 1, demands: []) },
        { $0.business = .init(day: nil, orders: 0, retries: 1, demands: []) },
        { $0.business = .init(day: nil, orders: 1, short: 1, demands: []) },
        { $0.business = .init(day: nil, orders: 0, demands: [.init(fruit: 1, pieces: 2)]) },
        { $0.business = .init(day: nil, orders: 0, demands: [.init(fruit: 1, pieces: 3)]) },
        { $0.business = .init(day: nil, orders: 0, demands: [], money: money(sales: nil)) },
        { $0.business = .init(day: nil, orders: 0, demands: [], money: money(sales: 0)) },
        { $0.inputs[0].rejected = LineNumbers([2, 5]) }, { $0.settlement = nil }, { $0.settlement?.run = 2 },
        { $0.settlement?.reason = nil }, { $0.settlement?.reason = "" }, { $0.settlement?.rows = [] },
        { $0.settlement?.rows[0].inputNumber = 2 }, { $0.settlement?.rows[0].lines = LineNumbers([3]) },
        // The same letters with another border between the fields.
        { ($0.newItems[0].key, $0.newItems[0].name) = ("kiw", "iKiwi") },
        { ($0.success, $0.shortage) = (54, 0) },
    ]

    @Test func everyChangeChangesTheDigest() {
        var digests: Set = [Self.content.digest(previous: ""), Self.content.digest(previous: "0")]
        for (inputNumber, change) in Self.changes.enumerated() {
            var content = Self.content
            change(&content)
            #expect(digests.insert(content.digest(previous: "")).inserted, "change \(inputNumber)")
        }
        #expect(digests.count == Self.changes.count + 2)
    }
}

/// The facts of chain runs in the ledger.
@Suite struct RunFactsRecordTests {
    private static let businessDay = "2026-11-20"
    private static let texts = [#"{"file":"가.csv"}"#, #"{"file":"나.csv"}"#, #"{"file":"다.csv"}"#]

    private let store: TestLedger
    private let ledger: Ledger

    /// Two runs of one date, and one of the next.
    init() throws {
        store = try TestLedger()
        ledger = try store.open()
        for (index, text) in Self.texts.enumerated() {
            let receipt = try store.record(store.rows(["A\(index)"]), in: ledger).receipt
            let businessDay = index < 2 ? Self.businessDay : "2026-11-21"
            try ledger.write { try $0.insertFacts(text, businessDay: businessDay, run: receipt.run) }
        }
    }

    private func facts(_ businessDay: String = businessDay, in ledger: Ledger? = nil) throws -> [Int: String] {
        let found = try (ledger ?? self.ledger).read { try $0.facts(on: businessDay) }
        #expect(found.map(\.run) == found.map(\.run).sorted())
        return Dictionary(found.map { ($0.run, $0.json) }) { first, _ in first }
    }

    @Test func factsAreFoundByDate() throws {
        #expect(try facts() == [1: Self.texts[0], 2: Self.texts[1]])
        #expect(try facts("2026-11-21") == [3: Self.texts[2]])
        #expect(try facts("2026-11-19").isEmpty)
        _ = try ledger.read { try $0.verify() }
        #expect(try facts(in: store.open(.read)) == facts())
    }

    @Test func factsOfAReversedRunAreLeftOut() throws {
        _ = try ledger.write { try $0.reverse(1, recordedAt: "2026-11-21T18:30:00Z") }
        #expect(try facts() == [2: Self.texts[1]])
        _ = try ledger.read { try $0.verify() }
    }

    @Test func factsAreErasedWithTheirRun() throws {
        let receipt = try store.record(store.rows(["B"]), in: ledger).receipt
        try ledger.write { try $0.insertFacts("{}", businessDay: Self.businessDay, run: receipt.run) }
        #expect(try facts().count == 3)
        try ledger.erase(receipt)
        #expect(try facts() == [1: Self.texts[0], 2: Self.texts[1]])
        _ = try ledger.read { try $0.verify() }
    }

    /// Another text, date or run, and an invalid signature.
    @Test(arguments: [
        ("UPDATE facts SET content = content || ' ' WHERE run = 2", [2]),
        ("UPDATE facts SET night = '2026-11-20' WHERE run = 3", [3]),
        ("UPDATE facts SET sha256 = upper(sha256) WHERE run = 1", [1]),
        (
            """
            UPDATE facts SET (content, sha256) =
                (SELECT content, sha256 FROM facts AS other WHERE other.run = 1) WHERE run = 2
            """, [2]
        ),
    ])
    func changedFactsAreFound(sql: String, runs: [Int]) throws {
        try store.edit(sql)
        let ledger = try store.open(.read)
        let findings = runs.map { LedgerFinding.changedChainRecord(run: $0) }
        let expected = BatchError.unsoundLedger(path: "l.sqlite", findings: findings)
        for ask in [{ _ = try ledger.read { try $0.verify() } }, { _ = try facts(in: ledger) }] {
            let error = #expect(throws: BatchError.self) { try ask() }
            #expect("\(String(describing: error))" == "\(Optional(expected).debugDescription)")
        }
    }

    /// A change of the run's own record is reported instead.
    @Test func changedRunIsReportedOnce() throws {
        try store.edit("UPDATE run SET sha256 = '\(String(repeating: "0", count: 64))' WHERE number = 2")
        let error = #expect(throws: BatchError.self) { try store.open(.read).read { _ = try $0.verify() } }
        guard case .unsoundLedger(_, let findings) = error else {
            throw ProgramError(description: String(describing: error))
        }
        #expect(findings == [.changedRun(2), .changedRun(3)])
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

    /// A new alias on the menu must not change which fruit is meant.
    @Test func nameTakesPrecedenceOverAliases() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        let new = menu(fruit: Fruit(name: "설향"), juice: "노란쥬스", aliases: [])
        try store.apply("item,quantity\n설향,3\n", to: ledger, menu: new)
        #expect(try ledger.read { try $0.opening(menu: renamed, given: [], isGiven: false) }.first == 3)
        try store.apply("item,quantity\n설향,1\n", to: ledger, menu: renamed)
        let stock = try ledger.read { try $0.stock() }
        #expect(stock.first == FruitStock(fruit: "딸기", pieces: 11) && stock.last == FruitStock(fruit: "설향", pieces: 4))
        _ = try ledger.read { try $0.verify() }
    }

    @Test func renamedFruitWithoutAliasIsNew() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        let new = menu(fruit: Fruit(name: "설향"), juice: "노란쥬스", aliases: [])
        let result = try store.apply("action,item,quantity\n입고,설향,1\n취소,노란쥬스,1\n", to: ledger, menu: new)
        #expect(result.tally.success == 1 && result.tally.count(.nothingToCancel) == 1)
        #expect(try ledger.read { try $0.stock() }.first == FruitStock(fruit: "딸기", pieces: 11))
        _ = try ledger.read { try $0.verify() }
    }
}
