import JuiceBatch
import JuiceCore
import Testing

/// What is typed or settled of the rows of a till's exports, up to what a run is told of it.
@Suite struct RowFilterSettingsTests {
    @Test(arguments: [
        ("action:반품=cancel", Role.action, "반품", "cancel"), ("item:a:b=c=딸기쥬스", .item, "a:b=c", "딸기쥬스"),
        ("ACTION :=order", .action, "", "order"), ("item:=", .item, "", ""), ("item: x = y ", .item, " x ", " y "),
    ])
    func aReadingSplitsAtItsFirstColonAndItsLastSign(option: String, role: Role, from: String, to: String) throws {
        #expect(try RowFilterSettings.Reading(option) == RowFilterSettings.Reading(role: role, from: from, to: to))
    }

    @Test(arguments: [
        ("", ExportSettingError.noPair("")), ("action", .noPair("action")), ("action:x", .noPair("action:x")),
        ("action=x:y", .noPair("action=x:y")), ("a=b", .noPair("a=b")), ("id:x=y", .roleOfNoValues("id")),
        ("quantity:x=1", .roleOfNoValues("quantity")), ("time:x=y", .roleOfNoValues("time")),
        ("kind:x=y", .roleOfNoValues("kind")), (":x=y", .roleOfNoValues("")),
    ])
    func whatIsNoReading(option: String, mistake: ExportSettingError) {
        #expect(throws: mistake) { try RowFilterSettings.Reading(option) }
    }

    @Test(arguments: [("a=b", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("a:b= c ", "a:b", " c ")])
    func aCellSplitsAtItsFirstSign(option: String, column: String, value: String) throws {
        #expect(try RowFilterSettings.Cell(option) == RowFilterSettings.Cell(column: column, value: value))
    }

    @Test func aCellWithoutASignIsNone() {
        #expect(throws: ExportSettingError.noPair("a")) { try RowFilterSettings.Cell("a") }
    }

    /// Each of these would match every empty cell, or a column that cannot be named.
    @Test(arguments: [
        (["action:\t=cancel"], "values", ExportSettingLocation.actionValues, ExportSettingError.matchesNothing("\t")),
        (["item: =ignore"], "values", .itemValues, .matchesNothing(" ")),
        (["a=\u{3000}"], "ignore", .ignore, .matchesNothing("\u{3000}")),
        (["=x"], "ignore", .ignore, .namelessColumn("")), ([" =x"], "only", .only, .namelessColumn(" ")),
        (["a= "], "only", .only, .matchesNothing(" ")), (["a= "], "known", .known, .matchesNothing(" ")),
        (["a", ""], "accept", .accept, .namelessColumn("")),
        ([" "], "fill", .fill, .namelessColumn(" ")), ([""], "totals", .totals, .matchesNothing("")),
        (["합계", "-"], "totals", .totals, .matchesNothing("-")),
    ])
    func whatMatchesNothingIsAMistake(
        words: [String], kind: String, place: ExportSettingLocation, mistake: ExportSettingError
    ) throws {
        var options = ExportOptions()
        switch kind {
        case "values": options.values = words
        case "ignore": options.ignore = words
        case "only": options.only = words
        case "known": options.known = words
        case "accept": options.accept = words
        case "fill": options.fill = words
        default: options.totals = words
        }
        let error = #expect(throws: BatchError.self) { try options.rules() }
        guard case .usage(.exportSettings(let foundPlace, let foundMistake))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(foundPlace == place && foundMistake == mistake)
    }

    private func rules(_ change: (inout ExportOptions) -> Void) throws -> RowFilterSettings {
        var options = ExportOptions()
        change(&options)
        return try options.rules()
    }

    private func merged(settled: RowFilterSettings, typed: RowFilterSettings) throws -> ExportSettings {
        let names = try NameIndex(menu: .builtIn)
        var exportSettings = ExportSettings()
        try exportSettings.add(settled, isTyped: false, names: names, menu: .builtIn)
        try exportSettings.add(typed, isTyped: true, names: names, menu: .builtIn)
        return exportSettings
    }

    @Test func typedReadingsGoBeforeSettledOnes() throws {
        let exportSettings = try merged(
            settled: rules { $0.values = ["action:반품=discard", "action:=ignore", "item:A-B=망고"] },
            typed: rules { $0.values = ["action: 반품 =Ignore", "item:c=strawberry juice"] })
        #expect(
            exportSettings.values == [
                .action: ["반품": .ignored, "": .ignored],
                .item: ["a-b": .name("망고"), "c": .name("strawberry juice")],
            ])
    }

