import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// The time axis of a run; simulations compare its hours with the plain model.
@Suite struct RunClockTests {
    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func clock(_ seconds: Int) -> String {
        "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    @Test(arguments: [2, 399, 400, 401, 3_000])
    func intervalsHaveTheTimesOfTheirFirstAndLastRows(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        var seconds = 60_000
        let times = (0..<count).map { number in
            seconds += number == 1 ? 60 : random.int(0...40)
            return seconds
        }
        let rows = times.map { "2026-11-\(20 + $0 / 86_400) \(Self.clock($0)),딸기쥬스\n" }
        let result = try Engine.run("time,item\n" + rows.joined(), threads: 2).result
        let axis = try #require(result.axis)
        let length = result.history.recordsPerInterval
        try #require(axis.intervals.count == result.history.intervals)
        for (number, stretch) in axis.intervals.enumerated() {
            #expect(stretch.first - axis.first == times[number * length] - times[0])
            #expect(stretch.last - axis.first == times[min((number + 1) * length, count) - 1] - times[0])
        }
        #expect(axis.time(axis.first).isoText == "2026-11-20T\(Self.clock(times[0]))")
        #expect(axis.last - axis.first == (times.last ?? 0) - times[0])
    }

    @Test(arguments: [
        "17:00,17:30,18:00", "2026-11-20 23:50,2026-11-21 00:10", "2026-11-20 23:50Z,2026-11-21 00:10Z",
        "9:59:59.5,9:59:59.6,10:00",
    ])
    func risingTimesFormATimeAxis(times: String) throws {
        #expect(try axis(times) != nil)
    }

    @Test(arguments: [
        // Falling, equal, unreadable, mixed kinds, mixed zones, and dates without times.
        "17:00,17:30,17:29", "17:00,23:50,00:10", "17:00,17:00", "17:00,soon,18:00", "17:00,,18:00",
        "17:00,2026-11-20 18:00", "2026-11-20 17:00Z,2026-11-20 19:00+01:00", "2026-11-20,2026-11-21",
        "2026-11-20 16:00:00,2026-11-20 17:00:00.2,2026-11-20 17:00:00.1", "17:00", "",
    ])
    func fallingOrMixedTimesFormNoTimeAxis(times: String) throws {
        #expect(try axis(times) == nil)
    }

    @Test func timesBeforeTheDayStartFormATimeAxis() throws {
        var exportSettings = ExportSettings()
        exportSettings.dayStart = try #require(DayStart("05:30"))
        let axis = try #require(try axis("23:50,00:10,05:29", ReadingOptions(exportSettings: exportSettings)))
        #expect(axis.time(axis.first).isoText == "23:50:00" && axis.time(axis.last).isoText == "05:29:00")
        #expect(try self.axis("22:00,23:50,05:30", ReadingOptions(exportSettings: exportSettings)) == nil)
    }

    @Test func onlyRowsThatReachStockCount() throws {
        let text =
            "time,action,item,quantity\n17:00,order,키위쥬스,1\n23:00,order,감자쥬스,1\n,order,키위쥬스,x\n18:00,order,키위쥬스,9\n"
        let axis = try #require(try Engine.run(text).result.axis)
        #expect(axis.last - axis.first == 3_600)
    }

    private func axis(_ times: String, _ reading: ReadingOptions = ReadingOptions()) throws -> TimeAxis? {
        let rows = times.split(separator: ",", omittingEmptySubsequences: false).map { "\($0),키위쥬스,1\n" }
        return try Engine.run("time,item,note\n" + rows.joined(), reading).result.axis
    }

    @Test(arguments: [1, 2])
    func soldOutTimesComeFromTheirRows(threads: Int) throws {
        let first = """
            time,action,item,quantity
            17:00,order,키위쥬스,3
            17:40,order,망고키위쥬스,1
            18:03,order,키위쥬스,1
            18:30,order,키위쥬스,1

            """
        // A row without a time belongs to the row above.
        let delivery = "item,quantity\n키위,5\n"
        let second = """
            time,action,item,quantity
            19:00,order,키위쥬스,3
            19:05,order,망고키위쥬스,3
            19:10,order,망고키위쥬스,1
            19:20,order,망고쥬스,1
            20:15,count,키위,0
            20:20,count,키위,9

            """
        let inputs = [first, delivery, second].map { Array($0.utf8) }
        let result = try Engine.run(inputs: inputs, ReadingOptions(chunkBytes: 30), threads: threads).result
        let axis = try #require(result.axis)
        func edgeText(_ edge: TimeAxis.SoldOut.Edge?) -> String {
            edge.map { "\(axis.time($0.seconds).clockText) \($0.row.input):\($0.row.line)" } ?? "-"
        }
        let kiwi = try #require(Menu.builtIn.fruits.firstIndex { $0.name == "키위" })
        let mango = try #require(Menu.builtIn.fruits.firstIndex { $0.name == "망고" })
        #expect(
            axis.soldOut[kiwi].map { [edgeText($0.start), edgeText($0.end)] } == [
                ["17:40 0:3", "18:30 1:2"], ["20:15 2:6", "20:20 2:7"],
            ])
        #expect(axis.soldOut[mango].map { [edgeText($0.start), edgeText($0.end)] } == [["19:10 2:4", "-"]])
        #expect(result.history.soldOutCounts[kiwi] == 2)
        // Nine of five that were left are too many, but a smaller order could have been made.
        #expect(result.history.refusedCounts[kiwi] == 1)
    }

    @Test func keepsTheFirstOfManyTimes() throws {
        let rows = (0..<50).map { minute in
            "10:\(Self.two(minute)),restock,딸기,10\n10:\(Self.two(minute)),order,딸바쥬스,1\n"
        }
        let result = try Engine.run(
            "time,action,item,quantity\n10:00,restock,바나나,90\n10:00,order,딸바쥬스,1\n" + rows.joined()
        ).result
        #expect(result.history.soldOutCounts[0] > 20)
        let soldOut = try #require(result.axis?.soldOut[0])
        #expect(soldOut.count == 20 && soldOut.allSatisfy { $0.end != nil })
    }
}
