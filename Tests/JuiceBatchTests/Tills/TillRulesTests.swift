import JuiceBatch
import JuiceCore
import Testing

/// What is typed or settled of the rows of a till's exports, up to what a run is told of it.
@Suite struct TillRulesTests {
    @Test(arguments: [
        ("action:반품=cancel", Role.action, "반품", "cancel"), ("item:a:b=c=딸기쥬스", .item, "a:b=c", "딸기쥬스"),
        ("ACTION :=order", .action, "", "order"), ("item:=", .item, "", ""), ("item: x = y ", .item, " x ", " y "),
    ])
    func aReadingSplitsAtItsFirstColonAndItsLastSign(option: String, role: Role, from: String, to: String) throws {
        #expect(try TillRules.Reading(option) == TillRules.Reading(role: role, from: from, to: to))
    }

    @Test(arguments: [
        ("", TillMistake.noPair("")), ("action", .noPair("action")), ("action:x", .noPair("action:x")),
        ("action=x:y", .noPair("action=x:y")), ("a=b", .noPair("a=b")), ("id:x=y", .roleOfNoValues("id")),
        ("quantity:x=1", .roleOfNoValues("quantity")), ("time:x=y", .roleOfNoValues("time")),
        ("kind:x=y", .roleOfNoValues("kind")), (":x=y", .roleOfNoValues("")),
    ])
    func whatIsNoReading(option: String, mistake: TillMistake) {
        #expect(throws: mistake) { try TillRules.Reading(option) }
    }

    @Test(arguments: [("a=b", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("a:b= c ", "a:b", " c ")])
    func aCellSplitsAtItsFirstSign(option: String, column: String, value: String) throws {
        #expect(try TillRules.Cell(option) == TillRules.Cell(column: column, value: value))
    }

    @Test func aCellWithoutASignIsNone() {
        #expect(throws: TillMistake.noPair("a")) { try TillRules.Cell("a") }
    }

    /// Each of these would match every empty cell, or a column that cannot be named.
    @Test(arguments: [
        (["action:-=cancel"], "values", TillPlace.actionValues, TillMistake.matchesNothing("-")),
        (["item: =ignore"], "values", .itemValues, .matchesNothing(" ")),
        (["a=_"], "ignore", .ignore, .matchesNothing("_")),
        (["=x"], "ignore", .ignore, .namelessColumn("")), ([" =x"], "only", .only, .namelessColumn(" ")),
        (["a=--"], "only", .only, .matchesNothing("--")), (["a", ""], "accept", .accept, .namelessColumn("")),
        ([" "], "fill", .fill, .namelessColumn(" ")), ([""], "totals", .totals, .matchesNothing("")),
        (["합계", "-"], "totals", .totals, .matchesNothing("-")),
    ])
    func whatMatchesNothingIsAMistake(words: [String], kind: String, place: TillPlace, mistake: TillMistake) throws {
        var options = TillOptions()
        switch kind {
        case "values": options.values = words
        case "ignore": options.ignore = words
        case "only": options.only = words
        case "accept": options.accept = words
        case "fill": options.fill = words
        default: options.totals = words
        }
        let error = #expect(throws: BatchError.self) { try options.rules() }
        guard case .usage(.till(let foundPlace, let foundMistake))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(foundPlace == place && foundMistake == mistake)
    }

    private func rules(_ change: (inout TillOptions) -> Void) throws -> TillRules {
        var options = TillOptions()
        change(&options)
        return try options.rules()
    }

    private func merged(settled: TillRules, typed: TillRules) throws -> TillSettings {
        let names = try NameIndex(menu: .builtIn)
        var till = TillSettings()
        try till.add(settled, isTyped: false, names: names, menu: .builtIn)
        try till.add(typed, isTyped: true, names: names, menu: .builtIn)
        return till
    }

    @Test func typedReadingsGoBeforeSettledOnes() throws {
        let till = try merged(
            settled: rules { $0.values = ["action:반품=discard", "action:=ignore", "item:A-b=망고"] },
            typed: rules { $0.values = ["action: 반 품=Ignore", "item:c=strawberry juice"] })
        #expect(
            till.values == [
                .action: ["반품": .ignored, "": .ignored],
                .item: ["ab": .name("망고"), "c": .name("strawberry juice")],
            ])
    }

    @Test func typedRulesAddToSettledOnes() throws {
        let till = try merged(
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
        func column(_ name: String, _ isTyped: Bool) -> TillSettings.Column {
            TillSettings.Column(name: name, isTyped: isTyped)
        }
        func cells(_ name: String, _ isTyped: Bool, _ values: [String]) -> TillSettings.ColumnValues {
            TillSettings.ColumnValues(column: column(name, isTyped), values: values)
        }
        #expect(till.ignore == [cells("결제", true, ["포인트", "상품권"]), cells("상태", false, ["취소"])])
        // A row of either shop is ours: values of one column are one rule, wherever they were named.
        #expect(till.only == [cells("매장", true, ["강남", "홍대"]), cells("분류", true, ["쥬스"])])
        #expect(till.accept == [column("비고", false), column("memo", true)])
        #expect(till.fill == [column("날짜", false)])
        #expect(till.totals == ["합계", "소계"])
    }

    @Test(arguments: [
        ("action:x=환불", Role.action), ("action:x=", .action), ("action:x=딸기쥬스", .action), ("item:x=order", .item),
        ("item:x=포도쥬스", .item), ("item:x=", .item),
    ])
    func aReadingAsNothingIsAMistake(option: String, role: Role) throws {
        let rules = try rules { $0.values = [option] }
        let error = #expect(throws: TillRules.Misplaced.self) {
            try merged(settled: TillRules(), typed: rules)
        }
        guard case .unknownReading(role, "x", _, let choices)? = error?.mistake else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(choices.last == "ignore" && choices.contains(role == .action ? "order" : "딸기쥬스"))
    }

    @Test func oneCellIsNotReadAsTwoThings() throws {
        let twice = try rules { $0.values = ["item:a=딸기쥬스", "item:A=망고쥬스"] }
        #expect(throws: TillRules.Misplaced.self) { try merged(settled: twice, typed: TillRules()) }
        let same = try rules { $0.values = ["item:a=딸기쥬스", "item:A=딸기주스"] }
        #expect(try merged(settled: same, typed: TillRules()).values[.item]?.count == 1)
    }

    @Test(
        arguments: [
            ("rows=0", 0, nil), ("rows=120", 120, nil), ("quantity=-3", nil, -3), ("quantity=12", nil, 12),
        ] as [(String, Int?, Int?)])
    func whatARunIsToComeTo(option: String, rows: Int?, quantity: Int?) throws {
        var till = TillSettings()
        try till.expect([option])
        #expect(till.expectedRows == rows && till.expectedQuantity == quantity)
    }

    @Test(arguments: [
        ["rows"], ["rows="], ["rows=-1"], ["rows=+1"], ["rows=1.0"], ["rows=1,200"], ["rows= 1"], ["cups=1"], ["=1"],
        [""],
        ["rows=99999999999999999999"], ["rows=1", "rows=1"], ["quantity=1", "rows=1", "quantity=2"],
    ])
    func whatIsNoExpectation(options: [String]) {
        var till = TillSettings()
        #expect(throws: BatchError.self) { try till.expect(options) }
    }
}
