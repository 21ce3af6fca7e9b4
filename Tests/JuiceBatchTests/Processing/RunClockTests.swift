import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@Suite struct RunClockTests {
    /// A form of times, and the settings that they are read with.
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        var exportSettings = ExportSettings()
        /// The cell of a time, in seconds from the start of 2026-11-20.
        let cell: @Sendable (Int) -> String

        var testDescription: String { name }
        var reader: TimeReader { TimeReader(dateOrder: exportSettings.dateOrder, dayStart: exportSettings.dayStart) }
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func clock(_ seconds: Int, _ hasSeconds: Bool) -> String {
        let clock = "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60))"
        return hasSeconds ? "\(clock):\(two(seconds % 60))" : clock
    }

    private static func half(_ seconds: Int, _ words: [String]) -> (hour: Int, word: String) {
        let hour = seconds / 3_600 % 24
        return ((hour + 11) % 12 + 1, words[hour / 12])
    }

    static let forms: [Form] = [
        Form(name: "plain") { "2026-11-\(20 + $0 / 86_400) \(clock($0, false))" },
        Form(name: "seconds") { "2026-11-\(20 + $0 / 86_400) \(clock($0, true))" },
        Form(name: "offset") { "2026-11-\(20 + $0 / 86_400)T\(clock($0, true))+09:00" },
        Form(name: "UTC") { "2026-11-\(20 + $0 / 86_400)T\(clock($0, true))Z" },
        Form(name: "fraction") { "2026-11-\(20 + $0 / 86_400)T\(clock($0, true)).\($0 % 1_000)" },
        Form(name: "Korean") { seconds in
            let (hour, word) = half(seconds, ["오전", "오후"])
            return "2026. 11. \(20 + seconds / 86_400). \(word) \(hour):\(two(seconds / 60 % 60))"
        },
        Form(name: "American", exportSettings: settings { $0.dateOrder = .mdy }) { seconds in
            let (hour, word) = half(seconds, ["AM", "PM"])
            return "11/\(20 + seconds / 86_400)/26 \(hour):\(two(seconds / 60 % 60)):\(two(seconds % 60)) \(word)"
        },
        Form(name: "digits") { "202611\(20 + $0 / 86_400)\(clock($0, true).filter { $0 != ":" })" },
        Form(name: "undated", exportSettings: settings { $0.dayStart = DayStart("05:30") ?? .midnight }) {
            clock($0, false)
        },
        Form(name: "full-width") { "2026-11-\(20 + $0 / 86_400) １\(clock($0, false).dropFirst())" },
        Form(name: "mixed") {
            [
                "2026-11-\(20 + $0 / 86_400) \(clock($0, true))", "", "soon", "2026-11-20 10:77", "2026-11-20 1:\($0)",
                "2026-11-20",
            ][$0 % 6]
        },
    ]

    private static func settings(_ change: (inout ExportSettings) -> Void) -> ExportSettings {
        var exportSettings = ExportSettings()
        change(&exportSettings)
        return exportSettings
    }

    private static func rows(_ cells: [String], seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        let rows = cells.map { cell in
            let fruit = random.pick(["딸기", "바나나", "키위", "망고"])
            let other = [",restock,\(fruit),\(random.int(5...40))", ",discard,\(fruit),1", ",order,감자쥬스,1", ",,,"]
            let order = ",order,\(random.pick(Menu.builtIn.juices.map(\.name))),\(random.int(1...3))"
            return "\"\(cell)\"\(random.chance(20) ? random.pick(other) : order)\n"
        }
        return "time,action,item,quantity\n" + rows.joined()
    }

    private func read(_ cell: String, _ form: Form) -> ClockTime? {
        Array(cell.utf8).withUnsafeBufferPointer { form.reader.read($0) }?.clock
    }

    @Test(arguments: forms)
    func hoursAreWhatEachCellSaysByItself(form: Form) throws {
        var random = SeededGenerator(seed: 16)
        let cells = (0..<700).map { number in form.cell(number * 97 + random.int(0...200)) }
        let text = Self.rows(cells, seed: 3)
        let reading = ReadingOptions(exportSettings: form.exportSettings)
        let outcome = try Engine.run(text, reading)
        var served = [Int](repeating: 0, count: 24)
        var short = served
        for row in outcome.rows where row.action == .order {
            guard let time = read(row.cells[0], form) else { continue }
            if row.code == .success { served[time.hour] += 1 }
            if row.code == .insufficientStock { short[time.hour] += 1 }
        }
        let clock = try #require(outcome.result.clock)
        let hours = clock.hours.ordered(dayStart: form.exportSettings.dayStart)
        #expect(hours.map(\.hour).sorted() == (0..<24).filter { served[$0] + short[$0] > 0 })
        #expect(hours.allSatisfy { $0.served == served[$0.hour] && $0.short == short[$0.hour] })
        for (size, threads) in [(1, 1), (300, 3), (4_000, 2)] {
            let other = try Engine.run(
                text, ReadingOptions(exportSettings: form.exportSettings, chunkBytes: size), threads: threads)
            #expect(other.result.clock == clock)
        }
    }

    @Test(arguments: [2, 399, 400, 401, 3_000])
    func stretchesHaveTheTimesOfTheirFirstAndLastRows(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        var seconds = 60_000
        let times = (0..<count).map { number in
            seconds += number == 1 ? 60 : random.int(0...40)
            return seconds
        }
        let rows = times.map { "2026-11-\(20 + $0 / 86_400) \(Self.clock($0, true)),딸기쥬스\n" }
        let result = try Engine.run("time,item\n" + rows.joined(), threads: 2).result
        let axis = try #require(result.clock?.axis)
        let length = result.history.stretchRecords
        try #require(axis.stretches.count == result.history.stretches)
        for (number, stretch) in axis.stretches.enumerated() {
            #expect(stretch.first - axis.first == times[number * length] - times[0])
            #expect(stretch.last - axis.first == times[min((number + 1) * length, count) - 1] - times[0])
        }
        #expect(axis.time(axis.first).isoText == "2026-11-20T\(Self.clock(times[0], true))")
        #expect(axis.last - axis.first == (times.last ?? 0) - times[0])
    }

    @Test(arguments: [
        "17:00,17:30,18:00", "2026-11-20 23:50,2026-11-21 00:10", "2026-11-20 23:50Z,2026-11-21 00:10Z",
        "9:59:59.5,9:59:59.6,10:00",
    ])
    func timesThatRiseAreAnAxis(times: String) throws {
        #expect(try axis(times) != nil)
    }

    @Test(arguments: [
        // They fall, all are the same, one is none, one is of another kind, or of another clock, or they are dates.
        "17:00,17:30,17:29", "17:00,23:50,00:10", "17:00,17:00", "17:00,soon,18:00", "17:00,,18:00",
        "17:00,2026-11-20 18:00", "2026-11-20 17:00Z,2026-11-20 19:00+01:00", "2026-11-20,2026-11-21",
        "2026-11-20 16:00:00,2026-11-20 17:00:00.2,2026-11-20 17:00:00.1", "17:00", "",
    ])
    func timesThatFallOrDifferAreNoAxis(times: String) throws {
        #expect(try axis(times) == nil)
    }

    @Test func aNightBelowTheStartOfTheDayIsAnAxis() throws {
        let exportSettings = Self.settings { $0.dayStart = DayStart("05:30") ?? .midnight }
        let axis = try #require(try axis("23:50,00:10,05:29", ReadingOptions(exportSettings: exportSettings)))
        #expect(axis.time(axis.first).isoText == "23:50:00" && axis.time(axis.last).isoText == "05:29:00")
        #expect(try self.axis("22:00,23:50,05:30", ReadingOptions(exportSettings: exportSettings)) == nil)
    }

    @Test func onlyRowsThatGotToStockCount() throws {
        let text =
            "time,action,item,quantity\n17:00,order,키위쥬스,1\n23:00,order,감자쥬스,1\n,order,키위쥬스,x\n18:00,order,키위쥬스,9\n"
        let axis = try #require(try Engine.run(text).result.clock?.axis)
        #expect(axis.last - axis.first == 3_600)
    }

    private func axis(_ times: String, _ reading: ReadingOptions = ReadingOptions()) throws -> TimeAxis? {
        let rows = times.split(separator: ",", omittingEmptySubsequences: false).map { "\($0),키위쥬스,1\n" }
        return try Engine.run("time,item,note\n" + rows.joined(), reading).result.clock?.axis
    }

    @Test(arguments: [1, 2])
    func soldOutTimesAreThoseOfTheirRows(threads: Int) throws {
        let first = """
            time,action,item,quantity
            17:00,order,키위쥬스,3
            17:40,order,망고키위쥬스,1
            18:03,order,키위쥬스,1
            18:30,order,키위쥬스,1

            """
        // What has no time stands with the row above it.
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
        let axis = try #require(result.clock?.axis)
        func told(_ edge: TimeAxis.SoldOut.Edge?) -> String {
            edge.map { "\(axis.time($0.seconds).clockText) \($0.row.input):\($0.row.line)" } ?? "-"
        }
        let kiwi = try #require(Menu.builtIn.fruits.firstIndex { $0.name == "키위" })
        let mango = try #require(Menu.builtIn.fruits.firstIndex { $0.name == "망고" })
        #expect(
            axis.soldOut[kiwi].map { [told($0.start), told($0.end)] } == [
                ["17:40 0:3", "18:30 1:2"], ["20:15 2:6", "20:20 2:7"],
            ])
        #expect(axis.soldOut[mango].map { [told($0.start), told($0.end)] } == [["19:10 2:4", "-"]])
        #expect(result.history.soldOutCounts[kiwi] == 2)
        // Nine of five that were left are too many, but a smaller order could have been made.
        #expect(result.history.refusedCounts[kiwi] == 1)
    }

    @Test func ofManyTimesTheFirstAreKept() throws {
        let rows = (0..<50).map { minute in
            "10:\(Self.two(minute)),restock,딸기,10\n10:\(Self.two(minute)),order,딸바쥬스,1\n"
        }
        let result = try Engine.run(
            "time,action,item,quantity\n10:00,restock,바나나,90\n10:00,order,딸바쥬스,1\n" + rows.joined()
        ).result
        #expect(result.history.soldOutCounts[0] > 20)
        let soldOut = try #require(result.clock?.axis?.soldOut[0])
        #expect(soldOut.count == 20 && soldOut.allSatisfy { $0.end != nil })
    }

    @Test func hoursFollowTheBusinessDay() throws {
        func hours(_ times: [String], _ start: String = "00:00") throws -> [Int] {
            let exportSettings = Self.settings { $0.dayStart = DayStart(start) ?? .midnight }
            let rows = times.map { "\($0),키위쥬스\n" }.joined()
            let result = try Engine.run("time,item\n" + rows, ReadingOptions(exportSettings: exportSettings)).result
            return try #require(result.clock).hours.ordered(dayStart: exportSettings.dayStart).map(\.hour)
        }
        #expect(try hours(["2026-11-20 18:00", "2026-11-21 01:00"]) == [18, 1])
        #expect(try hours(["2026-11-20 18:00", "2026-11-21 01:00", "2026-11-21 18:00"]) == [1, 18])
        #expect(try hours(["2026-11-20 18:00", "2026-11-21 01:00", "2026-11-21 18:00"], "06:00") == [18, 1])
        #expect(try hours(["17:00", "18:00", "01:00"]) == [1, 17, 18])
        #expect(try hours(["18:00", "01:00"], "05:30") == [18, 1])
        #expect(try hours(["18:00", "2026-11-20 01:00"], "05:30") == [18, 1])
        #expect(try hours(["2026-11-20", "soon"]) == [])
    }
}
