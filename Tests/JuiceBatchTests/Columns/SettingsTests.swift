import CSV
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

@Suite struct RawExportSettingsTests {
    @Test(
        arguments: [
            ("action:반품=cancel", .action, "반품", "cancel"), ("item:a:b=c=딸기쥬스", .item, "a:b=c", "딸기쥬스"),
            ("ACTION :=order", .action, "", "order"), ("item:=", .item, "", ""), ("item: x = y ", .item, " x ", " y "),
        ] as [(String, Role, String, String)])
    func valueMappingSplitsAtFirstColonAndLastEqualsSign(option: String, role: Role, from: String, to: String) throws {
        #expect(try RawExportSettings.ReplacementRule(option) == .init(role: role, from: from, to: to))
    }

    @Test(
        arguments: [
            ("", .noPair("")), ("action", .noPair("action")), ("action:x", .noPair("action:x")),
            ("a=b", .noPair("a=b")), ("action=x:y", .noPair("action=x:y")), ("id:x=y", .noPair("id:x=y")),
            (":x=y", .noPair(":x=y")), ("quantity:x=1", .noPair("quantity:x=1")), ("kind:x=y", .noPair("kind:x=y")),
        ] as [(String, ExportSettingError)])
    func malformedValueMappingIsRefused(option: String, error: ExportSettingError) {
        #expect(throws: LocatedSettingError(.itemValues, error)) { try RawExportSettings.ReplacementRule(option) }
    }

    @Test func cellRuleSplitsAtFirstEqualsSign() throws {
        for (option, column, value) in [("a=b=c", "a", "b=c"), ("a=", "a", ""), ("a:b= c ", "a:b", " c ")] {
            #expect(
                try RawExportSettings.Cell(option, of: .only) == RawExportSettings.Cell(column: column, value: value))
        }
        #expect(throws: LocatedSettingError(.only, .noPair("a"))) { try RawExportSettings.Cell("a", of: .only) }
    }

    /// Settings of a file, then those typed.
    private func merged(
        settled: [ExportSettingLocation: [String]], typed: [ExportSettingLocation: [String]]
    ) throws -> ExportSettings {
        var exportSettings = ExportSettings()
        for (isTyped, options) in [(false, settled), (true, typed)] {
            try exportSettings.add(
                RawExportSettings(options), isTyped: isTyped, names: NameIndex(menu: .builtIn), menu: .builtIn)
        }
        return exportSettings
    }

    @Test func typedValueMappingsOverrideSettings() throws {
        let exportSettings = try merged(
            settled: [.itemValues: ["action:반품=discard", "action:=ignore", "item:A-B=망고"]],
            typed: [.itemValues: ["action: 반품 =Ignore", "item:c=strawberry juice"]])
        #expect(
            exportSettings.values == [
                .action: ["반품": "ignore", "": "ignore"], .item: ["a-b": "망고", "c": "strawberry juice"],
            ])
    }

    @Test func typedRulesAddToSettings() throws {
        let exportSettings = try merged(
            settled: [
                .ignore: ["결제=포인트", "상태=취소"], .only: ["매장=강남"], .accept: ["비고", "Memo"],
                .fill: ["날짜"], .totals: ["합계"],
            ],
            typed: [
                .ignore: ["결 제=상품권", "결제=포인트"], .only: ["매장=홍대", "분류=쥬스"], .accept: ["memo"],
                .totals: ["합 계", "소계"],
            ])
        func text(_ column: ExportSettings.Column) -> String { column.name + (column.isTyped ? " typed" : "") }
        func texts(_ rules: [ExportSettings.Column]) -> [String] {
            rules.map { "\(text($0)): \($0.values.joined(separator: ", "))" }
        }
        #expect(texts(exportSettings.ignore) == ["결제 typed: 포인트, 상품권", "상태: 취소"])
        // Values of one column form one rule, wherever they are given.
        #expect(texts(exportSettings.only) == ["매장 typed: 강남, 홍대", "분류 typed: 쥬스"])
        #expect(exportSettings.accept.map(text) == ["비고", "memo typed"])
        #expect(exportSettings.fill.map(text) == ["날짜"] && exportSettings.totals == ["합계", "소계"])
    }
}

