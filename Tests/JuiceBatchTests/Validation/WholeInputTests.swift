import CSV
import JuiceCore
import Testing

@testable import JuiceBatch

/// Reads texts for what is in doubt in them, without the rest of a run.
enum AmbiguityReading {
    /// What a text leaves in doubt, as `LINE: code` or as `LINE: kind HEADER=CELL` for a column or a row; nil for nothing.
    ///
    /// - Parameters:
    ///   - options: columns of roles, as on the command line.
    ///   - recordsPerBatch: how many lines of rows are read at a time; the answer does not depend on it.
    static func ambiguity(
        _ text: String, _ options: [String] = [], exportSettings: ExportSettings = ExportSettings(),
        recordsPerBatch: Int? = nil
    ) throws -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let reading = ReadingOptions(columns: try ColumnOptions(parsing: options), exportSettings: exportSettings)
        let plan = try #require(try Engine.run(lines[0] + "\n", reading).plan)
        let names = try NameIndex(menu: .builtIn)
        let rules = AmbiguityRules(
            header: plan.header, headerLine: 1, columns: plan.columns, options: reading.columns,
            exportSettings: exportSettings,
            names: names)
        var scanner = AmbiguityScanner()
        var decoder = RowDecoder(names: names, seed: HashSeed(low: 1, high: 2))
        var input = InputAmbiguities(rules)
        let batch = RowBatch()
        var line = 2
        var rest = lines.dropFirst()
        while !rest.isEmpty {
            let count = min(recordsPerBatch ?? rest.count, rest.count)
            let bytes = Array((rest.prefix(count).joined(separator: "\n") + "\n").utf8)
            let fault = bytes.withUnsafeBufferPointer {
                RecordParser(delimiter: plan.delimiter, spacesAreData: true).parse(
                    $0, end: .record, hasQuotes: true, limits: CSVLimits(), into: &batch.records)
            }
            #expect(fault == nil)
            _ = decoder.decode(batch.records, plan.columns, into: &batch.rows)
            let found = scanner.scan(batch.records, batch.rows, rules)
            if let found = input.add(found, batch.records, firstLine: line) { return told(found) }
            line += count
            rest = rest.dropFirst(count)
        }
        return input.atEnd().map(told)
    }

    private static func told(_ found: InputAmbiguities.Found) -> String {
        switch found.ambiguity {
        case .column(let kind, let header, let cell, _): "\(found.line): \(kind) \(header)=\(cell)"
        case .row(let header, let cell): "\(found.line): row \(header)=\(cell)"
        default: "\(found.line): \(found.ambiguity.code)"
        }
    }

    /// What a column beside the item leaves in doubt with such cells, one a row.
    static func ambiguity(column header: String, cells: [String], quantity: Bool = true) throws -> String? {
        let rows = cells.map { "키위쥬스,1,\(quoted($0))" }
        return try ambiguity((["메뉴,\(quantity ? "수량" : "비고"),\(quoted(header))"] + rows).joined(separator: "\n"))
    }

    private static func quoted(_ cell: String) -> String { "\"\(cell)\"" }
}

extension ExportSettings {
    /// Settings that accept columns.
    static func accepting(_ names: String...) -> ExportSettings {
        var exportSettings = ExportSettings()
        exportSettings.accept = names.map { Column(name: $0, isTyped: false) }
        return exportSettings
    }
}

@Suite struct InputProfileTests {
    /// The profile of the columns beside the item, one line each: `NAME: CELL ROWS @LINE, …`.
    private func profile(_ text: String, _ settings: ExportSettings = ExportSettings()) throws
        -> [String]
    {
        var reading = ReadingOptions(exportSettings: settings)
        var found: [[String]] = []
        for (size, threads) in [(1 << 17, 1), (16, 1), (40, 3), (7, 2)] {
            reading.chunkBytes = size
            let profile = try #require(try Engine.run(text, reading, threads: threads).result.profiles.first)
            let columns = profile.columns.map { column in
                let cells = column.cells?.map { "\($0.text) \($0.rows) @\($0.firstLine)" }.joined(separator: ", ")
                return "\(column.name): \(cells ?? "many")" + (column.firstFigure == nil ? "" : " (quantities)")
            }
            found.append(columns + ["empty: \(profile.emptyQuantities)"])
        }
        #expect(Set(found).count == 1, "whatever the chunks and threads")
        return found[0]
    }