    @Test func typedRulesAddToSettledOnes() throws {
        let exportSettings = try merged(
            settled: rules {
                $0.ignore = ["결제=포인트", "상태=취소"]
                $0.only = ["매장=강남"]
                $0.accept = ["비고", "Memo"]
                $0.fill = ["날짜"]
                $0.totals = ["합계"]
            },
            typed: rules {
                $0.ignore = ["결 제=상품권", "결제=포인트"]
                $0.only = ["매장=홍대", "분류=쥬스"]
                $0.accept = ["memo"]
                $0.totals = ["합 계", "소계"]
            })
        func column(_ name: String, _ isTyped: Bool) -> ExportSettings.Column {
            ExportSettings.Column(name: name, isTyped: isTyped)
        }
        func cells(_ name: String, _ isTyped: Bool, _ values: [String]) -> ExportSettings.ColumnValues {
            ExportSettings.ColumnValues(column: column(name, isTyped), values: values)
        }
        #expect(exportSettings.ignore == [cells("결제", true, ["포인트", "상품권"]), cells("상태", false, ["취소"])])
        // A row of either shop is ours: values of one column are one rule, wherever they were named.
        #expect(exportSettings.only == [cells("매장", true, ["강남", "홍대"]), cells("분류", true, ["쥬스"])])
        #expect(exportSettings.accept == [column("비고", false), column("memo", true)])
        #expect(exportSettings.fill == [column("날짜", false)])
        #expect(exportSettings.totals == ["합계", "소계"])
    }

    @Test(arguments: [
        ("action:x=환불", Role.action), ("action:x=", .action), ("action:x=딸기쥬스", .action), ("item:x=order", .item),
        ("item:x=포도쥬스", .item), ("item:x=", .item),
    ])
    func aReadingAsNothingIsAMistake(option: String, role: Role) throws {
        let rules = try rules { $0.values = [option] }
        let error = #expect(throws: RowFilterSettings.Misplaced.self) {
            try merged(settled: RowFilterSettings(), typed: rules)
        }
        guard case .unknownReading(role, "x", _, let choices)? = error?.mistake else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(choices.last == "ignore" && choices.contains(role == .action ? "order" : "딸기쥬스"))
    }

    @Test func oneCellIsNotReadAsTwoThings() throws {
        let twice = try rules { $0.values = ["item:a=딸기쥬스", "item:A=망고쥬스"] }
        #expect(throws: RowFilterSettings.Misplaced.self) { try merged(settled: twice, typed: RowFilterSettings()) }
        let same = try rules { $0.values = ["item:a=딸기쥬스", "item:A=딸기주스"] }
        #expect(try merged(settled: same, typed: RowFilterSettings()).values[.item]?.count == 1)
    }

    @Test(
        arguments: [
            ("rows=0", 0, nil), ("rows=120", 120, nil), ("quantity=-3", nil, -3), ("quantity=12", nil, 12),
        ] as [(String, Int?, Int?)])
    func whatARunIsToComeTo(option: String, rows: Int?, quantity: Int?) throws {
        var exportSettings = ExportSettings()
        try exportSettings.expect([option])
        #expect(exportSettings.expectedRows == rows && exportSettings.expectedQuantity == quantity)
    }

    @Test(arguments: [
        ["rows"], ["rows="], ["rows=-1"], ["rows=+1"], ["rows=1.0"], ["rows=1,200"], ["rows= 1"], ["cups=1"], ["=1"],
        [""],
        ["rows=99999999999999999999"], ["rows=1", "rows=1"], ["quantity=1", "rows=1", "quantity=2"],
    ])
    func whatIsNoExpectation(options: [String]) {
        var exportSettings = ExportSettings()
        #expect(throws: BatchError.self) { try exportSettings.expect(options) }
    }
}