@Suite struct SettingFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ bytes: [UInt8]) throws -> (menu: Menu, names: NameIndex) {
        try Menu.load(path: folder.write(bytes, to: "menu.csv"), cancellation: CancellationToken())
    }

    private func load(_ text: String) throws -> (menu: Menu, names: NameIndex) { try load(Array(text.utf8)) }

    private func stock(_ text: String) throws -> [Int] {
        try Menu.builtIn.loadStock(
            path: folder.write(Array(text.utf8), to: "stock.csv"), names: NameIndex(menu: .builtIn),
            cancellation: CancellationToken())
    }

    private struct Found: Equatable {
        var line: Int
        var error: SettingError

        init(_ line: Int, _ error: SettingError) { (self.line, self.error) = (line, error) }
    }

    private func error<Value>(_ body: () throws -> Value) -> Found? {
        do {
            _ = try body()
        } catch BatchError.badSetting(_, let line, let error) {
            return Found(line, error)
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    private static let head = "juice,fruit,quantity\n"

    @Test func readsAMenu() throws {
        let (menu, names) = try load(
            "메뉴;과일;수량;alias;fruit_alias\n배쥬스;배;2개;P|pear drink;pear\n\n배딸쥬스;배;1;;\n 배딸쥬스;딸기;\"1,000\";mix|;\n;감;;;persimmon\n"
        )
        #expect(
            menu.fileRows.dropFirst().map { $0.joined(separator: ";") } == [
                "배쥬스;배;2;P|pear drink;pear", "배딸쥬스;배;1;mix;", "배딸쥬스;딸기;1000;;strawberry", ";감;;;persimmon",
            ])
        #expect(names.juice("Pear-Drink Juice") == 0 && names.fruit("strawberry") == 1)
    }

    @Test func readsPrices() throws {
        let (menu, _) = try load(
            "메뉴,과일,수량,원가,판매가\n배쥬스,배,2,250,４500\n배쥬스,감,1,,4500.0\n감쥬스,감,1,412.5,\n감쥬스,귤,2,０,12.05\n,무,,1000000000,\n"
        )
        #expect(menu.juices.map(\.price?.hundredths) == [450_000, 1_205])
        #expect(menu.fruits.map(\.cost?.hundredths) == [25_000, 41_250, 0, 100_000_000_000])
        for name in ["price", "원가"] {
            let menu = try load("juice,fruit,quantity,\(name)\na,b,1,\n").menu
            #expect(menu.hasMoney && menu.juices[0].price == nil && menu.fruits[0].cost == nil)
        }
        #expect(!Menu.builtIn.hasMoney)
    }

    @Test(arguments: [
        "-1", "1.234", "1.", ".5", "1,00", "1000000000.01", "1e3", "$5", "5원", "1,000", "1.2.3", "1. 5", "약 5", "５개",
    ])
    func invalidPricesAreRefused(price: String) {
        let found = error { try load("juice,fruit,quantity,price,fruit_cost\na,b,1,5,\nc,d,1,\"\(price)\",\n") }
        #expect(found == Found(3, .badPrice(price)))
    }

    @Test func readsOtherEncodings() throws {
        let text = "메뉴,과일,수량\r\n배쥬스,배,2\r\n"
        let wanted = try load(text).menu
        let cp949 = try #require(PlainEncoding.encode(text, as: "cp949", mark: false))
        let marked = ["utf-8", "utf-16le", "utf-16be"].compactMap { PlainEncoding.encode(text, as: $0, mark: true) }
        for bytes in marked + [cp949] { #expect(try load(bytes).menu == wanted) }
    }

    @Test func menuErrorsNameTheirLine() {
        let long = String(repeating: "긴", count: 33)
        let money = "juice,fruit,quantity,price,fruit_cost\n"
        let cases: [(String, Int, SettingError)] = [
            ("", 1, .missingColumn(["juice", "메뉴"])), ("\n\n", 1, .missingColumn(["juice", "메뉴"])),
            (Self.head, 1, .empty), ("\n" + Self.head + ",배,\n", 2, .empty),
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
            (money + "a,b,1,5,\na,c,1,6,\n", 3, .differingPrices("a")), (money + "a,b,1,5,\n,b,,5,\n", 3, .badName("")),
            (money + "a,b,1,,1\nc,d,1,,\nC,B,1,,1.01\n", 4, .differingPrices("b")),
            ("juice,fruit,quantity,price,판매가\na,b,1,5,5\n", 1, .missingColumn(["price", "판매가"])),
            ("juice,fruit,quantity,가격\na,b,1,4500\n", 1, .unreadColumn("가격")),
            ("juice,fruit,quantity,memo,판매 단가\na,b,1,x,4500\n", 1, .unreadColumn("판매 단가")),
            ("juice,fruit,quantity,Amount\na,b,1,4500\n", 1, .unreadColumn("Amount")),
            (Self.head + "a\"b,c,1\n", 2, .unreadable(.badQuoting)),
            (Self.head + "a,\"c,1\n", 2, .unreadable(.badQuoting)), (Self.head + "a\0,c,1\n", 2, .unreadable(.nulByte)),
            (Self.head + String(repeating: "x", count: 65_537) + ",c,1\n", 2, .unreadable(.fieldTooLong)),
        ]
        for (text, line, wanted) in cases {
            #expect(error { try load(text) } == Found(line, wanted), "\(text.prefix(60))")
        }
        let bytes = Array(Self.head.utf8) + [0x61, 0x0A, 0xFF]
        #expect(error { try load(bytes) } == Found(3, .unreadable(.badEncoding)))
        #expect(error { try load([0xFF, 0xFE, 0x61]) } == Found(1, .unreadable(.badEncoding)))
    }

    @Test func namesAndMenusAreLimited() throws {
        let name = String(repeating: "긴", count: 33) + "x"
        #expect(name.utf8.count == 100)
        #expect(try load(Self.head + "\(name),\(name),10000\n").menu.juices.map(\.name) == [name])
        let fruits = (0..<1_001).map { "j,f\($0),1\n" }.joined()
        #expect(error { try load(Self.head + fruits) } == Found(1_002, .tooMany(1_000)))
        let juices = (0..<10_001).map { "j\($0),f,1\n" }.joined()
        #expect(error { try load(Self.head + juices) } == Found(10_002, .tooMany(10_000)))
    }

    @Test func stockErrorsNameTheirLine() {
        let cases: [(String, Int, SettingError)] = [
            ("", 1, .missingColumn(["fruit", "과일"])), ("fruit\n딸기\n", 1, .missingColumn(["stock", "재고"])),
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
            #expect(error { try stock(text) } == Found(line, wanted), "\(text)")
        }
    }
}
