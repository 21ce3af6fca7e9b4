import CSV
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

/// Typed and configured row filters of exports.
@Suite struct RowFilterSettingsTests {
    @Test(arguments: [
        ("action:반품=cancel", Role.action, "반품", "cancel"), ("item:a:b=c=딸기쥬스", .item, "a:b=c", "딸기쥬스"),
        ("ACTION :=order", .action, "", "order"), ("item:=", .item, "", ""), ("item: x = y ", .item, " x ", " y "),
    ])
    func valueMappingSplitsAtFirstColonAndLastEqualsSign(option: String, role: Role, from: String, to: String) throws {
        #expect(
            try RowFilterSettings.ReplacementRule(option)
                == RowFilterSettings.ReplacementRule(role: role, from: from, to: to))
    }

    @Test(arguments: [
        ("", ExportSettingError.noPair("")), ("action", .noPair("action")), ("action:x", .noPair("action:x")),
        ("action=x:y", .noPair("action=x:y")), ("a=b", .noPair("a=b")), ("id:x=y", .roleOfNoValues("id")),
        ("quantity:x=1", .roleOfNoValues("quantity")), ("time:x=y", .roleOfNoValues("time")),
        ("kind:x=y", .roleOfNoValues("kind")), (":x=y", .roleOfNoValues("")),
    ])
    func malformedValueMappingIsRefused(option: String, error: ExportSettingError) {
        #expect(throws: error) { try RowFilterSettings.ReplacementRule(option) }
    }

    @Test(arguments: [("a=b", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("a:b= c ", "a:b", " c ")])
    func cellRuleSplitsAtFirstEqualsSign(option: String, column: String, value: String) throws {
        #expect(try RowFilterSettings.Cell(option) == RowFilterSettings.Cell(column: column, value: value))
    }

    @Test func cellRuleWithoutEqualsSignIsRefused() {
        #expect(throws: ExportSettingError.noPair("a")) { try RowFilterSettings.Cell("a") }
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

    @Test func typedValueMappingsOverrideSettings() throws {
        let exportSettings = try merged(
            settled: rules { $0.values = ["action:반품=discard", "action:=ignore", "item:A-B=망고"] },
            typed: rules { $0.values = ["action: 반품 =Ignore", "item:c=strawberry juice"] })
        #expect(
            exportSettings.values == [
                .action: ["반품": .ignored, "": .ignored],
                .item: ["a-b": .name("망고"), "c": .name("strawberry juice")],
            ])
    }

    @Test func typedRulesAddToSettings() throws {
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
        // Values of one column form one rule, wherever they are given.
        #expect(exportSettings.only == [cells("매장", true, ["강남", "홍대"]), cells("분류", true, ["쥬스"])])
        #expect(exportSettings.accept == [column("비고", false), column("memo", true)])
        #expect(exportSettings.fill == [column("날짜", false)])
        #expect(exportSettings.totals == ["합계", "소계"])
    }
}

@Suite struct SettingFileTests {
    private func load(_ bytes: [UInt8]) throws -> (menu: Menu, names: NameIndex) {
        let folder = try TemporaryFolder()
        return try MenuFile.load(path: folder.write(bytes, to: "menu.csv"), cancellation: CancellationToken())
    }

    private func load(_ text: String) throws -> (menu: Menu, names: NameIndex) { try load(Array(text.utf8)) }

