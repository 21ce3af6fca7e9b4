import JuiceBatch
import Testing

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

    @Test func aCellThatIsNotListedRejectsItsRowAlone() throws {
        let options = reading { $0.known = [column("결제 상태", ["결제완료", "현장 결제", ""])] }
        let rows = "키위쥬스,1,결제완료\n키위쥬스,1,쿠폰결제\n키위쥬스,1,현장  결제 \n키위쥬스,1,\n"
        let outcome = try Engine.run("메뉴,수량,결제상태\n" + rows, options)
        #expect(outcome.codes == [.success, .unknownValue, .success, .success])
    }

    @Test func itComesBehindIgnoredColumnsAndBeforeAllElse() throws {
        let options = reading {
            $0.known = [column("상태", ["완료"])]
            $0.ignore = [column("비고", ["견본"])]
        }
        let rows = "키위쥬스,1,모름,견본\n없는것,x,모름,\n,,모름,\n키위쥬스,x,완료,\n키위쥬스,1\n"
        let outcome = try Engine.run("메뉴,수량,상태,비고\n" + rows, options)
        #expect(outcome.codes == [.ignored, .unknownValue, .unknownValue, .invalidQuantity, .wrongFieldCount])
    }

    @Test func aColumnOfARoleMayBeListed() throws {
        let options = reading { $0.known = [column("메뉴", ["키위 쥬스"]), column("수량", ["1", "2"])] }
        let outcome = try Engine.run("메뉴,수량\n키위 쥬스,1\n키위쥬스,1\n키위 쥬스,3\n", options)
        #expect(outcome.codes == [.success, .unknownValue, .unknownValue])
    }

    @Test func cellsAreJudgedFilled() throws {
        let options = reading {
            $0.known = [column("상태", ["완료"])]
            $0.fill = [name("상태")]
        }
        let outcome = try Engine.run("메뉴,수량,상태\n키위쥬스,1,완료\n키위쥬스,1,\n", options)
        #expect(outcome.codes == [.success, .success])
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
