import JuiceBatch
import JuiceCore
import JuiceLedger
import TestSupport
import Testing

/// What a run's digest covers.
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
        content.settlement = .init(run: 1, why: "no", rows: [.init(place: 1, lines: LineNumbers([2]))])
        return content
    }()

    @Test func theDigestIsThatOfAllFieldsWithTheirLengths() {
        let fields = [
            "", "2", "1", "2026-11-20T18:30:00Z", "2026-11-20", "5", "4", "3", "2", "7", "1", "ab", "1", "1", "1", "1",
            "1", "{}", "딸기.csv", "cd", "90", "14", "1", "5", "0", "0", "", "2,5-6", "3", "1", "10", "3", "2", "-1", "4",
            "6",
            "0",
            "1", "fruit", "kiwi", "Kiwi", "9", "7", "6", "3", "1000", "business", "2026-11-20", "rows", "", "5", "2",
            "0", "1", "3",
            "8", "money", "원", "50", "", "", "", "", "settlement", "1", "1", "no", "1", "1", "2",
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
        { $0.movements[0].givenBack = 1 }, { $0.movements[0].givenBack = -1 },
        { $0.inputs[0].records = 1 }, { $0.inputs[0].recordsHash = "e" }, { $0.newestTimes = [] },
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
        { $0.settlement?.why = nil }, { $0.settlement?.why = "" }, { $0.settlement?.rows = [] },
        { $0.settlement?.rows[0].place = 2 }, { $0.settlement?.rows[0].lines = LineNumbers([3]) },
        // The same letters one behind the other, cut elsewhere.
        { ($0.newItems[0].key, $0.newItems[0].name) = ("kiw", "iKiwi") },
        { ($0.success, $0.shortage) = (54, 0) },
    ]

    @Test func anyChangeShowsInTheDigest() {
        var digests: Set = [Self.content.digest(previous: ""), Self.content.digest(previous: "0")]
        for (place, change) in Self.changes.enumerated() {
            var content = Self.content
            change(&content)
            #expect(digests.insert(content.digest(previous: "")).inserted, "change \(place)")
        }
        #expect(digests.count == Self.changes.count + 2)
    }

    @Test func rowsAreOfAllKinds() {
        #expect(Self.content.rows == 14)
    }
}