    @Test func differentCellsAreCountedTrimmed() throws {
        let text = "결제수단,품목,수량,층\n카드,키위쥬스,1,2\n 카드 ,키위쥬스,,\n현금,키위쥬스,1,-3\n카드,바나나쥬스,1\n,딸바쥬스,1,2\n,,,\n카드,망고쥬스,,2\n"
        #expect(
            try profile(text) == [
                "결제수단: 카드 3 @2, 현금 1 @4,  1 @6", "층: 2 3 @2,  1 @3, -3 1 @4 (quantities)", "empty: 2",
            ])
    }

    @Test func ignoredRowsAndTotalsDoNotCount() throws {
        var settings = ExportSettings()
        settings.ignore = [.init(column: .init(name: "상태", isTyped: false), values: ["견본"])]
        settings.totals = ["합계"]
        let text = "품목,수량,상태,결제\n키위쥬스,,완료,카드\n키위쥬스,,견본,현금\n합계,,,\n"
        // A column that a setting names is not profiled.
        #expect(try profile(text, settings) == ["결제: 카드 1 @2", "empty: 1"])
    }

    @Test func cellsAreProfiledFilled() throws {
        var settings = ExportSettings()
        settings.fill = [.init(name: "상태", isTyped: false)]
        #expect(
            try profile("품목,수량,상태\n키위쥬스,1,완료\n키위쥬스,1,\n키위쥬스,1,준비\n", settings)
                == ["상태: 완료 2 @2, 준비 1 @4", "empty: 0"])
    }

    @Test func moreThanTwentyCellsAreMany() throws {
        let rows = (0..<60).map { "키위쥬스,1,\($0 % 20),\($0 % 21),\($0 % 7)" }
        #expect(
            try profile((["품목,수량,가,나,다"] + rows).joined(separator: "\n")) == [
                "가: \((0..<20).map { "\($0) 3 @\($0 + 2)" }.joined(separator: ", ")) (quantities)", "나: many",
                "다: \((0..<7).map { "\($0) \($0 < 4 ? 9 : 8) @\($0 + 2)" }.joined(separator: ", ")) (quantities)",
                "empty: 0",
            ])
    }

    @Test func timesAndOtherRolesAreNotProfiled() throws {
        let text = "id,시각,품목,수량,메모\n1,2026-11-20 18:03,키위쥬스,1,\n"
        #expect(try profile(text) == ["메모:  1 @2", "empty: 0"])
    }

    @Test func sortedInputsHaveProfilesToo() throws {
        var settings = ExportSettings()
        settings.sequence = .time
        let text = "시각,품목,수량,결제\n2026-11-20 18:03,키위쥬스,1,카드\n2026-11-20 18:01,키위쥬스,,현금\n2026-11-20 18:02,키위쥬스,1,카드\n"
        #expect(try profile(text, settings) == ["결제: 카드 2 @2, 현금 1 @3", "empty: 1"])
        let inputs = [text, text].map { Array($0.utf8) }
        let profiles = try Engine.run(inputs: inputs, ReadingOptions(exportSettings: settings)).result.profiles
        #expect(profiles.count == 2 && profiles[0] == profiles[1])
    }
}

/// What only a whole input shows: columns of nothing but figures, and few different cells that say something else than
/// an order.
@Suite struct WholeInputAmbiguityTests {
    private func refusal(_ text: String, _ settings: ExportSettings = ExportSettings()) -> String? {
        var reading = ReadingOptions(exportSettings: settings)
        var found: Set<String?> = []
        for size in [1 << 17, 9] {
            reading.chunkBytes = size
            let refusal = Engine.refusal(text, reading)
            found.insert(refusal.hasPrefix("accepted") ? nil : refusal)
        }
        #expect(found.count == 1, "whatever the size of chunks")
        return found.first ?? nil
    }

    @Test(arguments: ["RQ", "층수", "메모", "Portion"])
    func figuresAloneMayBeQuantities(header: String) {
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,\n") == "3: unclear_column")
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,-2\n") == "3: unclear_column")
        // One of them is no figure, all are 1, there is one row, or a column of quantities.
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,많이\n") == nil)
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,\n키위쥬스,1\n") == nil)
        #expect(refusal("메뉴,\(header)\n키위쥬스,3\n") == nil)
        #expect(refusal("메뉴,수량,\(header)\n키위쥬스,1,1\n키위쥬스,1,3\n") == nil)
    }

    @Test(arguments: [
        "테이블", "좌석번호", "주문 시", "Net Sales", "order no", "Zip", "#", "결제금액", "년", "Sort Order", "Item ID", "나이",
        "Unit Price",
    ])
    func otherFiguresAreNoQuantities(header: String) {
        #expect(refusal("메뉴,\(header)\n키위쥬스,1\n키위쥬스,3\n키위쥬스,7\n") == nil)
    }

    @Test func figuresOfManyRowsAreReadToTheEnd() {
        let rows = (1...300).map { "키위쥬스,\($0)\n" }.joined()
        #expect(refusal("메뉴,메모\n" + rows) == "3: unclear_column")
        #expect(refusal("메뉴,메모\n" + rows + "키위쥬스,끝\n") == nil)
    }

    @Test func fewDifferentCellsMaySayThatNothingWasSold() {
        // Of few rows one cell has to stand twice.
        #expect(refusal("메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n키위쥬스,1,현금\n") == "3: unclear_column")
        #expect(refusal("메뉴,수량,비고\n키위쥬스,1,현금\n키위쥬스,1,노쇼\n") == nil)
        func rows(_ different: Int) -> String {
            (0..<40).map { "키위쥬스,1,\($0 == 30 ? "On hold" : "v\($0 % (different - 1))")\n" }.joined()
        }
        #expect(refusal("메뉴,수량,비고\n" + rows(12)) == "32: unclear_column")
        #expect(refusal("메뉴,수량,비고\n" + rows(13)) == nil)
    }

    @Test func aSettingSettlesIt() {
        let text = "메뉴,수량,비고,층\n키위쥬스,1,현금,2\n키위쥬스,1,노쇼,2\n키위쥬스,1,현금,2\n"
        #expect(refusal(text, .accepting("비고")) == nil)
        #expect(refusal(text, .accepting("층")) == "3: unclear_column")
    }

    @Test func figuresComeBeforeWords() {
        #expect(refusal("메뉴,비고,층\n키위쥬스,보류,1\n키위쥬스,보류,2\n") == "3: unclear_column")
        #expect(refusal("메뉴,비고,층\n키위쥬스,보류,1\n키위쥬스,보류,2\n", .accepting("층")) == "2: unclear_column")
    }
}
