import Foundation
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct IDTableTests {
    private func hash(_ number: Int) -> IDHash {
        IDHash(low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, high: UInt64(number))
    }

    @Test(arguments: Action.allCases)
    func anEntryHoldsAnyInstruction(action: Action) {
        for quantity in [action.quantities.lowerBound, action.quantities.upperBound] {
            for item in [0, 9_999, IDTable.Entry.itemMax] {
                let instruction = Instruction(action, item: item, quantity: quantity)
                let (used, short) = (
                    IDTable.Entry(instruction, isUsed: true), IDTable.Entry(instruction, isUsed: false)
                )
                #expect(used.instruction == instruction && short.instruction == instruction)
                #expect(used.isUsed && !short.isUsed && used.isKnown && short.isKnown)
                #expect(used.asksSame(as: short) && used != short)
                let other = Instruction(action, item: item, quantity: quantity == 1 ? 2 : 1)
                #expect(!used.asksSame(as: IDTable.Entry(other, isUsed: true)))
            }
        }
        let (one, same) = (Instruction(action, item: 3, quantity: 5), Instruction(.order, item: 3, quantity: 5))
        let isSame = IDTable.Entry(one, isUsed: true).asksSame(as: IDTable.Entry(same, isUsed: true))
        #expect(isSame == (action == .order))
    }

    /// Small and large ones, which a table keeps in different ways.
    @Test func aTableKeepsAnyEntry() throws {
        var ids = IDTable()
        var stored: [IDTable.Entry] = []
        for action in Action.allCases {
            for quantity in [1, 16_383, 16_384, action.quantities.upperBound] where action.quantities.contains(quantity)
            {
                for item in [0, 2_047, 2_048, IDTable.Entry.itemMax] {
                    for (isUsed, isDemand) in [(true, false), (false, false), (false, true)] {
                        let instruction = Instruction(action, item: item, quantity: quantity)
                        stored.append(IDTable.Entry(instruction, isUsed: isUsed, isDemand: isDemand))
                    }
                }
            }
        }
        // The second time each is stored under another id, and is kept once.
        for (number, entry) in (stored + stored).enumerated() {
            try ids.reserve(1)
            ids.store(entry, id: hash(number), at: ids.slot(of: hash(number)))
        }
        for (number, entry) in (stored + stored).enumerated() {
            let kept = ids.entry(at: ids.slot(of: hash(number)))
            #expect(kept == entry)
        }
    }

    @Test func whoeverHadAnIDIsSeenButNotKnown() throws {
        var ids = IDTable()
        try ids.reserve(3)
        let isSeenBefore = ids.isSeen(at: ids.slot(of: hash(1)))
        ids.see(id: hash(1), at: ids.slot(of: hash(1)))
        let (isSeen, seen, count) = (
            ids.isSeen(at: ids.slot(of: hash(1))), ids.entry(at: ids.slot(of: hash(1))), ids.count
        )
        #expect(!isSeenBefore && isSeen && seen == nil && count == 1)
        #expect(!IDTable.Entry.seen.isKnown && !IDTable.Entry.seen.isUsed)
        // What it was short of or used for takes its place, and stays.
        let short = IDTable.Entry(Instruction(.order, item: 1, quantity: 2), isUsed: false)
        ids.store(short, id: hash(1), at: ids.slot(of: hash(1)))
        ids.see(id: hash(1), at: ids.slot(of: hash(1)))
        let (kept, countAfter) = (ids.entry(at: ids.slot(of: hash(1))), ids.count)
        #expect(kept == short && countAfter == 1)
    }

    @Test func isSeenStillWhenTheTableHasGrown() throws {
        var ids = IDTable()
        let count = 20_000
        for number in 0..<count {
            try ids.reserve(1)
            let slot = ids.slot(of: hash(number))
            if number % 3 == 0 {
                ids.see(id: hash(number), at: slot)
            } else {
                ids.store(
                    IDTable.Entry(Instruction(.assert, item: 4, quantity: number), isUsed: number % 3 == 1),
                    id: hash(number), at: slot)
            }
        }
        let stored = ids.count
        #expect(stored == count)
        for number in 0..<count {
            let slot = ids.slot(of: hash(number))
            let entry = ids.entry(at: slot)
            let isSeen = ids.isSeen(at: slot)
            #expect(isSeen && (entry == nil) == (number % 3 == 0))
            #expect(entry?.instruction.quantity ?? number == number && entry?.isUsed ?? true == (number % 3 != 2))
        }
        let isOtherSeen = ids.isSeen(at: ids.slot(of: hash(count)))
        #expect(!isOtherSeen)
    }
}