    private func stock(_ text: String) throws -> [Int] {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "stock.csv")
        return try StockFile.load(
            path: path, menu: .builtIn, names: NameIndex(menu: .builtIn), cancellation: CancellationToken())
    }

    /// The line and the error of an invalid file.
    private func error(_ body: () throws -> Void) -> Found? {
        do {
            try body()
        } catch BatchError.badSetting(_, let line, let error) {
            return Found(line: line, error: error)
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    private struct Found: Equatable {
        var line: Int
        var error: SettingError
    }

    private static let head = "juice,fruit,quantity\n"

    @Test func readsAMenu() throws {
        let (menu, names) = try load(
            "메뉴;과일;수량;alias;fruit_alias\n배쥬스;배;2개;P|pear drink;pear\n\n배딸쥬스;배;1;;\n 배딸쥬스;딸기;\"1,000\";mix|;\n;감;;;persimmon\n"
        )
        #expect(menu.fruits.map(\.name) == ["배", "딸기", "감"])
        #expect(menu.fruits.map(\.aliases) == [["pear"], ["strawberry"], ["persimmon"]])
        #expect(menu.juices.map(\.name) == ["배쥬스", "배딸쥬스"])
        #expect(menu.juices.map(\.aliases) == [["P", "pear drink"], ["mix"]])
        #expect(
            menu.juices.map(\.recipe) == [
                Recipe([.init(fruit: 0, quantity: 2)]),
                Recipe([.init(fruit: 0, quantity: 1), .init(fruit: 1, quantity: 1_000)]),
            ])
        #expect(names.juice("Pear-Drink Juice") == 0)
        #expect(names.fruit("strawberry") == 1)
    }

    @Test func readsPrices() throws {
        let (menu, _) = try load(
            "메뉴,과일,수량,원가,판매가\n배쥬스,배,2,250,４500\n배쥬스,감,1,,4500.0\n감쥬스,감,1,412.5,\n감쥬스,귤,2,０,12.05\n,무,,1000000000,\n"
        )
        #expect(menu.juices.map(\.price?.hundredths) == [450_000, 1_205])
        #expect(menu.fruits.map(\.cost?.hundredths) == [25_000, 41_250, 0, 100_000_000_000])
        #expect(menu.hasMoney && !Menu.builtIn.hasMoney)
    }

    @Test(arguments: ["가격", "판매 단가", "Amount"])
    func unreadColumnsOfMoneyAreRefused(name: String) {
        let found = error { _ = try load("juice,fruit,quantity,memo,\(name)\na,b,1,x,4500\n") }
        #expect(found == Found(line: 1, error: .unreadColumn(name)))
    }

    @Test(arguments: ["price", "원가"])
    func priceColumnsDecideWhetherAMenuHasMoney(name: String) throws {
        let menu = try load("juice,fruit,quantity,\(name)\na,b,1,\n").menu
        #expect(menu.hasMoney && menu.juices[0].price == nil && menu.fruits[0].cost == nil)
    }

    @Test(arguments: [
        "-1", "1.234", "1.", ".5", "1,00", "1000000000.01", "1e3", "$5", "5원", "1,000", "1.2.3", "1. 5", "약 5", "５개",
    ])
    func invalidPricesAreRefused(price: String) {
        let found = error { _ = try load("juice,fruit,quantity,price,fruit_cost\na,b,1,5,\nc,d,1,\"\(price)\",\n") }
        #expect(found == Found(line: 3, error: .badPrice(price)))
    }

    @Test func repeatedPricesMustBeEqual() {
        let head = "juice,fruit,quantity,price,fruit_cost\n"
        for (rows, wanted) in [
            ("a,b,1,5,\na,c,1,6,\n", Found(line: 3, error: .differingPrices("a"))),
            ("a,b,1,,1\nc,d,1,,\nC,B,1,,1.01\n", Found(line: 4, error: .differingPrices("b"))),
            ("a,b,1,5,\n,b,,5,\n", Found(line: 3, error: .badName(""))),
        ] {
            #expect(error { _ = try load(head + rows) } == wanted)
        }
        #expect(
            error { _ = try load("juice,fruit,quantity,price,판매가\na,b,1,5,5\n") }
                == Found(line: 1, error: .missingColumn(["price", "판매가"])))
    }

    @Test func readsOtherEncodings() throws {
        let text = "메뉴,과일,수량\r\n배쥬스,배,2\r\n"
        let wanted = try load(text).menu
        #expect(try load([0xEF, 0xBB, 0xBF] + Array(text.utf8)).menu == wanted)
        let units = Array("\u{FEFF}\(text)".utf16)
        #expect(try load(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).menu == wanted)
        #expect(try load(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }).menu == wanted)
        let cp949: [UInt8] =
            Array(Self.head.utf8) + [0xB9, 0xE8] + Array("X,".utf8) + [0xB9, 0xE8] + Array(",2\n".utf8)
        #expect(try load(cp949).menu.fruits.map(\.name) == ["배"])
    }

    @Test func menuErrorsNameTheirLine() {
        let long = String(repeating: "긴", count: 33)
        let cases: [(String, Int, SettingError)] = [
            ("", 1, .empty), ("\n\n", 1, .empty), (Self.head, 1, .empty), ("\n" + Self.head + ",배,\n", 2, .empty),
            ("juice,fruit\na,b\n", 1, .missingColumn(["quantity", "수량"])),
            ("\nfruit,quantity\na,1\n", 2, .missingColumn(["juice", "메뉴"])),
            ("juice,quantity\na,1\n", 1, .missingColumn(["fruit", "과일"])),
            ("juice,메뉴,fruit,quantity\na,a,b,1\n", 1, .missingColumn(["juice", "메뉴"])),
            (Self.head + "a,b\n", 2, .wrongFieldCount(expected: 3, actual: 2)),
            (Self.head + "a,b,1,x\n", 2, .wrongFieldCount(expected: 3, actual: 4)),
            (Self.head + "a,b,1,\n", 2, .wrongFieldCount(expected: 3, actual: 4)),
            ("juice,fruit,quantity,,\na,b,1,\n", 2, .wrongFieldCount(expected: 3, actual: 4)),
            ("juice,fruit,quantity,,\na,b,1,,x\n", 2, .wrongFieldCount(expected: 3, actual: 5)),
            ("juice,fruit,quantity,,\na,b,1,,\nc,b,\"1\"\nd,b,1,200\n", 4, .wrongFieldCount(expected: 3, actual: 4)),
            (Self.head + "a,b,1\n\n,,1\n", 4, .badName("")), (Self.head + "a,b:c,1\n", 2, .badName("b:c")),
            (Self.head + "a;b,c,1\n", 2, .badName("a;b")), (Self.head + "a|b,c,1\n", 2, .badName("a|b")),
            (Self.head + "\"a\nb\",c,1\n", 2, .badName("a\nb")),
            (Self.head + "\(long)ab,c,1\n", 2, .badName("\(long)ab")),
            (Self.head + "a\u{7F}b,c,1\n", 2, .badName("a\u{7F}b")), (Self.head + "a,b,0\n", 2, .badQuantity("0")),
            (Self.head + "a,b,10001\n", 2, .badQuantity("10001")), (Self.head + "a,b,\n", 2, .badQuantity("")),
            (Self.head + "a,b,-1\n", 2, .badQuantity("-1")), (Self.head + "a,b,1\nA,B,2\n", 3, .repeatedFruit("b")),
            (Self.head + "A-1,b,1\n\na1,c,2\n", 4, .twoSpellings("A-1", line: 2, "a1")),
            (Self.head + "딸기주스,b,1\n딸기쥬스,c,2\n", 3, .twoSpellings("딸기주스", line: 2, "딸기쥬스")),
            ("juice,fruit,quantity,alias\na,b,1,\nc,b,1,A\n", 3, .ambiguousName("A")),
            ("juice,fruit,quantity,fruit_alias\na,b,1,x\nc,d,1,x\n", 3, .ambiguousName("x")),
            (Self.head + "a\"b,c,1\n", 2, .unreadable(.badQuoting)),
            (Self.head + "a,\"c,1\n", 2, .unreadable(.badQuoting)), (Self.head + "a\0,c,1\n", 2, .unreadable(.nulByte)),
            (Self.head + String(repeating: "x", count: 65_537) + ",c,1\n", 2, .unreadable(.fieldTooLong)),
        ]
        for (text, line, wanted) in cases {
            #expect(error { _ = try load(text) } == Found(line: line, error: wanted), "\(text.prefix(60))")
        }
        let bytes = Array(Self.head.utf8) + [0x61, 0x0A, 0xFF]
        #expect(error { _ = try load(bytes) } == Found(line: 3, error: .unreadable(.badEncoding)))
        #expect(error { _ = try load([0xFF, 0xFE, 0x61]) } == Found(line: 1, error: .unreadable(.badEncoding)))
    }

    @Test func namesMayHaveOneHundredBytes() throws {
        let name = String(repeating: "긴", count: 33) + "x"
        #expect(name.utf8.count == 100)
        #expect(try load(Self.head + "\(name),\(name),10000\n").menu.juices.map(\.name) == [name])
    }

    @Test func menuSizeIsLimited() {
        let fruits = (0..<1_001).map { "j,f\($0),1\n" }.joined()
        #expect(error { _ = try load(Self.head + fruits) } == Found(line: 1_002, error: .tooMany(1_000)))
        let juices = (0..<10_001).map { "j\($0),f,1\n" }.joined()
        #expect(error { _ = try load(Self.head + juices) } == Found(line: 10_002, error: .tooMany(10_000)))
    }

    @Test func stockErrorsNameTheirLine() {
        let cases: [(String, Int, SettingError)] = [
            ("", 1, .empty), ("fruit\n딸기\n", 1, .missingColumn(["stock", "재고"])),
            ("\nstock\n1\n", 2, .missingColumn(["fruit", "과일"])),
            ("fruit,stock\n\n배,1\n", 3, .unknownFruit("배")),
            ("fruit,stock\n딸기,1\nstrawberry,2\n", 3, .repeatedFruit("strawberry")),
            ("fruit,stock\n딸기,x\n", 2, .badQuantity("x")), ("fruit,stock\n딸기,\n", 2, .badQuantity("")),
            ("fruit,stock\n딸기,1000000000001\n", 2, .badQuantity("1000000000001")),
            ("fruit,stock\n딸기,1,2\n", 2, .wrongFieldCount(expected: 2, actual: 3)),
            ("fruit,stock\n딸기\n", 2, .wrongFieldCount(expected: 2, actual: 1)),
            ("fruit,stock,memo\n딸기,1,200,\n", 2, .wrongFieldCount(expected: 3, actual: 4)),
        ]
        for (text, line, wanted) in cases {
            #expect(error { _ = try stock(text) } == Found(line: line, error: wanted), "\(text)")
        }
    }
}
