import Foundation
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// The time axis of a run; simulations compare its hours with the plain model.
@Suite struct RunClockTests {
    private static func clock(_ seconds: Int) -> String {
        String(format: "%02d:%02d:%02d", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
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
        let length = result.timeline.recordsPerInterval
        try #require(axis.intervals.count == result.timeline.intervals)
        for (number, stretch) in axis.intervals.enumerated() {
            #expect(stretch.lowerBound - axis.first == times[number * length] - times[0])
            #expect(stretch.upperBound - axis.first == times[min((number + 1) * length, count) - 1] - times[0])
        }
        #expect(axis.time(axis.first).isoText == "2026-11-20T\(Self.clock(times[0]))")
        #expect(axis.last - axis.first == (times.last ?? 0) - times[0])
    }

    @Test(arguments: [
        ("17:00,17:30,18:00", true), ("2026-11-20 23:50,2026-11-21 00:10", true),
        ("2026-11-20 23:50Z,2026-11-21 00:10Z", true), ("9:59:59.5,9:59:59.6,10:00", true),
        // Falling, equal, unreadable, mixed kinds, mixed zones, and dates without times.
        ("17:00,17:30,17:29", false), ("17:00,23:50,00:10", false), ("17:00,17:00", false),
        ("17:00,soon,18:00", false), ("17:00,,18:00", false), ("17:00,2026-11-20 18:00", false),
        ("2026-11-20 17:00Z,2026-11-20 19:00+01:00", false), ("2026-11-20,2026-11-21", false),
        ("2026-11-20 16:00:00,2026-11-20 17:00:00.2,2026-11-20 17:00:00.1", false), ("17:00", false), ("", false),
    ])
    func onlyRisingTimesFormATimeAxis(times: String, isAxis: Bool) throws {
        #expect(try (axis(times) != nil) == isAxis)
    }

    @Test func timesBeforeTheDayStartFormATimeAxis() throws {
        var exportSettings = ExportSettings()
        exportSettings.dayStart = try #require(DayStart("05:30"))
        let axis = try #require(try axis("23:50,00:10,05:29", ReadingOptions(exportSettings: exportSettings)))
        #expect(axis.time(axis.first).isoText == "23:50:00" && axis.time(axis.last).isoText == "05:29:00")
        #expect(try self.axis("22:00,23:50,05:30", ReadingOptions(exportSettings: exportSettings)) == nil)
    }

    @Test func onlyRowsThatReachStockCount() throws {
        let rows = ["17:00,order,키위쥬스,1", "23:00,order,감자쥬스,1", ",order,키위쥬스,x", "18:00,order,키위쥬스,9"]
        let text = "time,action,item,quantity\n" + rows.joined(separator: "\n")
        let axis = try #require(try Engine.run(text).result.axis)
        #expect(axis.last - axis.first == 3_600)
    }

    private func axis(_ times: String, _ reading: ReadingOptions = ReadingOptions()) throws -> TimeAxis? {
        let rows = times.split(separator: ",", omittingEmptySubsequences: false).map { "\($0),키위쥬스,1\n" }
        return try Engine.run("time,item,note\n" + rows.joined(), reading).result.axis
    }

    @Test(arguments: [1, 2])
    func soldOutTimesComeFromTheirRows(threads: Int) throws {
        let head = "time,action,item,quantity\n"
        let first = ["17:00,order,키위쥬스,3", "17:40,order,망고키위쥬스,1", "18:03,order,키위쥬스,1", "18:30,order,키위쥬스,1"]
        let second = [
            "19:00,order,키위쥬스,3", "19:05,order,망고키위쥬스,3", "19:10,order,망고키위쥬스,1", "19:20,order,망고쥬스,1",
            "20:15,count,키위,0", "20:20,count,키위,9",
        ]
        // A row without a time belongs to the row above.
        let texts = [
            head + first.joined(separator: "\n"), "item,quantity\n키위,5\n", head + second.joined(separator: "\n"),
        ]
        let inputs = texts.map { Array($0.utf8) }
        let result = try Engine.run(inputs: inputs, ReadingOptions(chunkBytes: 30), threads: threads).result
        let axis = try #require(result.axis)
        func edges(_ fruit: Int) -> [String] {
            axis.soldOut[fruit].flatMap { [$0.start, $0.end] }.map { edge in
                edge.map { "\(axis.time($0.seconds).clockText) \($0.row.input):\($0.row.line)" } ?? "-"
            }
        }
        let (kiwi, mango) = (3, 4)
        #expect(edges(kiwi) == ["17:40 0:3", "18:30 1:2", "20:15 2:6", "20:20 2:7"])
        #expect(edges(mango) == ["19:10 2:4", "-"])
        #expect(result.timeline.soldOutCounts[kiwi] == 2)
        // Nine of five that were left are too many, but a smaller order could have been made.
        #expect(result.timeline.refusedCounts[kiwi] == 1)
    }

    @Test func keepsTheFirstOfManyTimes() throws {
        let rows = (10..<60).map { "10:\($0),restock,딸기,10\n10:\($0),order,딸바쥬스,1\n" }
        let result = try Engine.run(
            "time,action,item,quantity\n10:00,restock,바나나,90\n10:00,order,딸바쥬스,1\n" + rows.joined()
        ).result
        #expect(result.timeline.soldOutCounts[0] > 20)
        let soldOut = try #require(result.axis?.soldOut[0])
        #expect(soldOut.count == 20 && soldOut.allSatisfy { $0.end != nil })
    }
}