/// Cells of ids that are no ids, and ids that a spreadsheet cut off.
@Suite struct IDTextTests {
    @Test(arguments: [
        "-", "--", "null", "NULL", "None", "n/a", "#N/A", "\\N", "없음", "0", "０", " - ", "ｎｕｌｌ",
        "없음".decomposedStringWithCanonicalMapping,
    ])
    func aPlaceholderIsNoID(cell: String) throws {
        let outcome = try Engine.run("id,item,quantity\n\(cell),딸기,1\n\(cell),딸기,2\n")
        #expect(outcome.codes == [.success, .success])
    }

    @Test(arguments: ["00", "---", "nul", "0-", "n / a", "없 음", "none1"])
    func anythingElseIsAnID(cell: String) {
        #expect(Engine.refusal("id,item,quantity\n\(cell),딸기,1\n\(cell),딸기,2\n") == "3: unclear_id")
    }

    @Test func aCompositeOfPlaceholdersAndDatesIsNoID() throws {
        func codes(_ option: String, _ text: String) throws -> [OutcomeCode] {
            try Engine.run(text, ReadingOptions(columns: ColumnOptions(parsing: [option]))).codes
        }
        let twice = "날짜,번호,item,quantity\n2026-11-20,-,딸기,1\n2026-11-20,-,딸기,1\n"
        #expect(try codes("id=날짜+번호", twice) == [.success, .success])
        #expect(try codes("id=번호+#", twice) == [.success, .success])
        let told = "포스,번호,item,quantity\nA,-,딸기,1\nA,-,딸기,1\n"
        #expect(try codes("id=포스+번호", told) == [.success, .alreadyProcessed])
        // A date alone is an id, as is what only looks like a placeholder once it is joined.
        #expect(try codes("id=날짜", "날짜,item,quantity\n2026-11-20,딸기,1\n2026-11-20,딸기,1\n").last == .alreadyProcessed)
        #expect(try codes("id=a+b", "a,b,item,quantity\nn,a,딸기,1\nn,a,딸기,1\n") == [.success, .alreadyProcessed])
    }

    @Test(arguments: ["2.02611E+11", "2E+5", "2.5e+07", "１.５E+10", "1,5E+10", "1E-3"])
    func aNumberInScientificNotationIsRefused(cell: String) throws {
        let text = "주문번호,메뉴,수량\nA1,키위쥬스,1\n\"\(cell)\",키위쥬스,1\n"
        #expect(Engine.refusal(text) == "3: unclear_id")
        for option in ["id=주문번호", "id=주문번호+#", "id=메뉴+주문번호"] {
            #expect(
                Engine.refusal(text, ReadingOptions(columns: try ColumnOptions(parsing: [option]))) == "3: unclear_id")
        }
        #expect(
            Engine.refusal(text, ReadingOptions(columns: try ColumnOptions(parsing: ["id="]))).hasPrefix("accepted"))
    }

    @Test(arguments: ["2.02611E11", "E+11", "12E+", "2..5E+3", "2E+5x", "20261120-0001", "ABE+1"])
    func otherNumbersAreIDs(cell: String) {
        #expect(Engine.refusal("주문번호,메뉴,수량\n\(cell),키위쥬스,1\n").hasPrefix("accepted"))
    }
}

/// Described exports: columns whose cells are listed, and columns that nothing names.
@Suite struct KnownCellTests {
    private func reading(_ change: (inout ExportSettings) -> Void) -> ReadingOptions {
        var settings = ExportSettings()
        settings.isDescribed = true
        change(&settings)
        return ReadingOptions(exportSettings: settings)
    }

    private func column(_ name: String, _ values: [String]) -> ExportSettings.ColumnValues {
        .init(column: .init(name: name, isTyped: false), values: values)
    }

    private func name(_ name: String) -> ExportSettings.Column { .init(name: name, isTyped: false) }

    @Test func itComesBehindIgnoredColumnsAndBeforeAllElse() throws {
        let options = reading {
            $0.known = [column("상태", ["완료"])]
            $0.ignore = [column("비고", ["견본"])]
        }
        let rows = "키위쥬스,1,모름,견본\n없는것,x,모름,\n,,모름,\n키위쥬스,x,완료,\n키위쥬스,1\n"
        let outcome = try Engine.run("메뉴,수량,상태,비고\n" + rows, options)
        #expect(outcome.codes == [.ignored, .unknownValue, .unknownValue, .invalidQuantity, .wrongFieldCount])
    }

