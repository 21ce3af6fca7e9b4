import CSV
import JuiceBatch
import Testing

@Suite struct HeaderTests {
    private func columns(_ header: String, _ options: [String] = []) throws -> ColumnLayout {
        let reading = ReadingOptions(columns: try ColumnOptions(parsing: options))
        return try #require(try Engine.run(header + "\n", reading).plan).columns
    }

    @Test(arguments: Role.allCases)
    func everyHeaderNameMeansItsRole(role: Role) throws {
        for name in role.headerNames + role.headerNames.map({ " \($0.uppercased()) " }) {
            let found = try columns("x," + name + (role == .item ? "" : ",item"))
            switch role {
            case .id: #expect(found.id == 1)
            case .action: #expect(found.action == 1)
            case .item: #expect(found.item == 1)
            case .quantity: #expect(found.quantity == 1)
            case .time: #expect(found.time == 1)
            }
            // A column of times is carried along all the same.
            let extras = found.extras.map { String(decoding: $0.extra.name, as: UTF8.self) }
            #expect(extras == (role == .time ? ["x", name] : ["x"]))
        }
    }

    @Test(arguments: [
        ("item", Delimiter.comma), ("item,a;b", .comma), ("\"item\";\"a,b,c\"", .semicolon), ("item\tqty\tid", .tab),
        ("item|a", .pipe), ("sep=;\nitem;x,id,y", .semicolon), ("sep=,\r\nitem,x;y;z", .comma),
        ("\n ;;,\nitem|id", .pipe), ("sep=|\nitem", .pipe), ("sep=\t\nitem\ta,b,c", .tab),
    ])
    func theHeaderDecidesTheDelimiter(text: String, delimiter: Delimiter) throws {
        #expect(try Engine.run(text).plan?.delimiter == delimiter)
    }

    @Test func aTieIsSettledInOrder() {
        #expect(Engine.refusal("item;a,b\n") == "1: no_item_column")
        #expect(Engine.refusal("item|a;b\n") == "1: no_item_column")
        #expect(Engine.refusal("sep=|\nitem,a,b\n") == "2: no_item_column")
    }

    @Test func optionOverridesTheDelimiter() throws {
        let plan = try Engine.run("item;a,b,c\n키위;1,2,3\n", ReadingOptions(delimiter: .semicolon)).plan
        #expect(plan?.delimiter == .semicolon)
        #expect(plan?.header == ["item", "a,b,c"])
    }

    @Test func blankRowsBeforeTheHeaderCountAsLines() throws {
        let outcome = try Engine.run("\n \t\r\n;;,\"\"\r\"\u{3000}\"\nitem,qty,,\n\n키위,1\n,\n딸기,2,, \n딸기,2,\n")
        #expect(outcome.plan?.headerLine == 5)
        #expect(outcome.plan?.header == ["item", "qty"])
        #expect(outcome.rows.map(\.line) == [7, 9, 10])
        #expect(outcome.codes == [.success, .success, .wrongFieldCount])
        #expect(outcome.result.tally.inputs[0].blank == 6)
        #expect(outcome.result.tally.inputs[0].rows == 3)
    }

    @Test func extrasKeepTheirNamesAndRepeats() throws {
        let extras = try columns("메모,item, 메모,메모,\"a,b\",").extras
        #expect(extras.map { String(decoding: $0.extra.name, as: UTF8.self) } == ["메모", " 메모", "메모", "a,b"])
        #expect(extras.map(\.extra.occurrence) == [0, 0, 1, 0])
        #expect(extras.map(\.column) == [0, 2, 3, 4])
    }

    @Test func userNamesAndSwitchesOffColumns() throws {
        let named = try columns("품명,item,판매량,id", ["item=품 명", "quantity=판매량", "id="])
        #expect(named.item == 0)
        #expect(named.quantity == 2)
        #expect(named.id == nil)
        #expect(named.extras.map(\.column) == [1, 3])
        let settled = try columns("item,juice,qty,수량", ["item=juice", "quantity=수량"])
        #expect(settled.item == 1)
        #expect(settled.quantity == 3)
    }

    @Test func everyHeaderRefusalIsOnItsLine() {
        #expect(Engine.refusal("") == "1: no_header")
        #expect(Engine.refusal("\n\n , ;\n") == "1: no_header")
        #expect(Engine.refusal("sep=;\n") == "1: no_header")
        #expect(Engine.refusal("\n\na,b\n") == "3: no_item_column")
        #expect(Engine.refusal("\nitem,juice\n") == "2: duplicate_column")
        #expect(Engine.refusal("item,id,Order ID\n") == "1: duplicate_column")
        #expect(Engine.refusal("\n\nitem,x\"y\n") == "3: bad_quoting")
        #expect(Engine.refusal("\n\"item\n") == "2: bad_quoting")
        #expect(Engine.refusal("\nitem,\0\n") == "2: nul_byte")
        #expect(Engine.refusal(Array("\nitem,".utf8) + [0xFF, 0x0A]) == "2: bad_encoding")
        #expect(Engine.refusal("file,line,id,action,item,quantity,message,재고_딸기\n") == "1: already_applied")
        #expect(Engine.refusal("\nitem," + String(repeating: "x", count: 65_537) + "\n") == "2: field_too_long")
        let long = [String](repeating: String(repeating: "x", count: 65_536), count: 17).joined(separator: ",")
        #expect(Engine.refusal("item," + long + "\n") == "1: record_too_long")
    }