    @Test func aNewColumnIsRefusedUntilItIsNamed() throws {
        let text = "메뉴,수량,상태,포인트\n키위쥬스,1,완료,10\n"
        let known = reading { $0.known = [column("상태", ["완료"])] }
        #expect(Engine.refusal(text, known) == "1: unknown_column")
        for settle in [
            { (settings: inout ExportSettings) in settings.accept = [self.name("포인트")] },
            { settings in settings.fill = [self.name("포인트")] },
            { settings in settings.only = [self.column("포인트", ["10"])] },
        ] {
            var options = known
            settle(&options.exportSettings)
            #expect(Engine.refusal(text, options).hasPrefix("accepted"))
        }
        #expect(Engine.refusal(text, ReadingOptions()).hasPrefix("accepted"))
    }

    @Test func aColumnWithoutANameIsNoneWhereItIsEmpty() throws {
        let options = reading { $0.known = [] }
        #expect(Engine.refusal("메뉴,,수량\n키위쥬스,,1\n키위쥬스, ,1\n", options).hasPrefix("accepted"))
        #expect(Engine.refusal("메뉴,,수량\n키위쥬스,,1\n키위쥬스,x,1\n", options) == "1: unknown_column")
    }

    @Test func listedColumnsAreInNoDoubt() throws {
        let options = reading { $0.known = [column("상태", ["완료", "취소"]), column("잔", ["2"])] }
        #expect(Engine.refusal("메뉴,상태,잔\n키위쥬스,취소,2\n", options).hasPrefix("accepted"))
    }

    @Test func ourOwnFilesAreExempt() throws {
        let options = reading { $0.known = [column("quantity", ["5"])] }
        let outcome = try Engine.run("time,id,action,item,quantity\n2026-11-20 18:03,1,order,키위쥬스,1\n", options)
        #expect(outcome.codes == [.success])
    }

    private static let failure = "file,line,id,action,item,quantity,code,message,shortage,raw,상태,채널\n"
    private static let message = "'상태' 열의 '쿠폰'"

    @Test(arguments: [
        // What is still not listed stays; what is listed by now is read.
        ("쿠폰,앱", ["완료"], ["앱"], OutcomeCode.unknownValue), ("쿠폰,앱", ["완료", "쿠폰"], ["앱"], .success),
        ("쿠폰,웹", ["쿠폰"], ["앱"], .unknownValue),
        // A column that the message does not name was missing in the row's own input if its cell is empty.
        ("쿠폰,", ["쿠폰"], ["앱"], .success), ("쿠폰,", ["쿠폰"], ["앱", ""], .success),
        // An empty cell that the message names is the row's own.
        (",앱", ["쿠폰"], ["앱"], .unknownValue),
    ])
    func aRetryIsJudgedByTheSettingsOfNow(cells: String, states: [String], channels: [String], code: OutcomeCode) throws
    {
        let options = reading { $0.known = [column("상태", states), column("채널", channels)] }
        let row = "a.csv,2,,order,키위쥬스,1,unknown_value,\(Self.message),,,\(cells)\n"
        #expect(try Engine.run(Self.failure + row, options).codes == [code])
    }

    @Test func aRetryMayBeIgnoredByNow() throws {
        let options = reading {
            $0.known = [column("채널", ["앱"])]
            $0.ignore = [column("상태", ["쿠폰"])]
        }
        let row = "a.csv,2,,order,키위쥬스,1,unknown_value,\(Self.message),,,쿠폰,앱\n"
        #expect(try Engine.run(Self.failure + row, options).codes == [.ignored])
    }

    @Test func withoutADescriptionARetryStaysAsItIs() throws {
        let row = "a.csv,2,,order,키위쥬스,1,unknown_value,\(Self.message),,,쿠폰,앱\n"
        #expect(try Engine.run(Self.failure + row).codes == [.unknownValue])
    }

    @Test func aRolesCellIsJudgedWhereTheMessageNamesIt() throws {
        let options = reading { $0.known = [column("구분", ["판매"]), column("상태", ["쿠폰"]), column("채널", ["앱"])] }
        func row(_ message: String) -> String {
            Self.failure + "a.csv,2,,order,키위쥬스,1,unknown_value,\(message),,,쿠폰,앱\n"
        }
        // The action stands there in its canonical form, which is not listed.
        #expect(try Engine.run(row("'상태' 열의 '쿠폰'"), options).codes == [.success])
        #expect(try Engine.run(row("'구분' 열의 '주문'"), options).codes == [.unknownValue])
    }
}