    @Test func columnsAreLimited() throws {
        let fits = "\nitem" + String(repeating: ",x", count: 255) + ",, \n"
        #expect(try Engine.run(fits).plan?.columns.count == 256)
        #expect(Engine.refusal("\nitem" + String(repeating: ",x", count: 256) + "\n") == "2: too_many_columns")
        func input(_ letter: String) -> [UInt8] {
            Array(("item," + (0..<150).map { "\(letter)\($0)" }.joined(separator: ",") + "\n").utf8)
        }
        #expect(throws: BatchError.self) { _ = try Engine.run(inputs: [input("a"), input("b")]) }
        #expect(try Engine.run(inputs: [input("a"), input("a")]).result.extras.count == 150)
    }

    @Test func failureFileIsRecognised() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw"
        let outcome = try Engine.run(header + ",메모,\na.csv,3,7,order,키위쥬스,1,insufficient_stock,m,,,x,\n")
        let found = try #require(outcome.plan).columns
        #expect(found.isFailureFile)
        #expect(found.extras.map { String(decoding: $0.extra.name, as: UTF8.self) } == ["메모", ""])
        #expect(outcome.codes == [.success])
        let forced = try Engine.run(header + "\n", ReadingOptions(delimiter: .semicolon))
        #expect(forced.plan?.delimiter == .comma)
        let wide = header + String(repeating: ",x", count: 256)
        #expect(try columns(wide).extras.count == 256)
        #expect(Engine.refusal(wide + ",x\n") == "1: too_many_columns")
    }

    @Test(
        arguments: [
            "file,line,id,action,item,quantity,message,재고_딸기,담당자", "담당자,file,line,id,action,item,quantity,message",
            "file,line,id,action,item,quantity,message", "메모,quantity,item,action,id,line,file,message",
            "\n File ;LINE;I-D;Action;ITEM;Quan_tity;ｍessage;메뉴;code",
            "sep=|\nfile|line|id|action|item|quantity|message|",
        ])
    func successCSVIsRefusedHoweverItWasChanged(header: String) {
        let table = header + "\na.csv,2,A1,order,바나나쥬스,1,좋아요\n"
        #expect(Engine.refusal(table) == "1: already_applied")
        #expect(
            Engine.refusal(table, ReadingOptions(delimiter: header.contains(",") ? .tab : nil)) == "1: already_applied")
    }

    @Test(
        arguments: [
            "담당자,file,line,id,action,item,quantity,code,message,shortage,raw",
            "file,line,id,action,item,quantity,code,message,shortage,Raw",
            "file;line;id;action;item;quantity;code;message;shortage;raw", "\nid,action,item,quantity,code,raw",
            "raw\tShortage\tquantity\titem\taction\tid", "file,line,id,action,item,quantity,message,shortage",
            "fruit,stock", "\n재고;과일", "Fruit\tSTOCK\t\t", "stock,,fruit", "과일,stock",
        ])
    func reportsThatAreNotQuiteOursAreRefused(header: String) {
        #expect(Engine.refusal(header + "\n") == "1: changed_report")
    }

    @Test(
        arguments: [
            "id,action,item,quantity,code", "id,item,quantity,code,message,shortage,raw", "과일,재고,수량", "item,stock",
            "file,line,id,action,item,quantity", "file,line,id,action,item,quantity,memo",
        ])
    func fewerOfTheirColumnsMakeNoReport(header: String) {
        #expect(Engine.refusal(header + "\n") == "accepted with 0 rows")
    }

    @Test func aReportBelowATitleIsNoneOfOurs() {
        var options = ReadingOptions()
        options.exportSettings.header = .find
        let failure = ReportHeader.failure.joined(separator: ",") + "\n"
        #expect(Engine.refusal(failure, options) == "accepted with 0 rows")
        #expect(Engine.refusal("2026-11-20 매출\n" + failure, options) == "1: changed_report")
        #expect(Engine.refusal("2026-11-20 매출\nid,action,item,quantity\n", options) == "accepted with 0 rows")
        #expect(Engine.refusal("2026-11-20 매출\nstock,fruit\n", options) == "1: changed_report")
    }
}

@Suite struct ColumnOptionsTests {
    @Test func readsRolesAndNames() throws {
        let options = try ColumnOptions(parsing: ["item=a=b", "ID=", "Quantity=수량 "])
        #expect(options.columns == [.item: .single("a=b"), .id: RoleColumns.none, .quantity: .single("수량 ")])
    }

    @Test(arguments: [
        (["item"], UsageMistake.malformedColumn("item")), (["fruit=x"], .unknownRole("fruit")),
        (["item=x", "item=y"], .repeatedRole("item")), (["id=", "id=x"], .repeatedRole("id")),
        (["=x"], .unknownRole("")),
    ])
    func refusesMistakes(options: [String], mistake: UsageMistake) {
        do {
            _ = try ColumnOptions(parsing: options)
            Issue.record("accepted \(options)")
        } catch {
            guard case .usage(let found) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(found == mistake)
        }
    }

    @Test func aNamedColumnMustBeSomewhere() throws {
        let reading = ReadingOptions(columns: try ColumnOptions(parsing: ["quantity=판매량"]))
        let inputs = ["item\n", "item,판매량\n"].map { Array($0.utf8) }
        #expect(try Engine.run(inputs: inputs, reading).result.inputs.map(\.columns.quantity) == [nil, 1])
        #expect(Engine.refusal("item\n", reading).contains("columnNowhere"))
    }
}
